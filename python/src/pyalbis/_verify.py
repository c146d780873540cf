# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""A verifier: reads everything, and checks everything (SPEC.md, sections 21 and 22)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa

from pyalbis import _types as t
from pyalbis._columns import check_stored, decode_column
from pyalbis._dataset import Dataset, Table
from pyalbis._extents import Extent, Segment, StoredLeaf, make_layout
from pyalbis._frame import DATA, MAGIC, Frame
from pyalbis._plan import chosen
from pyalbis._schema import ROW
from pyalbis._snapshot import Snapshot, snapshot_ids
from pyalbis._source import DataFile, Manifest, Source
from pyalbis._transforms import accepts, is_known, result_lengths
from pyalbis._types import MAX_STRIDE, Type
from pyalbis._verify_content import TYPES, check_summary, stored_arrays, summary_of
from pyalbis._verify_rows import RowGroupColumns, Totals
from pyalbis._wire import Place, crc32c
from pyalbis.errors import AlbisError

LARGE, PAGE = 65_536, 4096


def verify(dataset: Dataset) -> list[AlbisError]:
    """All problems of a table or file that is open."""
    return _Verifier(dataset).run()


class _Verifier:
    def __init__(self, dataset: Dataset) -> None:
        self.dataset, self.head, self.place = dataset, dataset.head, dataset.head.place
        self.found: list[AlbisError] = []
        self.sources: list[Source] = []
        self.used: dict[str, list[tuple[int, int]]] = {}  # offset and end of extents that manifests use, by file

    def run(self) -> list[AlbisError]:
        dataset = self.dataset
        self.step(self.defaults)
        readable = not self.found
        for check in (self.groups, self.ids, self.specs):
            self.step(check)
        if isinstance(dataset, Table):
            self.step(frame, dataset.head.frame)
            self.step(self.bounds)
            self.step(self.history, dataset)
        self.step(lambda: self.sources.extend(dataset.sources()))
        if isinstance(dataset, Table):
            self.step(self.row_group_numbers)
        for source in self.sources:
            self.step(self.partitions, source)
            if isinstance(source, Manifest):
                self.step(self.manifest, source)
        self.step(self.disjoint)
        for file in self.data_files():
            self.step(self.data_file, file)
        totals = Totals(self.head)
        for source in self.sources if readable else ():
            for position in range(len(source.row_groups.counts)):
                self.step(self.row_group, source, position, totals)
        if not self.found:
            self.step(totals.check, dataset, self.sources)
        return self.found

    def step(self, check: Callable[..., Any], *arguments: Any) -> None:
        try:
            check(*arguments)
        except AlbisError as error:
            self.found.append(error)

    # -------------------------------------------------------------- schema and snapshot

    def defaults(self) -> None:
        for field in (below for top in self.head.fields for below in top.below()):
            for value in (field.initial_default, field.write_default):
                valid = value is None or is_valid_value(field.type, value)
                self.place.check(valid, f"default of field {field.name}: it is no value of {field.type}")

    def groups(self) -> None:
        fields = {below.id for field in self.head.fields for below in field.below()}
        leaves = self.head.by_id
        for group in self.head.groups.listed:
            unknown = [i for i in group.leaf_ids if i not in leaves]
            self.place.check(not unknown, f"leaf of column group {group.id}", unknown or None)
            implicit = group.retired and group.leaf_ids == (group.id,)
            self.place.check(implicit or group.id not in fields, f"column group {group.id}: a field has this id")
            if group.layout == ROW:
                nested = [i for i in group.leaf_ids if leaves[i].type.kind in (t.LIST, t.MAP)]
                self.place.check(not nested, f"list or map in rows of column group {group.id}", nested or None)
                stored = (leaves[i] for i in group.leaf_ids)
                layout = make_layout(ROW, tuple(StoredLeaf(x.id, x.type, x.nullable) for x in stored))
                self.place.check(layout.stride <= MAX_STRIDE, f"stride of column group {group.id}", layout.stride)

    def ids(self) -> None:
        message = self.head.message
        ids = [below.id for field in self.head.fields for below in field.below()]
        listed = self.head.groups.listed
        ids += [g.id for g in listed if not (g.retired and g.leaf_ids == (g.id,))]
        meanings: dict[int, tuple[int, int, int]] = {}
        for spec in message.partition_specs:
            for field in spec.fields:
                meaning = (field.source_id, field.transform, field.parameter)
                same = meanings.setdefault(field.id, meaning) == meaning
                self.place.check(same, f"partition fields: two of id {field.id} differ")
        ids += meanings
        self.place.check(len(set(ids)) == len(ids), "ids: one is used twice")
        self.place.check(max(ids, default=0) < message.next_id, "next_id", message.next_id)

    def specs(self) -> None:
        for spec in self.head.message.partition_specs:
            names = [field.name for field in spec.fields]
            self.place.check(all(names) and len(set(names)) == len(names), f"names of partition spec {spec.id}")
            for field in spec.fields:
                leaf = self.head.by_id.get(field.source_id)
                fits = leaf is None or not is_known(field) or accepts(field.transform, leaf.type)
                current = spec.id == getattr(self.head.message, "partition_spec_id", 0)
                exists = leaf is not None or not current
                self.place.check(fits and exists, f"source of partition field {field.name}")
        for order in self.head.message.sort_orders:
            for field in order.fields:
                leaf = self.head.by_id.get(field.leaf_id)
                self.place.check(leaf is None or leaf.type.kind not in t.NESTED, f"leaf of sort order {order.id}")

    def bounds(self) -> None:
        for ref in self.head.message.manifests:
            self.head.check_bounds(ref, self.head.by_id)

    def history(self, table: Table) -> None:
        existing = snapshot_ids(table.storage)
        message = self.head.message
        for tag in message.tags:
            self.place.check(tag.snapshot_id in existing, f"snapshot of tag {tag.name}", tag.snapshot_id)
        for number in existing:
            if number < table.snapshot_id:
                older = Snapshot(table.storage, number).message
                self.place.check(older.next_id <= message.next_id, "next_id, which decreases", message.next_id)
                self.place.check(older.next_row_group_id <= message.next_row_group_id, "next_row_group_id")

    def row_group_numbers(self) -> None:
        numbers: list[int] = []
        for source in self.sources:
            assert isinstance(source, Manifest)
            numbers += [source.ref.row_group_base + i for i in source.row_groups.indexes]
        self.place.check(len(set(numbers)) == len(numbers), "row groups: two have the same number")
        limit = self.head.message.next_row_group_id
        self.place.check(max(numbers, default=-1) < limit, "next_row_group_id", limit)

    # -------------------------------------------------------------- manifests and data files

    def manifest(self, manifest: Manifest) -> None:
        frame(manifest.frame)
        total = 0
        for group in manifest.groups():
            for extent in manifest.extents(group).values():
                a = extent.message
                total += a.length
                file = manifest.data_file(a.file)
                if a.length:
                    self.used.setdefault(file.name, []).append((extent.offset, extent.offset + a.length))
                b = manifest.same_extent(extent, file).message
                extent.place.equal(b.value_bytes, a.value_bytes, "value bytes of an extent")
                extent.place.check(list(a.statistics) == list(b.statistics), "statistics of an extent: they differ")
                same = not a.segments or list(a.segments) == list(b.segments)
                extent.place.check(same, "segments of an extent: they differ from those of the data file")
                flags = file.frame.tail[2] & ~manifest.frame.tail[2]
                manifest.place.check(not flags, "flags: those of a data file are missing")
        self.place.equal(manifest.ref.data_bytes, total, "data bytes of a manifest")

    def disjoint(self) -> None:
        for name, ranges in self.used.items():
            ranges.sort()
            for (_, end), (start, _) in pairwise(ranges):
                Place(name, start).check(start >= end, "extent: another one of the table uses its bytes")

    def partitions(self, source: Source) -> None:
        specs = {spec.id: spec for spec in self.head.message.partition_specs}
        seen: set[bytes] = set()
        for each in source.row_groups.partitions:
            key = each.SerializeToString(deterministic=True)
            source.place.check(key not in seen, "partitions: one occurs twice")
            seen.add(key)
            if each.spec_id == 0:
                continue
            source.place.check(each.spec_id in specs, "partition spec", each.spec_id)
            fields = specs[each.spec_id].fields
            source.place.equal(len(fields), len(each.values), "number of values of a partition")
            for n, (field, value) in enumerate(zip(fields, each.values)):
                leaf = self.head.by_id.get(field.source_id)
                if leaf is not None and is_known(field) and n not in each.nulls:
                    lengths = result_lengths(field, leaf.type)
                    fits = lengths is None or len(value) in lengths
                    source.place.check(fits, "length of a value of a partition", len(value))
        orders = {order.id for order in self.head.message.sort_orders} | {0}
        unknown = set(source.row_groups.sort_orders) - orders
        source.place.check(not unknown, "sort order of a row group", unknown or None)

    def data_files(self) -> Iterable[DataFile]:
        """Each data file once."""
        files: dict[str, DataFile] = {}
        for source in self.sources:
            if isinstance(source, DataFile):
                files[source.name] = source
            elif isinstance(source, Manifest):
                for position, ref in enumerate(source.files):
                    try:
                        files.setdefault(ref.path, source.data_file(position))
                    except AlbisError as error:
                        self.found.append(error)
        return files.values()

    def data_file(self, file: DataFile) -> None:
        frame(file.frame)
        extents = [e for group in file.groups() for e in file.extents(group).values()]
        end = 64
        for extent in sorted(extents, key=lambda e: (e.offset, e.message.length)):
            message = extent.message
            total = sum(s.value_bytes for s in message.statistics)
            extent.place.equal(total, message.value_bytes, "value bytes of an extent")
            disjoint = extent.offset >= end
            Place(file.name, extent.offset).check(disjoint, "offset of an extent: it overlaps another")
            end = max(end, extent.offset + message.length)
        at = 64
        segments = sorted((e.offset + s.offset, s.length) for e in extents for s in e.segments())
        for start, length in [*segments, (file.frame.message.sections.offset, 0)]:
            zero(file.frame, at, start)
            at = max(at, start + length)
            aligned = length < LARGE or start % PAGE == 0
            Place(file.name, start).check(aligned, "offset of a large segment", start)

    # -------------------------------------------------------------- values

    def row_group(self, source: Source, position: int, totals: Totals) -> None:
        columns = RowGroupColumns(self.head, source, position)
        for group in source.groups():
            extent = source.extents(group).get(position)
            if extent is not None:
                self.extent(source, extent, columns)
        chosen(self.head, source, position, self.head.leaves)
        columns.check()
        totals.add(columns)

    def extent(self, source: Source, extent: Extent, columns: RowGroupColumns) -> None:
        name, blob, found = source.data_of(extent)
        parts: dict[int, list[pa.Array]] = {leaf.id: [] for leaf in extent.layout.leaves}
        for segment in found.segments():
            at = extent.offset + segment.offset
            place = Place(name, at)
            data = blob.read(at, segment.length)
            place.equal(segment.crc, crc32c(data), "checksum of a segment")
            arrays = stored_arrays(extent.layout, segment, data, place)
            self.nested(found, segment, data, place)
            for leaf, one in zip(extent.layout.leaves, segment.message.statistics):
                check_summary(one, summary_of(leaf.type, leaf.id, arrays[leaf.id]), found.place, "of a segment")
                parts[leaf.id].append(arrays[leaf.id])
        for leaf, one in zip(extent.layout.leaves, extent.message.statistics):
            array = pa.concat_arrays(parts[leaf.id])
            check_summary(one, summary_of(leaf.type, leaf.id, array), extent.place, "of an extent")
            wanted = self.head.by_id.get(leaf.id)
            if wanted is None:
                continue
            check_stored(leaf.type, leaf.nullable, wanted.field, wanted.nullable, extent.place)
            extent.place.check(leaf.id not in columns.stored, f"leaf {leaf.id}: it is stored twice")
            candidates = self.head.groups.candidates(leaf.id)
            where = f"leaf {leaf.id}: it is not looked for in column group {extent.group}"
            extent.place.check(extent.group in candidates, where)
            columns.stored[leaf.id] = (array, leaf.type, name)

    def nested(self, extent: Extent, segment: Segment, data: pa.Buffer, place: Place) -> None:
        """Checks that a list or map can be read as the type in the schema."""
        leaf = extent.layout.leaves[0]
        wanted = self.head.by_id.get(leaf.id)
        if wanted is not None and leaf.type.kind in (t.LIST, t.MAP) and wanted.type.kind == leaf.type.kind:
            decode_column(leaf, wanted.field, segment, data, TYPES, place)


def is_valid_value(kind: Type, data: bytes) -> bool:
    """Whether a value in plain encoding, of the length of its type, is one (SPEC.md, section 5)."""
    k = kind.kind
    if k == t.STRING:
        try:
            data.decode()
        except UnicodeDecodeError:
            return False
        return True
    number = int.from_bytes(data, "little", signed=True)
    if k == t.DECIMAL:
        return bool(abs(number) < 10**kind.precision)
    if k == t.TIME:
        return bool(0 <= number < 86_400 * 1000**kind.unit)
    return k != t.BOOLEAN or data in (b"\0", b"\1")


def frame(one: Frame) -> None:
    """Head, padding before the sections, and checksums of all sections."""
    major, minor, _, _ = one.tail
    head = one.blob.read(0, 16).to_pybytes()
    Place(one.name, 0).check(head == MAGIC + bytes([one.kind, major, minor]) + bytes(5), "head")
    zero(one, 16, 64 if one.kind == DATA else one.message.sections.offset)
    for kind, group in one.sections:
        one.section(kind, group)


def zero(one: Frame, start: int, end: int) -> None:
    if end > start:
        used = np.flatnonzero(np.frombuffer(one.blob.read(start, end - start), np.uint8))
        if len(used):
            Place(one.name, start + int(used[0])).fail("padding: it is not zero")
