# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the frame of files, and data files (SPEC.md, sections 4, 8 and 9)."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import IO, Any

import pyarrow as pa

from pyalbis import _proto
from pyalbis import _types as t
from pyalbis._encode import EncodedSegment, encode_column, encode_rows
from pyalbis._extents import StoredLayout, StoredLeaf, make_layout
from pyalbis._frame import DATA, EXTENTS, MAGIC, STATISTICS, TAIL
from pyalbis._measure import Measured, merge
from pyalbis._partition import list_partitions
from pyalbis._schema import ROW, ColumnGroup, Leaf, schema_message
from pyalbis._types import Field
from pyalbis._version import __version__
from pyalbis._wire import align, crc32c
from pyalbis.errors import UnsupportedTypeError

SEGMENT = 1 << 20
LARGE, PAGE = 65_536, 4096
MOST_OF_SEGMENT = 64 << 20
HEAD_LENGTH = 64


def serialized(message: Any) -> bytes:
    return bytes(message.SerializeToString(deterministic=True))


def head(kind: int) -> bytes:
    return (MAGIC + bytes([kind, 1, 0])).ljust(HEAD_LENGTH, b"\0")


def ending(kind: int, identifier: bytes, at: int, sections: list[tuple[int, int, bytes]], message: Any) -> bytes:
    """Padding, sections, footer and tail of a file whose body ends at an offset.

    The `sections` are kind, column group id and bytes. The message gets its description of them.
    """
    start = align(at, 64)
    message.sections.offset = start
    data = b"\0" * (start - at)
    for section, group, content in sorted(sections, key=lambda each: each[:2]):
        message.sections.kinds.append(section)
        message.sections.column_group_ids.append(group)
        message.sections.lengths.append(len(content))
        message.sections.crc32cs.append(crc32c(content))
        data += content
    footer = serialized(message)
    offset = at + len(data)
    tail = TAIL.pack(offset, len(footer), crc32c(footer), identifier, kind, 1, 0, 0, 0, 0, 0, 0, MAGIC)
    tail = tail[:52] + crc32c(tail[:52]).to_bytes(4, "little") + MAGIC
    return data + footer + tail


def metadata_file(kind: int, identifier: bytes, sections: list[tuple[int, int, bytes]], message: Any) -> bytes:
    """A snapshot or manifest."""
    return head(kind) + ending(kind, identifier, HEAD_LENGTH, sections, message)


class WrittenExtent:
    """An extent of a data file, for the manifest. `message` is as in the data file."""

    def __init__(self, group: int, layout: StoredLayout, message: Any, statistics: list[Measured]) -> None:
        self.group, self.layout, self.message, self.statistics = group, layout, message, statistics


class DataFileWriter:
    """Writes row groups to one data file."""

    def __init__(
        self,
        file: IO[bytes],
        fields: tuple[Field, ...],
        groups: tuple[ColumnGroup, ...],
        next_id: int,
        spec: Any = None,
    ) -> None:
        self.file, self.fields, self.groups, self.next_id, self.spec = file, fields, groups, next_id, spec
        self.file_id = os.urandom(16)
        self.at = HEAD_LENGTH
        self.row_counts: list[int] = []
        self.partitions: list[Any] = []
        self.extents: list[WrittenExtent] = []
        file.write(head(DATA))

    def row_group(
        self, arrays: dict[int, pa.Array], current: list[ColumnGroup], leaves: dict[int, Leaf], partition: Any = None
    ) -> list[WrittenExtent]:
        """Writes a row group of a partition. `current`: its column groups, in the order in which they are laid."""
        rows = len(next(iter(arrays.values())))
        number = len(self.row_counts)
        self.row_counts.append(rows)
        self.partitions.append(partition)
        written = []
        for group in current:
            stored = tuple(StoredLeaf(i, leaves[i].type, leaves[i].nullable) for i in group.leaf_ids)
            layout = make_layout(group.layout, stored)
            parts = [arrays[i] for i in group.leaf_ids]
            written.append(self._extent(group.id, layout, number, encode(layout, parts)))
        self.extents += written
        return written

    def _extent(self, group: int, layout: StoredLayout, number: int, segments: list[EncodedSegment]) -> WrittenExtent:
        large = any(one.length >= LARGE for one in segments)
        start = self._pad(PAGE if large else 64)
        message = _proto.Extent(row_group=number, offset=start)
        for one in segments:
            one.message.offset = self._pad(PAGE if one.length >= LARGE else 64) - start
            for part in one.parts:
                self.file.write(part)
            one.parts.clear()
            self.at += one.length
            message.segments.append(one.message)
        message.length = self.at - start
        statistics = [merge(each) for each in zip(*(one.statistics for one in segments))]
        message.statistics.extend(one.proto() for one in statistics)
        message.value_bytes = sum(one.value_bytes for one in statistics)
        return WrittenExtent(group, layout, message, statistics)

    def _pad(self, alignment: int) -> int:
        start = align(self.at, alignment)
        self.file.write(b"\0" * (start - self.at))
        self.at = start
        return start

    def finish(self, properties: dict[str, str] | None = None) -> Any:
        """Writes sections and footer. Returns the `DataFileRef` without its path."""
        message = _proto.DataFileFooter(
            file_id=self.file_id,
            row_count=sum(self.row_counts),
            created_by=created_by(),
            next_id=self.next_id,
        )
        message.schema.CopyFrom(schema_message(self.fields))
        message.column_groups.extend(g.proto() for g in self.groups if not g.retired)
        message.row_groups.row_counts.extend(self.row_counts)
        list_partitions(message.row_groups, self.partitions)
        if self.spec is not None and self.row_counts:
            message.partition_specs.add().CopyFrom(self.spec)
        message.properties.update(properties or {})
        sections = extent_sections(self.extents)
        if self.extents:
            sections.append((STATISTICS, 0, serialized(table_statistics(file_statistics(self.extents)))))
        data = ending(DATA, self.file_id, self.at, sections, message)
        self.file.write(data)
        footer = int.from_bytes(data[-56:-52], "little")
        return _proto.DataFileRef(length=self.at + len(data), file_id=self.file_id, footer_length=footer)


def created_by() -> str:
    return f"pyalbis {__version__}"


def extent_sections(extents: list[WrittenExtent]) -> list[tuple[int, int, bytes]]:
    """The sections of extents, whose `row_group` ascend within each group."""
    sections: dict[int, tuple[Any, list[StoredLayout]]] = {}
    for one in extents:
        section, layouts = sections.setdefault(one.group, (_proto.ColumnGroupSection(column_group_id=one.group), []))
        if one.layout not in layouts:
            layouts.append(one.layout)
            section.layouts.append(one.layout.proto())
        one.message.layout = layouts.index(one.layout)
        section.extents.append(one.message)
    return [(EXTENTS, group, serialized(section)) for group, (section, _) in sections.items()]


def file_statistics(extents: list[WrittenExtent]) -> list[Measured]:
    """Statistics of all rows for each leaf."""
    parts: dict[int, list[Measured]] = {}
    for one in extents:
        for each in one.statistics:
            parts.setdefault(each.field_id, []).append(each)
    return [merge(each) for each in parts.values()]


def no_statistics(leaves: list[Leaf]) -> list[Measured]:
    """Statistics of no rows."""
    return [Measured(leaf.type, leaf.id) for leaf in leaves]


def table_statistics(statistics: list[Measured]) -> Any:
    return _proto.TableStatistics(columns=[one.proto() for one in statistics])


# ------------------------------------------------------------------ segments


def encode(layout: StoredLayout, arrays: list[pa.Array]) -> list[EncodedSegment]:
    """The segments of a row group, of about 1 MiB each."""
    if layout.layout == ROW:
        make: Callable[[list[pa.Array]], EncodedSegment] = lambda parts: encode_rows(layout, parts)  # noqa: E731
    else:
        make = lambda parts: encode_column(layout.leaves[0], parts[0])  # noqa: E731
    rows = len(arrays[0])
    width = max(1, estimated_bytes(layout, arrays))
    step = max(64, min(1 << 22, SEGMENT * rows // width) // 64 * 64)
    found: list[EncodedSegment] = []
    for start in range(0, rows, step):
        _encode_part(make, [a.slice(start, step) for a in arrays], found)
    return found


def _encode_part(
    make: Callable[[list[pa.Array]], EncodedSegment], arrays: list[pa.Array], found: list[EncodedSegment]
) -> None:
    """Adds a segment, or several if it would be too long."""
    rows = len(arrays[0])
    if rows > 1 and sum(a.nbytes for a in arrays) > MOST_OF_SEGMENT:
        half = align(rows // 2, 64) if rows > 128 else rows // 2
        _encode_part(make, [a.slice(0, half) for a in arrays], found)
        _encode_part(make, [a.slice(half) for a in arrays], found)
        return
    one = make(arrays)
    if one.length > (1 << 31) - 4096:
        raise UnsupportedTypeError("Cannot write: a value is longer than 2 GiB")
    found.append(one)


def estimated_bytes(layout: StoredLayout, arrays: list[pa.Array]) -> int:
    """About the bytes of the segments of arrays."""
    if layout.layout == ROW:
        texts = (int(a.nbytes) for leaf, a in zip(layout.leaves, arrays) if leaf.type.kind in t.BYTES)
        return len(arrays[0]) * layout.stride + sum(texts)
    return int(arrays[0].nbytes)
