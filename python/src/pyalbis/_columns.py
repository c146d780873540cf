# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Arrow arrays over segments of the column layout (SPEC.md, sections 12 and 16)."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from pyalbis import _types as t
from pyalbis._arrow import ArrowTypes
from pyalbis._extents import Segment, StoredLeaf
from pyalbis._stats import numbers, plain_scalar, widened
from pyalbis._types import Field, Type, can_widen
from pyalbis._wire import Place


def check_stored(stored: Type, nullable: bool, field: Field, field_nullable: bool, place: Place) -> None:
    """Checks that a stored leaf or nested field can be read as a field of the schema."""
    wanted = field.type
    if stored.kind in t.NESTED or wanted.kind in t.NESTED:
        place.check(
            stored.kind == wanted.kind,
            f"field {field.name}: {stored} is stored instead of {wanted}",
        )
    else:
        fits = can_widen(stored, wanted)
        place.check(fits, f"field {field.name}: {stored} is stored, which cannot be read as {wanted}")
    place.check(field_nullable or not nullable, f"field {field.name}: it is required, but stored nullable")


def decode_column(
    leaf: StoredLeaf,
    field: Field,
    segment: Segment,
    data: pa.Buffer,
    types: ArrowTypes,
    place: Place,
) -> pa.Array | AllPresent:
    """The array of a leaf in a segment, whose content is checked unless it is trusted.

    The array of a presence leaf is boolean, and true where the struct is not null.
    """
    reader = _Nodes(segment, data, types, place)
    if leaf.type.kind == t.STRUCT:
        validity = reader.buffer()
        if validity is None:
            return AllPresent()
        return pa.Array.from_buffers(pa.bool_(), segment.rows, [None, validity], 0)
    try:
        found = reader.node(leaf.type, field)
        if not segment.trusted and leaf.type.kind in (t.STRING, t.BINARY, t.LIST, t.MAP):
            found.validate(full=True)
    except (pa.ArrowInvalid, pa.ArrowIndexError) as error:
        place.fail(f"content of field {field.name}: {error}")
    return found


def plain_type(stored: Type, wanted: Type, types: ArrowTypes) -> pa.DataType | None:
    """The Arrow type whose buffers are those of fixed-width values; None if values have to be converted."""
    k = stored.kind
    if stored != wanted or k in t.NESTED or k in t.BYTES or k == t.UUID or (k == t.TIME and stored.unit == 1):
        return None
    arrow = types.type(wanted)
    return None if k == t.DECIMAL and stored.width < 16 and pa.types.is_decimal128(arrow) else arrow


def plain_array(kind: pa.DataType, nullable: bool, segment: Segment, data: pa.Buffer) -> pa.Array:
    """The array of a segment of values that need no conversion. `nullable`: whether they may be null."""
    (start, end), (first, last) = segment.ranges
    validity = data.slice(start, end - start) if nullable and end > start else None
    nulls = 0 if validity is None else -1
    return pa.Array.from_buffers(kind, segment.rows, [validity, data.slice(first, last - first)], nulls)


class AllPresent:
    """The presence of a struct that is never null, which is made in the length that is needed."""

    def slice(self, _offset: int, length: int) -> pa.Array:
        return pa.Array.from_buffers(pa.bool_(), length, [None, pa.py_buffer(b"\xff" * ((length + 7) // 8))], 0)


class _Nodes:
    """Reads the nodes of a segment, whose lengths have been checked, one after another."""

    def __init__(self, segment: Segment, data: pa.Buffer, types: ArrowTypes, place: Place) -> None:
        self.data, self.types, self.place = data, types, place
        self.nodes, self.ranges = iter(segment.nodes), iter(segment.ranges)

    def buffer(self) -> pa.Buffer | None:
        """The next buffer; None if it is empty."""
        start, end = next(self.ranges)
        return self.data.slice(start, end - start) if end > start else None

    def skip(self, kind: Type) -> None:
        """Passes over a node that is not wanted."""
        next(self.nodes)
        next(self.ranges)
        if kind.kind in t.BYTES:
            next(self.ranges)
        if kind.kind != t.STRUCT:
            next(self.ranges)
        if kind.kind == t.MAP:
            next(self.nodes)
            next(self.ranges)
        for child in kind.children:
            self.skip(child.type)

    def node(self, stored: Type, field: Field) -> pa.Array:
        """The next node as an array of the type of a field."""
        count = next(self.nodes)
        validity = self.buffer()
        if not field.nullable:
            validity = None
        k = stored.kind
        arrow = self.types.type(field.type)
        nulls = 0 if validity is None else -1
        if k in t.BYTES:
            offsets, data = self.buffer(), self.buffer()
            assert offsets is not None
            self.check_ends(offsets, count, 0 if data is None else data.size, field)
            return pa.Array.from_buffers(arrow, count, [validity, offsets, data or _EMPTY], nulls)
        if k == t.STRUCT:
            children = self.children(stored, field, count)
            return pa.Array.from_buffers(arrow, count, [validity], nulls, children=children)
        if k in t.NESTED:
            offsets = self.buffer()
            assert offsets is not None
            for one, wanted in zip(stored.children, field.type.children):
                self.place.equal(wanted.id, one.id, f"field id in {field.name}")
                check_stored(one.type, one.nullable, wanted, wanted.nullable, self.place)
            if k == t.LIST:
                child = self.node(stored.children[0].type, field.type.children[0])
            else:
                entries = next(self.nodes)
                next(self.ranges)
                parts = [self.node(s.type, f) for s, f in zip(stored.children, field.type.children)]
                kind = pa.struct([arrow.key_field, arrow.item_field])
                child = pa.Array.from_buffers(kind, entries, [None], 0, children=parts)
            self.check_ends(offsets, count, len(child), field)
            return pa.Array.from_buffers(arrow, count, [validity, offsets], nulls, children=[child])
        values = self.buffer() or _EMPTY
        return fixed(stored, field.type, values, validity, count, self.types)

    def check_ends(self, offsets: pa.Buffer, count: int, end: int, field: Field) -> None:
        """Checks the first and the last offset; Arrow's validation checks those between them."""
        first, last = (int.from_bytes(offsets.slice(4 * i, 4).to_pybytes(), "little", signed=True) for i in (0, count))
        self.place.equal(0, first, f"first offset of field {field.name}")
        self.place.equal(end, last, f"last offset of field {field.name}")

    def children(self, stored: Type, field: Field, count: int) -> list[pa.Array]:
        wanted = {f.id: f for f in field.type.children}
        read: dict[int, pa.Array] = {}
        for one in stored.children:
            below = wanted.get(one.id)
            if below is None:
                self.skip(one.type)
            else:
                check_stored(one.type, one.nullable, below, below.nullable, self.place)
                read[one.id] = self.node(one.type, below)
        return [read[f.id] if f.id in read else missing(f, count, self.types, self.place) for f in field.type.children]


_EMPTY = pa.py_buffer(b"")
MAX_CONSTANT_BYTES = 1 << 31


def fixed(
    stored: Type,
    wanted: Type,
    values: pa.Buffer,
    validity: pa.Buffer | None,
    count: int,
    types: ArrowTypes,
) -> pa.Array:
    """An array of fixed-width values, widened to the wanted type."""
    k = stored.kind
    arrow = types.type(wanted)
    nulls = 0 if validity is None else -1
    if k == t.UUID and isinstance(arrow, pa.BaseExtensionType):
        storage = pa.Array.from_buffers(pa.binary(16), count, [validity, values], nulls)
        return pa.ExtensionArray.from_storage(arrow, storage)
    if k in (t.BOOLEAN, t.FIXED_BINARY, t.UUID) or (stored == wanted and k not in (t.DECIMAL, t.TIME)):
        return pa.Array.from_buffers(arrow, count, [validity, values], nulls)
    if k == t.DECIMAL:
        if stored.width == wanted.width:
            return numbers(wanted, values, validity, count, arrow)
        return numbers(stored, values, validity, count, types.type(stored)).cast(arrow)
    if stored == wanted:
        return numbers(stored, values, validity, count, arrow)
    return pa.Array.from_buffers(types.type(stored), count, [validity, values], nulls).cast(arrow)


def missing(field: Field, count: int, types: ArrowTypes, place: Place, nullable: bool | None = None) -> pa.Array:
    """The values of a field that is not stored (section 16)."""
    arrow = types.type(field.type)
    size = count * constant_width(field)
    place.check(size <= MAX_CONSTANT_BYTES, f"field {field.name}: bytes of its values, which are not stored", size)
    if field.initial_default is not None:
        kind = field.type
        try:
            scalar = plain_scalar(kind, widened(kind, field.initial_default), arrow)
        except ValueError as error:
            place.fail(f"initial default of field {field.name}: {error}")
        return repeated(scalar, count)
    if field.nullable if nullable is None else nullable:
        return pa.nulls(count, arrow)
    place.check(field.type.kind == t.STRUCT, f"field {field.name}: it has neither values nor a default")
    parts = [missing(child, count, types, place) for child in field.type.children]
    return pa.Array.from_buffers(arrow, count, [None], 0, children=parts)


def constant_width(field: Field) -> int:
    """About the bytes in memory of a value of a field that is not stored."""
    k = field.type.kind
    if k == t.STRUCT:
        return 1 + sum(constant_width(child) for child in field.type.children)
    if k in t.NESTED:
        return 5
    if k in t.BYTES:
        return 5 + len(field.initial_default or b"")
    return 1 + max(field.type.width, 16 if k == t.DECIMAL else 0)


def repeated(scalar: pa.Scalar, count: int) -> pa.Array:
    """An array of one value."""
    if isinstance(scalar.type, pa.BaseExtensionType):
        storage = pa.repeat(scalar.value, count)
        return pa.ExtensionArray.from_storage(scalar.type, storage)
    if pa.types.is_decimal32(scalar.type) or pa.types.is_decimal64(scalar.type):
        wide = scalar.cast(pa.decimal128(scalar.type.precision, scalar.type.scale))
        return pc.cast(pa.repeat(wide, count), scalar.type)
    return pa.repeat(scalar, count)
