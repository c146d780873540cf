# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The values of segments (SPEC.md, sections 12, 13 and 16)."""
import struct

from albis_files import Buffers
from albis_schema import (BOOLEAN, BYTES, COLUMN, LIST, MAP, STRUCT, check_widening, value_of,
                          widen, width)
from albis_wire import Message


def segment_values(segment, layout, wanted, data, place):
    """The values of a segment: field id -> list. `wanted` has the fields of the schema by the
    id of their leaf; other leaves are skipped."""
    if layout.layout == COLUMN:
        leaf = layout.leaves[0]
        if leaf.field_id not in wanted:
            return {}
        return {leaf.field_id: ColumnReader(segment, data, place).read(
            leaf, wanted[leaf.field_id])}
    return row_values(segment, layout, wanted, data, place)


class ColumnReader:
    """Reads the nodes of a segment in column layout, whose lengths have been checked."""

    def __init__(self, segment, data, place):
        self.segment, self.data, self.place = segment, data, place

    def read(self, leaf, field):
        shape = Buffers(self.segment, self.place)
        shape.node(leaf.type, leaf.nullable, self.segment.row_count)
        self.ranges, self.counts = iter(shape.ranges), iter(self.segment.node_lengths)
        if leaf.type.kind == STRUCT:
            count = next(self.counts)
            return [True if valid else None for valid in self.bits(count, empty=True)]
        return self.node(leaf.type, field.type, None)

    def buffer(self):
        start, end = next(self.ranges)
        return self.data[start:end]

    def bits(self, count, empty):
        bits = self.buffer()
        if len(bits) == 0:
            return [empty] * count
        return [bits[i >> 3] >> (i & 7) & 1 == 1 for i in range(count)]

    def offsets(self, count, end):
        """Offsets are checked in any case. `end`: what the last one must be, None: any."""
        offsets = struct.unpack("<%di" % (count + 1), self.buffer())
        self.place.check(offsets[0] == 0 and all(a <= b for a, b in zip(offsets, offsets[1:])),
                         "offsets decrease")
        self.place.check(end is None or offsets[-1] == end, "the last offset")
        return list(zip(offsets, offsets[1:]))

    def node(self, stored, wanted, expected):
        """The elements of a node as values of the wanted type; None as type: not wanted."""
        count = next(self.counts)
        self.place.check(expected in (None, count), "%d elements, not %s", count, expected)
        valid = self.bits(count, empty=True)
        k = stored.kind
        if wanted is not None and k in (STRUCT, LIST, MAP):
            self.place.check(wanted.kind == k, "stored as another type")
        if k == STRUCT:
            values = self.struct(stored, wanted, count)
        elif k in (LIST, MAP):
            values = self.repeated(stored, wanted, count)
        elif k in BYTES:
            start = list(self.ranges)
            self.ranges = iter(start)
            size = start[1][1] - start[1][0]
            offsets = self.offsets(count, size)
            data = self.buffer()
            values = [value_of(stored, data[a:b], self.place) for a, b in offsets]
            if wanted is not None:
                check_widening(stored, wanted, self.place)
        elif k == BOOLEAN:
            values = self.bits(count, empty=None)
            if wanted is not None:
                check_widening(stored, wanted, self.place)
        else:
            values = self.fixed(stored, wanted, count)
        return [value if ok else None for value, ok in zip(values, valid)]

    def fixed(self, stored, wanted, count):
        data, w = self.buffer(), width(stored)
        if wanted is None:
            return [None] * count
        check_widening(stored, wanted, self.place)
        return [value_of(wanted, widen(wanted, data[i * w:i * w + w]), self.place)
                for i in range(count)]

    def struct(self, stored, wanted, count):
        fields = {f.id: f for f in wanted.children} if wanted else {}
        read = {}
        for child in stored.children:
            field = fields.get(child.id)
            check_nullable(child, field, self.place)
            read[child.id] = self.node(child.type, field and field.type, count)
        columns = [read[f.id] if f.id in read else [missing(f, self.place)] * count
                   for f in (wanted.children if wanted else [])]
        return [[column[i] for column in columns] for i in range(count)]

    def repeated(self, stored, wanted, count):
        pairs = self.offsets(count, None)
        total = pairs[-1][1] if pairs else 0
        fields = wanted.children if wanted else [None] * len(stored.children)
        for child, field in zip(stored.children, fields):
            self.place.check(field is None or field.id == child.id, "element id %d", child.id)
            check_nullable(child, field, self.place)
        if stored.kind == MAP:
            self.place.check(next(self.counts) == total, "entries of a map")
            self.buffer()
        columns = [self.node(child.type, field and field.type, total)
                   for child, field in zip(stored.children, fields)]
        elements = columns[0] if stored.kind == LIST else [list(e) for e in zip(*columns)]
        return [elements[a:b] for a, b in pairs]


def check_nullable(stored, field, place):
    place.check(field is None or field.nullable or not stored.nullable,
                "field %d is stored nullable, but required", stored.id)


def missing(field, place):
    """The value of a field that is not stored (section 16)."""
    if field.has_initial_default:
        return value_of(field.type, widen(field.type, field.initial_default), place)
    if field.nullable:
        return None
    place.check(field.type.kind == STRUCT, "field %d has no values and no default", field.id)
    return [missing(child, place) for child in field.type.children]


def row_values(segment, layout, wanted, data, place):
    rows, stride = segment.row_count, layout.stride
    variable = data[stride * rows:]
    columns = {}
    for leaf in layout.leaves:
        if leaf.field_id in wanted:
            columns[leaf.field_id] = [
                row_value(leaf, layout, wanted[leaf.field_id].type,
                          data[i * stride:i * stride + stride], variable, place)
                for i in range(rows)]
    return columns


def row_value(leaf, layout, wanted, row, variable, place):
    bit = layout.bits.get(leaf.field_id)
    is_null = bit is not None and row[bit // 8] >> bit % 8 & 1
    if leaf.type.kind == STRUCT:
        return None if is_null else True
    at = layout.offsets[leaf.field_id]
    if leaf.type.kind not in BYTES:
        if is_null:
            return None
        return value_of(wanted, widen(wanted, row[at:at + width(leaf.type)]), place)
    start, length = struct.unpack("<II", row[at:at + 8])
    place.check(start + length <= len(variable), "a value outside of the variable area")
    return None if is_null else value_of(leaf.type, variable[start:start + length], place)
