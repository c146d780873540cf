# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Row groups, stored layouts, extents and segments (SPEC.md, sections 8, 12 and 13)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from pyalbis import _proto
from pyalbis import _types as t
from pyalbis._schema import COLUMN, ROW
from pyalbis._stats import check_statistics
from pyalbis._types import Type, parse_type
from pyalbis._wire import U31, Place, align, parse

MAX_SEGMENT = (1 << 31) - 4096


class RowGroups:
    """The row groups of a manifest or data file."""

    def __init__(self, message: Any, is_manifest: bool, place: Place) -> None:
        self.counts = list(message.row_counts)
        count = len(self.counts)
        place.check(count == 0 or min(self.counts) >= 1, "row groups: one has no rows")
        indexes = list(message.indexes)
        place.check(len(indexes) in ((0, count) if is_manifest else (0,)), "number of indexes", len(indexes))
        self.indexes = indexes or range(count)
        self._positions = list(message.partition)
        place.check(len(self._positions) in (0, count), "number of partition positions")
        orders = list(message.sort_order_ids)
        place.check(len(orders) in (0, count), "number of sort orders", len(orders))
        self.sort_orders = orders or [0] * count
        self.partitions = list(message.partitions)
        parts = len(self.partitions)
        place.check(self._positions or parts <= 1, "partitions: their positions are missing")
        place.check(all(p < parts for p in self._positions), "position of a partition")
        for each in self.partitions:
            place.check(
                each.spec_id or (not each.values and not each.nulls),
                "partition: values without a spec",
            )
            nulls = list(each.nulls)
            place.check(nulls == sorted(set(nulls)), "partition: positions of nulls do not ascend")
            place.check(
                all(n < len(each.values) and not each.values[n] for n in nulls),
                "null of a partition",
            )

    def partition(self, i: int) -> Any:
        """The partition of a row group, or None."""
        if not self.partitions:
            return None
        return self.partitions[self._positions[i] if self._positions else 0]


@dataclass(frozen=True)
class StoredLeaf:
    """A leaf as it was when an extent was written."""

    id: int
    type: Type
    nullable: bool

    def proto(self) -> Any:
        message = _proto.StoredLeaf(field_id=self.id, nullable=self.nullable)
        presence = self.type.kind == t.STRUCT
        message.type.CopyFrom(Type(t.STRUCT).proto() if presence else self.type.proto(stored=True))
        return message


@dataclass(frozen=True)
class StoredLayout:
    """How the bytes of an extent are arranged. In rows: byte offsets of values, and null bits, by leaf id."""

    layout: int
    leaves: tuple[StoredLeaf, ...]
    stride: int = 0
    offsets: dict[int, int] = field(default_factory=dict, hash=False, compare=False)
    bits: dict[int, int] = field(default_factory=dict, hash=False, compare=False)

    @property
    def varies(self) -> bool:
        return any(leaf.type.kind in t.BYTES for leaf in self.leaves)

    def proto(self) -> Any:
        leaves = [leaf.proto() for leaf in self.leaves]
        return _proto.StoredLayout(layout=self.layout, leaves=leaves, stride=self.stride)


def make_layout(layout: int, leaves: tuple[StoredLeaf, ...]) -> StoredLayout:
    """A layout with the offsets, null bits and stride of section 13."""
    if layout == COLUMN:
        return StoredLayout(COLUMN, leaves)
    bits: dict[int, int] = {}
    offsets: dict[int, int] = {}
    for leaf in leaves:
        if leaf.nullable:
            bits[leaf.id] = len(bits)
    at = align(len(bits), 64) // 8
    for width in (16, 8, 4, 2, 1):
        for leaf in leaves:
            if leaf.type.kind not in (t.FIXED_BINARY, t.STRUCT) and leaf.type.width == width:
                offsets[leaf.id] = at
                at += width
    for leaf in leaves:
        if leaf.type.kind == t.FIXED_BINARY:
            offsets[leaf.id] = at
            at += leaf.type.length
    return StoredLayout(ROW, leaves, max(8, align(at, 8)), offsets, bits)


def parse_layout(message: Any, place: Place) -> StoredLayout:
    layout = message.layout
    place.check(layout in (COLUMN, ROW), "layout", layout)
    count = len(message.leaves)
    place.check(count == 1 if layout == COLUMN else count >= 1, "number of leaves of a layout", count)
    leaves = []
    ids: list[int] = []
    for one in message.leaves:
        place.check(one.HasField("type"), f"leaf {one.field_id}: it has no type")
        if one.type.kind == t.STRUCT:
            place.check(not one.type.children, f"presence leaf {one.field_id}: it has fields")
            place.check(one.type == _STRUCT, f"presence leaf {one.field_id}: its type has parameters")
            kind = Type(t.STRUCT)
        else:
            kind = parse_type(one.type, place, stored=True)
        place.check(
            layout == COLUMN or kind.kind not in t.NESTED[1:],
            f"layout: list or map {one.field_id} in rows",
        )
        ids.append(one.field_id)
        ids += [f.id for child in kind.children for f in child.below()]
        leaves.append(StoredLeaf(one.field_id, kind, one.nullable))
    place.check(min(ids) >= 1 and max(ids) <= U31 and len(set(ids)) == len(ids), "ids of stored leaves")
    made = make_layout(layout, tuple(leaves))
    place.equal(made.stride, message.stride, "stride")
    return made


_STRUCT = _proto.Type(kind=t.STRUCT)


class Extent:
    """An extent of a section, with its stored layout. Segments are checked when they are first asked for."""

    __slots__ = ("_segments", "group", "layout", "message", "place", "rows")

    def __init__(self, message: Any, layout: StoredLayout, rows: int, group: int, place: Place) -> None:
        self.message, self.layout, self.rows = message, layout, rows
        self.group, self.place = group, place
        self._segments: list[Segment] | None = None

    @property
    def offset(self) -> int:
        return int(self.message.offset)

    @property
    def has_segments(self) -> bool:
        return len(self.message.segments) > 0

    def segments(self) -> list[Segment]:
        if self._segments is None:
            self._segments = parse_segments(self)
        return self._segments


class Segment:
    """A segment whose description has been checked: rows from `first` on.

    In column layout, `ranges` are the start and end of its buffers.
    """

    __slots__ = (
        "crc",
        "first",
        "length",
        "message",
        "nodes",
        "offset",
        "ranges",
        "rows",
        "trusted",
    )

    def __init__(self, message: Any, first: int) -> None:
        self.message, self.first = message, first
        self.offset, self.length, self.rows = message.offset, message.length, message.row_count
        self.crc = message.crc32c
        self.nodes: list[int] = list(message.node_lengths)
        self.ranges: list[Range] = []
        self.trusted = False  # whether its bytes, in mapped memory, have been checked


Range = tuple[int, int]


def parse_extents(
    data: Any, group: int, row_groups: RowGroups, ends: list[int], is_data: bool, place: Place
) -> dict[int, Extent]:
    """The section of a column group: row group -> extent. `ends`: where extents of each file must end."""
    section = parse(_proto.ColumnGroupSection, data, place)
    place.equal(group, section.column_group_id, "column group of a section")
    layouts = [parse_layout(each, place) for each in section.layouts]
    previous, found = -1, {}
    counts = row_groups.counts
    for one in section.extents:
        number, offset, length = one.row_group, one.offset, one.length
        place.check(previous < number < len(counts), "row group of an extent", number)
        previous = number
        place.check(one.layout < len(layouts), "layout of an extent", one.layout)
        place.check(one.file < len(ends), "file of an extent", one.file)
        place.check(offset >= 64 and offset % 64 == 0, "offset of an extent", offset)
        place.check(offset + length <= ends[one.file], "end of an extent", offset + length)
        if is_data:
            place.check(one.segments, "extent: it has no segments")
            place.check(
                not one.file_row_group and not one.file_column_group_id,
                "extent: it refers to another file",
            )
        extent = Extent(one, layouts[one.layout], counts[number], group, place)
        check_statistics(one.statistics, extent.layout.leaves, extent.rows, place)
        found[number] = extent
    return found


def parse_segments(extent: Extent) -> list[Segment]:
    place, layout = extent.place, extent.layout
    end = first = 0
    found = []
    for message in extent.message.segments:
        one = Segment(message, first)
        place.check(one.offset % 64 == 0 and one.offset >= end, "offset of a segment", one.offset)
        end = one.offset + one.length
        place.check(1 <= one.rows <= U31, "number of rows of a segment", one.rows)
        first += one.rows
        check_statistics(message.statistics, layout.leaves, one.rows, place)
        check_segment(one, layout, place)
        found.append(one)
    place.equal(extent.rows, first, "number of rows of the segments")
    place.equal(extent.message.length, end, "length of an extent")
    return found


def check_segment(segment: Segment, layout: StoredLayout, place: Place) -> None:
    message = segment.message
    if layout.layout == ROW:
        place.check(
            not message.buffer_lengths and not message.node_lengths,
            "segment of rows: it has buffers",
        )
        fixed = layout.stride * segment.rows
        fits = segment.length >= fixed if layout.varies else segment.length == fixed
        place.check(fits, "length of a segment of rows", segment.length)
        return
    leaf = layout.leaves[0]
    if _is_plain(segment, leaf):
        return
    walk = _Walk(segment, place)
    walk.node(leaf.type, leaf.nullable, segment.rows)
    walk.finish(segment.length)
    segment.ranges = walk.ranges


def _is_plain(segment: Segment, leaf: StoredLeaf) -> bool:
    """Whether a segment has the lengths that one of fixed-width values must have. Sets its ranges if it does."""
    lengths, rows, kind = segment.message.buffer_lengths, segment.rows, leaf.type.kind
    if kind in t.BYTES or kind in t.NESTED or len(lengths) != 2 or segment.nodes != [rows]:
        return False
    validity, values = lengths
    bits = (rows + 7) // 8
    start = align(validity, 64)
    if (
        (validity and not (leaf.nullable and validity == bits))
        or values != (bits if kind == t.BOOLEAN else rows * leaf.type.width)
        or segment.length != start + values
    ):
        return False
    segment.ranges = [(0, validity), (start, start + values)]
    return True


class _Walk:
    """Walks over the nodes and buffers of a segment, and checks their lengths."""

    def __init__(self, segment: Segment, place: Place) -> None:
        self.place = place
        self.lengths, self.nodes = segment.message.buffer_lengths, segment.nodes
        self.node_at = self.start = self.last = 0
        self.ranges: list[Range] = []

    def count(self, expected: int | None) -> int:
        self.place.check(self.node_at < len(self.nodes), "segment: it has too few nodes")
        found = self.nodes[self.node_at]
        self.node_at += 1
        if expected is not None:
            self.place.equal(expected, found, "number of elements of a node")
        return found

    def node(self, kind: Type, nullable: bool, expected: int | None) -> None:
        count = self.count(expected)
        validity = self.next()
        self.place.check(
            validity == 0 or (nullable and validity == (count + 7) // 8),
            "length of a validity",
            validity,
        )
        k = kind.kind
        if k == t.STRUCT:
            for child in kind.children:
                self.node(child.type, child.nullable, count)
        elif k in t.BYTES or k in t.NESTED:
            self.place.equal(4 * (count + 1), self.next(), "length of the offsets")
            if k in t.BYTES:
                self.next()
            elif k == t.LIST:
                self.node(kind.children[0].type, kind.children[0].nullable, None)
            else:
                self.node(Type(t.STRUCT, children=kind.children), False, None)
        else:
            values = (count + 7) // 8 if k == t.BOOLEAN else count * kind.width
            self.place.equal(values, self.next(), "length of the values")

    def next(self) -> int:
        at = len(self.ranges)
        self.place.check(at < len(self.lengths), "segment: it has too few buffers")
        length = self.lengths[at]
        start = align(self.start, 64)
        self.start = start + length
        self.ranges.append((start, self.start))
        if length:
            self.last = self.start
        return int(length)

    def finish(self, length: int) -> None:
        self.place.equal(len(self.lengths), len(self.ranges), "number of buffers")
        self.place.equal(len(self.nodes), self.node_at, "number of nodes")
        self.place.equal(self.last, length, "end of the buffers of a segment")


def overlapping(segments: list[Segment], start: int, end: int) -> list[Segment]:
    """The segments that have any of the rows from `start` up to `end`."""
    if start == 0 and end >= segments[-1].first + segments[-1].rows:
        return segments
    low = bisect_right(segments, start, key=_first) - 1
    return segments[low : bisect_left(segments, end, key=_first)]


_first = attrgetter("first")
