# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the segments of a row group, and assembles its columns (SPEC.md, sections 12, 13 and 16)."""

from __future__ import annotations

from concurrent.futures import Executor
from itertools import pairwise
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from pyalbis import _types as t
from pyalbis._arrow import ArrowTypes
from pyalbis._columns import AllPresent, constant_width, decode_column, missing, plain_array
from pyalbis._extents import Segment, overlapping
from pyalbis._io import Blob
from pyalbis._plan import ChosenExtent, RowGroupPlan, Rows
from pyalbis._rows import RowSegment
from pyalbis._schema import ROW, Leaf
from pyalbis._types import Field
from pyalbis._wire import Place, crc32c

MAX_CONSTANT = 4 << 20  # bytes of an array of one value


class SegmentReader:
    """Reads segments. The content of a segment in mapped memory is checked once."""

    def __init__(self, types: ArrowTypes, checksums: bool) -> None:
        self.types, self.checksums = types, checksums

    def fetch(self, plan: RowGroupPlan, executor: Executor | None) -> dict[int, pa.Buffer]:
        """The bytes of the segments that a row group needs, by the identity of the segment.

        Neighbours in a file are read by one request, whatever columns they are of.
        """
        wanted: dict[int, tuple[Blob, list[tuple[int, Segment]]]] = {}
        for one in plan.extents:
            assert one.blob is not None
            _, members = wanted.setdefault(id(one.blob), (one.blob, []))
            needed = {id(s): s for start, end in plan.ranges for s in overlapping(one.segments, start, end)}
            members += [(one.extent.offset + s.offset, s) for s in needed.values()]
        found: dict[int, pa.Buffer] = {}
        for blob, members in wanted.values():
            buffers = blob.read_many([(at, s.length) for at, s in members], executor)
            found |= {id(s): data for (_, s), data in zip(members, buffers)}
        return found

    def extent(
        self, one: ChosenExtent, ranges: list[Rows], buffers: dict[int, pa.Buffer]
    ) -> list[tuple[Leaf, list[pa.Array]]]:
        """For each leaf the arrays of its rows in ranges."""
        columns: list[tuple[Leaf, list[pa.Array]]] = [(leaf, []) for leaf in one.leaves]
        last: Segment | None = None
        arrays: list[Any] = []
        for start, end in ranges:
            for segment in overlapping(one.segments, start, end):
                if segment is not last:
                    last, arrays = segment, self.segment(one, segment, buffers[id(segment)])
                low, high = max(start, segment.first), min(end, segment.first + segment.rows)
                for (_, chunks), array in zip(columns, arrays):
                    part = array
                    if high - low < segment.rows or isinstance(array, AllPresent):
                        part = array.slice(low - segment.first, high - low)
                    chunks.append(part)
        return columns

    def segment(self, one: ChosenExtent, segment: Segment, data: pa.Buffer) -> list[pa.Array]:
        """The arrays of the wanted leaves in a segment."""
        if not segment.trusted:
            self._check(one, segment, data)
        assert one.blob is not None
        if one.plain is not None:
            found = [plain_array(one.plain, one.leaves[0].field.nullable, segment, data)]
            segment.trusted = one.blob.mapped
            return found
        layout, place = one.extent.layout, Place(one.name, one.extent.offset + segment.offset)
        if layout.layout == ROW:
            rows = RowSegment(layout, segment, data, self.types, place)
            stored = {leaf.id: leaf for leaf in layout.leaves}
            found = [rows.decode(stored[leaf.id], leaf.field) for leaf in one.leaves]
        else:
            (leaf,) = one.leaves
            found = [decode_column(layout.leaves[0], leaf.field, segment, data, self.types, place)]
        segment.trusted = one.blob.mapped
        return found

    def _check(self, one: ChosenExtent, segment: Segment, data: pa.Buffer) -> None:
        """Checks length and checksum of a segment, once for each range of a mapped file."""
        at = one.extent.offset + segment.offset
        place = Place(one.name, at)
        place.equal(segment.length, data.size, "length of a segment")
        if not self.checksums:
            return
        assert one.blob is not None
        verified, key = one.blob.verified, (at, segment.length, segment.crc)
        if verified is None or key not in verified:
            place.equal(segment.crc, crc32c(data), "checksum of a segment")
            if verified is not None:
                verified.add(key)

    def row_group(
        self, plan: RowGroupPlan, fields: list[Field], schema: pa.Schema, executor: Executor | None
    ) -> pa.Table:
        """The columns of the rows of a row group. The extents of the plan are open. `schema`: of the fields."""
        columns: dict[int, list[pa.Array]] = {}
        buffers = self.fetch(plan, executor)
        if executor is not None and len(plan.extents) > 1:
            parts = list(executor.map(lambda one: self.extent(one, plan.ranges, buffers), plan.extents))
        else:
            parts = [self.extent(one, plan.ranges, buffers) for one in plan.extents]
        for part in parts:
            for leaf, chunks in part:
                columns[leaf.id] = chunks
        rows = sum(end - start for start, end in plan.ranges)
        assembly = _Assembly(columns, rows, self.types, plan.source.place)
        arrays = [assembly.column(field) for field in fields]
        return pa.Table.from_arrays(arrays, schema=schema)


class _Assembly:
    """Makes columns of leaves: structs with their presence, and values that are not stored."""

    def __init__(self, columns: dict[int, list[pa.Array]], rows: int, types: ArrowTypes, place: Place) -> None:
        self.columns, self.rows, self.types, self.place = columns, rows, types, place

    def column(self, field: Field) -> pa.ChunkedArray:
        return pa.chunked_array(self.chunks(field, False), self.types.type(field.type))

    def chunks(self, field: Field, nullable: bool) -> list[pa.Array]:
        """The arrays of a field. `nullable`: whether an enclosing struct is nullable."""
        stored_nullable = nullable or field.nullable
        if field.type.kind != t.STRUCT:
            found = self.columns.get(field.id)
            if found is None:
                one = missing(field, self.constant_rows(field), self.types, self.place, stored_nullable)
                found = self.constant(one)
            return found
        parts = [self.chunks(child, stored_nullable) for child in field.type.children]
        presence = self.columns.get(field.id) if field.nullable else None
        if field.nullable and presence is None:  # the struct was added after these rows
            return self.constant(pa.nulls(self.constant_rows(field), self.types.type(field.type)))
        aligned = align_chunks([*parts, presence] if presence is not None else parts)
        fields = [self.types.field(child) for child in field.type.children]
        made = []
        for arrays in aligned:
            mask = None if presence is None else pc.invert(arrays.pop())
            children = [_required(a, f) for a, f in zip(arrays, fields)]
            made.append(pa.StructArray.from_arrays(children, fields=fields, mask=mask))
        return made

    def constant_rows(self, field: Field) -> int:
        """The rows of an array that is repeated for a field that is not stored."""
        return min(self.rows, max(1, MAX_CONSTANT // constant_width(field)))

    def constant(self, one: pa.Array) -> list[pa.Array]:
        """An array repeated until it has all rows."""
        if len(one) == self.rows:
            return [one]
        whole, rest = divmod(self.rows, len(one))
        return [one] * whole + ([one.slice(0, rest)] if rest else [])


def _required(array: pa.Array, field: pa.Field) -> pa.Array:
    """Values of a required field of a struct, where nulls of the struct do not count as nulls of the field."""
    if field.nullable or array.null_count == 0 or pa.types.is_null(array.type):
        return array
    if isinstance(array.type, pa.BaseExtensionType):
        return pa.ExtensionArray.from_storage(array.type, _required(array.storage, field))
    if pa.types.is_struct(array.type):
        return array
    buffers = array.buffers()
    if pa.types.is_list(array.type) or pa.types.is_map(array.type):
        children = [array.values if pa.types.is_list(array.type) else _entries(array)]
        return pa.Array.from_buffers(array.type, len(array), [None, buffers[1]], 0, array.offset, children=children)
    return pa.Array.from_buffers(array.type, len(array), [None, *buffers[1:]], 0, array.offset)


def _entries(array: pa.MapArray) -> pa.StructArray:
    kind = pa.struct([array.type.key_field, array.type.item_field])
    return pa.StructArray.from_arrays([array.keys, array.items], fields=list(kind))


def align_chunks(columns: list[list[pa.Array]]) -> list[list[Any]]:
    """Cuts columns of equal length so that all have chunks of the same lengths."""
    cuts = [0]
    boundaries = set()
    for chunks in columns:
        at = 0
        for chunk in chunks:
            at += len(chunk)
            boundaries.add(at)
    cuts += sorted(boundaries - {0})
    found: list[list[Any]] = [[] for _ in pairwise(cuts)]
    for chunks in columns:
        part, chunk_at = 0, 0
        for chunk in chunks:
            end = chunk_at + len(chunk)
            while part < len(found) and cuts[part + 1] <= end:
                start = cuts[part] - chunk_at
                length = cuts[part + 1] - cuts[part]
                whole = start == 0 and length == len(chunk)
                found[part].append(chunk if whole else chunk.slice(start, length))
                part += 1
            chunk_at = end
    return found
