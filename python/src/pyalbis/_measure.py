# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Statistics of values that are written (SPEC.md, section 14)."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyalbis import _proto
from pyalbis import _types as t
from pyalbis._types import Type

MAX_BOUND = 64
NUMBERS = {1: "i1", 2: "<i2", 4: "<i4", 8: "<i8"}


@dataclass(frozen=True)
class Measured:
    """Statistics of a leaf. Bounds are integers, floats or bytes, and compare as section 14 says."""

    type: Type
    field_id: int
    null_count: int = 0
    nan_count: int = 0
    value_bytes: int = 0
    values: int = 0  # that are neither null nor NaN
    min: Any = None
    max: Any = None
    min_is_exact: bool = False
    max_is_exact: bool = False

    @property
    def bounded(self) -> bool:
        return self.min is not None and self.max is not None

    def proto(self) -> Any:
        message = _proto.ColumnStatistics(
            field_id=self.field_id,
            null_count=self.null_count,
            nan_count=self.nan_count,
            value_bytes=self.value_bytes,
        )
        if self.bounded:
            message.has_min_max = True
            message.min, message.max = plain(self.type, self.min), plain(self.type, self.max)
            message.min_is_exact, message.max_is_exact = self.min_is_exact, self.max_is_exact
        return message


def plain(kind: Type, value: Any) -> bytes:
    """A value as its plain encoding."""
    k = kind.kind
    if isinstance(value, bytes):
        return value
    if k == t.FLOAT:
        return struct.pack("<f", value)
    if k == t.DOUBLE:
        return struct.pack("<d", value)
    return int(value).to_bytes(kind.width, "little", signed=k != t.BOOLEAN)


def value_of(kind: Type, data: bytes) -> Any:
    """A value in plain encoding, as integer, float or bytes."""
    k = kind.kind
    if k in (*t.BYTES, t.FIXED_BINARY, t.UUID):
        return bytes(data)
    if k in t.FLOATS:
        return struct.unpack("<f" if len(data) == 4 else "<d", data)[0]
    return int.from_bytes(data, "little", signed=k != t.BOOLEAN)


def plain_values(kind: Type, array: pa.Array) -> list[Any]:
    """The values of an array as integers, floats and bytes; null: None."""
    k = kind.kind
    if k in (t.STRING, t.BINARY, t.FIXED_BINARY, t.UUID):
        found = array.cast(pa.binary()) if k == t.STRING else array
        return list(found.to_pylist())
    if k == t.BOOLEAN or k in t.INTEGERS or k in t.FLOATS:
        return list(array.to_pylist())
    if k == t.DECIMAL:
        width = array.type.bit_width // 8
        data = bytes(memoryview(array.buffers()[1] or b""))[array.offset * width :]
        numbers = [value_of(kind, data[i * width : i * width + width]) for i in range(len(array))]
        return [n if ok else None for n, ok in zip(numbers, array.is_valid().to_pylist())]
    whole = pa.int32() if array.type.bit_width == 32 else pa.int64()
    return list(array.view(whole).to_pylist())


def measured(message: Any, kind: Type, rows: int) -> Measured:
    """Statistics of a file, with bounds of the present type of a field."""
    low = high = None
    if message.has_min_max:
        low, high = value_of(kind, message.min), value_of(kind, message.max)
    return Measured(
        kind,
        message.field_id,
        message.null_count,
        message.nan_count,
        message.value_bytes,
        rows - message.null_count - message.nan_count,
        low,
        high,
        message.min_is_exact,
        message.max_is_exact,
    )


def merge(parts: Iterable[Measured]) -> Measured:
    """Statistics of all rows together."""
    found = list(parts)
    whole = replace(
        found[0],
        null_count=sum(p.null_count for p in found),
        nan_count=sum(p.nan_count for p in found),
        value_bytes=sum(p.value_bytes for p in found),
        values=sum(p.values for p in found),
    )
    valued = [p for p in found if p.values]
    if not valued or not all(p.bounded for p in valued):
        return replace(whole, min=None, max=None, min_is_exact=False, max_is_exact=False)
    low, high = min(p.min for p in valued), max(p.max for p in valued)
    whole = replace(
        whole,
        min=low,
        max=high,
        min_is_exact=any(p.min_is_exact for p in valued if p.min == low),
        max_is_exact=any(p.max_is_exact for p in valued if p.max == high),
    )
    return signed_zeros(whole)


def signed_zeros(one: Measured) -> Measured:
    """A minimum of zero is -0.0, a maximum of zero is +0.0."""
    if one.type.kind not in t.FLOATS or not one.bounded:
        return one
    return replace(one, min=-0.0 if one.min == 0 else one.min, max=0.0 if one.max == 0 else one.max)


def measure(kind: Type, field_id: int, array: pa.Array, value_bytes: int, truncate: bool = True) -> Measured:
    """Statistics of an array of the Arrow type of a leaf. `truncate`: bounds of strings are truncated."""
    nulls = array.null_count
    one = Measured(kind, field_id, nulls, 0, value_bytes, len(array) - nulls)
    k = kind.kind
    if k in t.NESTED:
        return replace(one, values=0)
    if nulls == len(array):
        return one
    if k in t.BYTES:
        return text_bounds(one, array, truncate)
    if k in t.FLOATS:
        return float_bounds(one, array)
    low, high = bounds(kind, array)
    return replace(one, min=low, max=high, min_is_exact=True, max_is_exact=True)


def bounds(kind: Type, array: pa.Array) -> tuple[Any, Any]:
    """The least and the greatest value of an array that has one."""
    if kind.kind in (t.BOOLEAN, t.FIXED_BINARY, t.UUID):
        found = pc.min_max(array).as_py()
        return found["min"], found["max"]
    if kind.kind == t.DECIMAL and kind.width == 16:
        found = pc.min_max(array).as_py()
        return unscaled(found["min"], kind.scale), unscaled(found["max"], kind.scale)
    values = raw(array, NUMBERS[array.type.bit_width // 8])
    if array.null_count:
        values = values[np.asarray(array.is_valid())]
    return int(values.min()), int(values.max())


def unscaled(value: Any, scale: int) -> int:
    """The unscaled value of a decimal."""
    sign, digits, exponent = value.as_tuple()
    number = int("".join(map(str, digits))) * int(10 ** (exponent + scale))
    return -number if sign else number


def raw(array: pa.Array, kind: str) -> Any:
    """The values of a fixed-width array as numpy sees them."""
    data = array.buffers()[1]
    width = np.dtype(kind).itemsize
    if data is None:
        return np.zeros(len(array), kind)
    return np.frombuffer(data, np.uint8)[array.offset * width :][: len(array) * width].view(kind)


def float_bounds(one: Measured, array: pa.Array) -> Measured:
    values = raw(array, "<f4" if one.type.kind == t.FLOAT else "<f8")
    if array.null_count:
        values = values[np.asarray(array.is_valid())]
    nan = np.isnan(values)
    nans = int(nan.sum())
    one = replace(one, nan_count=nans, values=one.values - nans)
    if one.values == 0:
        return one
    if nans:
        values = values[~nan]
    low, high = float(values.min()), float(values.max())
    assert not math.isnan(low)
    return signed_zeros(replace(one, min=low, max=high, min_is_exact=True, max_is_exact=True))


# ------------------------------------------------------------------ strings


def text_bounds(one: Measured, array: pa.Array, truncate: bool) -> Measured:
    as_bytes = array.cast(pa.binary()) if pa.types.is_string(array.type) else array
    found = pc.min_max(as_bytes).as_py()
    low, high = found["min"], found["max"]
    if not truncate:
        return replace(one, min=low, max=high, min_is_exact=True, max_is_exact=True)
    is_string = one.type.kind == t.STRING
    upper = high
    if len(high) > MAX_BOUND:
        cut = truncated(high, is_string)
        upper = next_string(cut) if is_string else next_bytes(cut)
    least = truncated(low, is_string)
    return replace(
        one,
        min=None if upper is None else least,
        max=upper,
        min_is_exact=least == low,
        max_is_exact=upper == high,
    )


def truncated(value: bytes, is_string: bool) -> bytes:
    """At most 64 bytes, of a string whole code points."""
    if len(value) <= MAX_BOUND:
        return value
    end = MAX_BOUND
    while is_string and value[end] & 0xC0 == 0x80:
        end -= 1
    return value[:end]


def next_bytes(value: bytes) -> bytes | None:
    """The least value that is greater than all that start with this one, without more bytes."""
    value = value.rstrip(b"\xff")
    return value[:-1] + bytes([value[-1] + 1]) if value else None


def next_string(value: bytes) -> bytes | None:
    """As `next_bytes`, by code points."""
    text = value.decode().rstrip("\U0010ffff")
    if not text:
        return None
    last = ord(text[-1])
    return (text[:-1] + chr(0xE000 if last == 0xD7FF else last + 1)).encode()
