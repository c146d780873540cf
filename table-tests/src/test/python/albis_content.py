# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Decodes segments with all checks of a verifier (SPEC.md, sections 5, 12, 13 and 14)."""
import struct

from albis_files import Buffers
from albis_schema import (BOOLEAN, BYTES, DECIMAL, DOUBLE, FIXED_BINARY, FLOAT, LIST, NESTED, ROW,
                          STRING, STRUCT, TIME, UUID, integer, width)
from albis_wire import Message

DAY = {1: 86_400_000, 2: 86_400_000_000, 3: 86_400_000_000_000}


class Column:
    """A leaf in a segment: plain values (None: null), and their value bytes."""

    def __init__(self, values, weights):
        self.values, self.weights = values, weights


def columns_of(segment, layout, data, place):
    """Field id -> Column."""
    if layout.layout == ROW:
        return rows_of(segment, layout, data, place)
    leaf = layout.leaves[0]
    return {leaf.field_id: Nodes(segment, leaf, data, place).column()}


class Nodes:
    def __init__(self, segment, leaf, data, place):
        self.leaf, self.data, self.place = leaf, data, place
        shape = Buffers(segment, place)
        shape.node(leaf.type, leaf.nullable, segment.row_count)
        end = 0
        for start, stop in shape.ranges:
            place.check(not any(data[end:start]), "padding between buffers is not 0")
            end = max(end, stop)
        self.ranges, self.counts = iter(shape.ranges), iter(segment.node_lengths)

    def column(self):
        kind = self.leaf.type
        if kind.kind == STRUCT:
            valid = self.bits(next(self.counts), "validity") or []
            return Column([b"" if v else None for v in valid], [0] * len(valid))
        return Column(*self.node(kind, None))

    def buffer(self):
        start, end = next(self.ranges)
        return self.data[start:end]

    def bits(self, count, what):
        buffer = self.buffer()
        if not len(buffer) and what == "validity":
            return [True] * count
        if count % 8:
            self.place.check(not buffer[-1] >> count % 8, "unused bits of the %s", what)
        return [buffer[i >> 3] >> (i & 7) & 1 == 1 for i in range(count)]

    def node(self, kind, present):
        """Values and weights of the elements; `present`: where enclosing structs are not null."""
        count = next(self.counts)
        valid = self.bits(count, "validity")
        if present is not None:
            valid = [a and b for a, b in zip(valid, present)]
        k = kind.kind
        if k == STRUCT:
            parts = [self.node(child.type, valid)[1] for child in kind.children]
            weights = [sum(w) for w in zip(*parts)] if parts else []
            weights = [w if v else 0 for w, v in zip(weights, valid)]
            values = [b""] * count
        elif k in BYTES:
            offsets = self.offsets(count, valid)
            data = self.buffer()
            values = [bytes(data[a:b]) for a, b in offsets]
            weights = [b - a for a, b in offsets]
        elif k in NESTED:
            offsets = self.offsets(count, valid)
            children = kind.children
            if k == LIST:
                below = self.node(children[0].type, None)[1]
            else:
                entries = Message()
                entries.kind, entries.children = STRUCT, children
                below = self.node(entries, None)[1]
            values, weights = [b""] * count, [sum(below[a:b]) for a, b in offsets]
        else:
            values, weights = self.fixed(kind, count, valid)
        for one, ok in zip(values, valid):
            if ok:
                check_valid(kind, one, self.place)
        return [one if ok else None for one, ok in zip(values, valid)], weights

    def offsets(self, count, valid):
        offsets = struct.unpack("<%di" % (count + 1), self.buffer())
        pairs = list(zip(offsets, offsets[1:]))
        self.place.check(all(ok or a == b for (a, b), ok in zip(pairs, valid)),
                         "a null element is not empty")
        return pairs

    def fixed(self, kind, count, valid):
        w = width(kind)
        if kind.kind == BOOLEAN:
            values = [b"\1" if bit else b"\0" for bit in self.bits(count, "values")]
        else:
            data = self.buffer()
            values = [bytes(data[i * w:i * w + w]) for i in range(count)]
        self.place.check(all(ok or not any(v) for v, ok in zip(values, valid)),
                         "a null element is not 0")
        return values, [w if ok else 0 for ok in valid]


def rows_of(segment, layout, data, place):
    columns = {leaf.field_id: Column([], []) for leaf in layout.leaves}
    stride = layout.stride
    variable = data[stride * segment.row_count:]
    words = (len(layout.bits) + 63) // 64 * 8
    for i in range(segment.row_count):
        row = data[i * stride:i * stride + stride]
        place.check(not int.from_bytes(row[:words], "little") >> len(layout.bits),
                    "unused null bits")
        end = words
        for leaf in layout.leaves:
            bit = layout.bits.get(leaf.field_id)
            is_null = bit is not None and row[bit // 8] >> bit % 8 & 1
            column, k = columns[leaf.field_id], leaf.type.kind
            if k == STRUCT:
                column.values.append(None if is_null else b"")
                column.weights.append(0)
                continue
            at = layout.offsets[leaf.field_id]
            value = bytes(row[at:at + width(leaf.type)])
            end = max(end, at + len(value))
            place.check(not is_null or not any(value), "a null field is not 0")
            if k in BYTES and not is_null:
                start, length = struct.unpack("<II", value)
                place.check(start + length <= len(variable), "value outside the variable area")
                value = bytes(variable[start:start + length])
            if not is_null:
                check_valid(leaf.type, value, place)
            column.values.append(None if is_null else value)
            column.weights.append(0 if is_null else len(value))
        place.check(not any(row[end:]), "padding of a row is not 0")
    return columns


def check_valid(kind, value, place):
    """The invalid values of section 5."""
    k = kind.kind
    if k == BOOLEAN:
        place.check(value[0] <= 1, "boolean %d", value[0])
    elif k == DECIMAL:
        place.check(abs(integer(value)) < 10 ** kind.precision, "decimal %d", integer(value))
    elif k == TIME:
        place.check(0 <= integer(value) < DAY[kind.unit], "time %d", integer(value))
    elif k == STRING:
        try:
            value.decode("utf-8")
        except UnicodeDecodeError:
            place.check(False, "a string is not UTF-8")


# ------------------------------------------------------------------ order

def order_key(kind, value):
    """Compares as section 14 says; NaN is greater than everything, and zeros are equal."""
    k = kind.kind
    if k in (FLOAT, DOUBLE):
        number = struct.unpack("<f" if len(value) == 4 else "<d", value)[0]
        return (1, 0.0) if number != number else (0, number + 0.0)
    if k in BYTES or k in (FIXED_BINARY, UUID):
        return value
    return integer(value)


def is_nan(kind, value):
    return kind.kind in (FLOAT, DOUBLE) and order_key(kind, value)[0] == 1


def check_summary(one, kind, values, weights, place, what):
    """Statistics against values (plain, None: null); weights None: value bytes unknown."""
    place.equal(sum(v is None for v in values), one.null_count, "null count " + what)
    place.equal(sum(v is not None and is_nan(kind, v) for v in values), one.nan_count,
                "NaN count " + what)
    if weights is not None:
        place.equal(sum(weights), one.value_bytes, "value bytes " + what)
    if not one.has_min_max:
        return
    keys = [order_key(kind, v) for v in values if v is not None and not is_nan(kind, v)]
    place.check(bool(keys), "bounds without values " + what)
    least, greatest = order_key(kind, one.min), order_key(kind, one.max)
    place.check(least <= min(keys), "a value is less than the minimum " + what)
    place.check(greatest >= max(keys), "a value is greater than the maximum " + what)
    place.check(not one.min_is_exact or least == min(keys), "the minimum is not exact " + what)
    place.check(not one.max_is_exact or greatest == max(keys), "the maximum is not exact " + what)
    if kind.kind in (FLOAT, DOUBLE):
        place.check(any(one.min) or min(keys)[1] != 0, "minimum +0.0 " + what)
        place.check(one.max[-1] != 0x80 or any(one.max[:-1]), "maximum -0.0 " + what)
