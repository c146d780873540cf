# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Statistics and plain encoding (SPEC.md, section 14)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from pyalbis import _types as t
from pyalbis._types import Type, check_plain
from pyalbis._wire import Place


@dataclass(frozen=True)
class ColumnStatistics:
    """Statistics of one column of a table, file or row group.

    Attributes:
        null_count: number of nulls
        nan_count: number of values that are NaN
        value_bytes: natural width of all values that are not null, in bytes
        min: a lower bound of all values that are neither null nor NaN, or None if there is none
        max: an upper bound of these values, or None if there is none
        min_is_exact: whether `min` is a value of the column
        max_is_exact: whether `max` is a value of the column
    """

    null_count: int
    nan_count: int
    value_bytes: int
    min: pa.Scalar | None = None
    max: pa.Scalar | None = None
    min_is_exact: bool = False
    max_is_exact: bool = False


def check_statistics(statistics: Any, leaves: Any, rows: int, place: Place) -> None:
    """Checks the statistics of a segment or extent for its stored leaves."""
    place.equal(len(leaves), len(statistics), "number of statistics")
    for leaf, one in zip(leaves, statistics):
        place.equal(leaf.id, one.field_id, "leaf of statistics")
        check_counts(one, leaf.type, rows, place)
        nulls = one.null_count
        if nulls and not leaf.nullable:
            place.fail(f"statistics: required leaf {leaf.id} has nulls: {nulls}")
        check_bounds(one, leaf.type, place, exact=True)


def check_counts(one: Any, kind: Type, rows: int, place: Place) -> None:
    nulls, nans = one.null_count, one.nan_count
    if nulls > rows:
        place.fail(f"null count of leaf {one.field_id}: {nulls}")
    if nans:
        place.check(kind.kind in t.FLOATS, f"NaN count of leaf {one.field_id}", nans)
        place.check(nans <= rows - nulls, f"NaN count of leaf {one.field_id}", nans)


def check_bounds(one: Any, kind: Type, place: Place, exact: bool = False) -> None:
    """Checks the lengths of bounds; `exact`: they are of exactly this type."""
    if not one.has_min_max:
        if one.min or one.max:
            place.fail(f"statistics: leaf {one.field_id} has bounds")
        return
    if kind.kind in t.NESTED:
        place.fail(f"statistics: nested leaf {one.field_id} has bounds")
    check_plain(kind, one.min, place, exact)
    check_plain(kind, one.max, place, exact)


# ------------------------------------------------------------------ plain encoding


def widened(kind: Type, data: bytes) -> bytes:
    """A value in plain encoding, extended to the width of the type."""
    k = kind.kind
    if k in t.INTEGERS or k == t.DECIMAL:
        return int.from_bytes(data, "little", signed=True).to_bytes(kind.width, "little", signed=True)
    if k == t.DOUBLE and len(data) == 4:
        (value,) = struct.unpack("<f", data)
        return struct.pack("<d", value)
    return data


def plain_scalar(kind: Type, data: bytes, arrow: pa.DataType) -> pa.Scalar:
    """A value in plain encoding as a scalar of an Arrow type."""
    return plain_array(kind, [data], arrow)[0]


def plain_array(kind: Type, values: list[bytes], arrow: pa.DataType) -> pa.Array:
    """Values in plain encoding as an array of an Arrow type. Text that is not UTF-8 raises `ValueError`."""
    k = kind.kind
    if k == t.STRING:
        return pa.array([v.decode() for v in values], arrow)
    if k in (t.BINARY, t.FIXED_BINARY) or arrow == pa.binary(16):
        return pa.array(values, arrow)
    if k == t.BOOLEAN:
        return pa.array([v != b"\0" for v in values], arrow)
    if k == t.UUID and isinstance(arrow, pa.BaseExtensionType):
        return pa.ExtensionArray.from_storage(pa.uuid(), pa.array(values, pa.binary(16)))
    data = b"".join(widened(kind, v) for v in values)
    return numbers(kind, pa.py_buffer(data), None, len(values), arrow)


def numbers(kind: Type, values: pa.Buffer, validity: pa.Buffer | None, count: int, arrow: pa.DataType) -> pa.Array:
    """Fixed-width numbers in the encoding of the format, as an array of an Arrow type."""
    nulls = 0 if validity is None else -1
    if kind.kind == t.DECIMAL and kind.width < 16 and pa.types.is_decimal128(arrow):
        return pa.Array.from_buffers(arrow, count, [validity, _wide(values, kind.width, count)], nulls)
    if kind.kind == t.TIME and kind.unit == 1:
        found = pa.Array.from_buffers(pa.int64(), count, [validity, values], nulls)
        return found.cast(pa.int32()).view(arrow)
    return pa.Array.from_buffers(arrow, count, [validity, values], nulls)


def _wide(values: pa.Buffer, width: int, count: int) -> pa.Buffer:
    """Integers of 4 or 8 bytes as integers of 16 bytes."""
    made = pa.allocate_buffer(16 * count)
    wide = np.frombuffer(made, "<i8").reshape(count, 2)
    wide[:, 0] = np.frombuffer(values, f"<i{width}", count)
    np.right_shift(wide[:, 0], 63, out=wide[:, 1])
    return made


def summary(one: Any, kind: Type, arrow: pa.DataType) -> ColumnStatistics:
    """Statistics with decoded bounds."""
    least = greatest = None
    if one.has_min_max:
        least, greatest = plain_scalar(kind, one.min, arrow), plain_scalar(kind, one.max, arrow)
    return ColumnStatistics(
        one.null_count,
        one.nan_count,
        one.value_bytes,
        least,
        greatest,
        one.min_is_exact,
        one.max_is_exact,
    )
