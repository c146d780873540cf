# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""What a verifier checks of values and statistics (SPEC.md, section 22).

The bytes of a segment are compared with those that its values have when they are encoded again: that shows all bytes
that must be zero, and all values that are not as the specification has them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyalbis import _types as t
from pyalbis._arrow import ArrowTypes
from pyalbis._columns import AllPresent, decode_column
from pyalbis._encode import _Nodes, booleans, fixed_bytes, is_valid
from pyalbis._extents import Segment, StoredLayout
from pyalbis._measure import Measured, measure, plain, value_of
from pyalbis._rows import RowSegment
from pyalbis._schema import COLUMN
from pyalbis._types import Field, Type
from pyalbis._wire import Place

TYPES = ArrowTypes(native_decimals=True, extensions=False)


def stored_arrays(layout: StoredLayout, segment: Segment, data: pa.Buffer, place: Place) -> dict[int, pa.Array]:
    """The arrays of all leaves of a segment, of their stored types, after all checks of their bytes."""
    fields = {leaf.id: Field(leaf.id, str(leaf.id), leaf.type, leaf.nullable) for leaf in layout.leaves}
    found: dict[int, pa.Array] = {}
    if layout.layout == COLUMN:
        (leaf,) = layout.leaves
        array = decode_column(leaf, fields[leaf.id], segment, data, TYPES, place)
        found[leaf.id] = array.slice(0, segment.rows) if isinstance(array, AllPresent) else array
        _check_valid(found[leaf.id], place)
        _check_columns(leaf.type, leaf.nullable, found[leaf.id], segment, data, place)
    else:
        rows = RowSegment(layout, segment, data, TYPES, place)
        for leaf in layout.leaves:
            found[leaf.id] = rows.decode(leaf, fields[leaf.id])
            _check_valid(found[leaf.id], place)
        _check_rows(rows, found, place)
    for leaf in layout.leaves:
        if leaf.type.kind == t.STRUCT:  # as writers have it: null where the struct is null
            present = found[leaf.id]
            found[leaf.id] = pc.if_else(present, present, pa.scalar(None, pa.bool_()))
    return found


def _check_valid(array: pa.Array, place: Place) -> None:
    try:
        array.validate(full=True)
    except (pa.ArrowInvalid, pa.ArrowIndexError) as error:
        place.fail(f"value: {error}")


def _check_columns(
    kind: Type, nullable: bool, array: pa.Array, segment: Segment, data: pa.Buffer, place: Place
) -> None:
    nodes = _AllNodes()
    if kind.kind == t.STRUCT:
        present = array.to_numpy(zero_copy_only=False)
        nodes.buffers.append(np.packbits(present, bitorder="little"))
        nodes.optional |= {0} if present.all() else set()
    else:
        nodes.node(kind, nullable, array)
    stored = np.frombuffer(data, np.uint8)
    end = 0
    for i, ((start, stop), made) in enumerate(zip(segment.ranges, nodes.buffers)):
        if stop > start:
            place.check(not stored[end:start].any(), "padding between buffers")
            end = stop
        elif i in nodes.optional:
            continue
        expected = np.frombuffer(memoryview(made).cast("B"), np.uint8) if len(made) else stored[:0]
        place.check(np.array_equal(stored[start:stop], expected), _NOT_ZERO)


_NOT_ZERO = "content: bytes that must be zero are not, or a null has a value"


class _AllNodes(_Nodes):
    """Nodes with validity also where nothing is null, which is then optional."""

    def __init__(self) -> None:
        super().__init__()
        self.optional: set[int] = set()

    def validity(self, array: pa.Array, nullable: bool) -> None:
        if nullable and not array.null_count:
            self.optional.add(len(self.buffers))
        self.buffers.append(np.packbits(is_valid(array), bitorder="little") if nullable else b"")


def _check_rows(rows: RowSegment, arrays: dict[int, pa.Array], place: Place) -> None:
    layout = rows.layout
    expected = np.zeros_like(rows.matrix)
    stored = rows.matrix.copy()
    for leaf in layout.leaves:
        array = arrays[leaf.id]
        valid = array.to_numpy(zero_copy_only=False) if leaf.type.kind == t.STRUCT else is_valid(array)
        bit = layout.bits.get(leaf.id)
        if bit is not None:
            expected[:, bit // 8] |= (~valid).astype(np.uint8) << np.uint8(bit % 8)
        if leaf.type.kind == t.STRUCT:
            continue
        at, width = layout.offsets[leaf.id], leaf.type.width
        if leaf.type.kind in t.BYTES:  # where values lie has been checked
            stored[:, at : at + width] *= (~valid).astype(np.uint8)[:, None]
        elif leaf.type.kind == t.BOOLEAN:
            expected[:, at] = booleans(array)
        else:
            expected[:, at : at + width] = fixed_bytes(leaf.type, array)
    place.check(np.array_equal(stored, expected), _NOT_ZERO)


def value_bytes(kind: Type, array: pa.Array) -> int:
    """The natural width of all values of a leaf."""
    if kind.kind == t.STRUCT:
        return 0
    nodes = _Nodes()
    return int(nodes.node(kind, True, array))


def summary_of(kind: Type, leaf_id: int, array: pa.Array) -> Measured:
    return measure(kind, leaf_id, array, value_bytes(kind, array), truncate=False)


def check_summary(one: Any, actual: Measured, place: Place, what: str, count_bytes: bool = True) -> None:
    """Compares statistics with those of the values."""
    leaf = f"of leaf {one.field_id} {what}"
    place.equal(actual.null_count, one.null_count, f"null count {leaf}")
    place.equal(actual.nan_count, one.nan_count, f"NaN count {leaf}")
    if count_bytes:
        place.equal(actual.value_bytes, one.value_bytes, f"value bytes {leaf}")
    if not one.has_min_max:
        return
    kind = actual.type
    place.check(actual.values > 0, f"statistics: bounds without values {leaf}")
    low, high = value_of(kind, one.min), value_of(kind, one.max)
    least, greatest = actual.min, actual.max
    place.check(low <= least, f"minimum {leaf}", low)
    place.check(high >= greatest, f"maximum {leaf}", high)
    place.check(not one.min_is_exact or low == least, f"exact minimum {leaf}", low)
    place.check(not one.max_is_exact or high == greatest, f"exact maximum {leaf}", high)
    if kind.kind in t.FLOATS:
        place.check(low != 0 or plain(kind, low) == plain(kind, -0.0), f"minimum {leaf}, which must be -0.0", low)
        place.check(high != 0 or plain(kind, high) == plain(kind, 0.0), f"maximum {leaf}, which must be +0.0", high)
