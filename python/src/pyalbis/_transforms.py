# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Transforms of partition fields (SPEC.md, section 15). Values are integers, floats or bytes."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np

from pyalbis import _types as t
from pyalbis._measure import plain, value_of
from pyalbis._types import Type

IDENTITY, BUCKET, TRUNCATE, YEAR, MONTH, DAY, HOUR = range(1, 8)
PER_SECOND = {1: 10**3, 2: 10**6, 3: 10**9}
_BUCKETED = (*t.INTEGERS, t.DECIMAL, t.DATE, t.TIME, t.TIMESTAMP, t.STRING, t.BINARY, t.FIXED_BINARY, t.UUID)


def is_known(field: Any) -> bool:
    return bool(IDENTITY <= field.transform <= HOUR)


def accepts(transform: int, kind: Type) -> bool:
    """Whether a transform accepts a source type."""
    if transform == IDENTITY:
        return kind.kind not in t.NESTED
    if transform == BUCKET:
        return kind.kind in _BUCKETED
    if transform == TRUNCATE:
        return kind.kind in (*t.INTEGERS, t.DECIMAL, t.STRING, t.BINARY)
    return kind.kind == t.TIMESTAMP or (kind.kind == t.DATE and transform != HOUR)


def result_type(field: Any, source: Type) -> Type:
    """The type of the result of a known transform."""
    if field.transform == IDENTITY:
        return source
    if field.transform == TRUNCATE:
        return Type(t.INT32) if source.kind in (t.INT8, t.INT16) else source
    return Type(t.DATE if field.transform == DAY else t.INT32)


def result_lengths(field: Any, source: Type) -> tuple[int, ...] | None:
    """The lengths that a result may have in plain encoding; None: any."""
    kind = result_type(field, source)
    if kind.kind in t.BYTES:
        return None
    if kind.kind == t.DECIMAL and field.transform == TRUNCATE:
        return (4, 8, 16)
    if kind.kind == t.DECIMAL or kind.kind in t.INTEGERS:
        return tuple(n for n in (1, 2, 4, 8, 16) if n <= kind.width)
    return (4, 8) if kind.kind == t.DOUBLE else (kind.width,)


def result_value(field: Any, source: Type, data: bytes) -> Any:
    """A result in plain encoding, as a value that can be compared with that of `transform`."""
    kind = result_type(field, source)
    if kind.kind in t.FLOATS:
        return plain(kind, value_of(kind, data))
    return value_of(kind, data)


def transform(field: Any, kind: Type, value: Any) -> Any:
    """The result for a value. Floats are compared by their bits."""
    if field.transform == IDENTITY:
        return plain(kind, value) if kind.kind in t.FLOATS else value
    if field.transform == BUCKET:
        return (murmur3(_hashed(kind, value)) & 0x7FFFFFFF) % field.parameter
    if field.transform == TRUNCATE:
        return _truncated(kind, value, field.parameter)
    return _calendar(field.transform, kind, value)


def _truncated(kind: Type, value: Any, width: int) -> Any:
    if kind.kind == t.STRING:
        return value.decode()[:width].encode()
    if kind.kind == t.BINARY:
        return value[:width]
    found = value - value % width
    if kind.kind == t.DECIMAL:
        return found
    half = 1 << (63 if kind.kind == t.INT64 else 31)
    return (found + half) % (2 * half) - half


def truncated_integers(kind: Type, values: Any, width: int) -> Any:
    """`TRUNCATE` of an array of integers of 64 bits."""
    found = values - values % width
    return found if kind.kind == t.INT64 else found.astype(np.int32).astype(np.int64)


def _calendar(what: int, kind: Type, value: int) -> int:
    hours, days = 0, value
    if kind.kind == t.TIMESTAMP:
        hours = value // (PER_SECOND[kind.unit] * 3600)
        days = hours // 24
    if what in (DAY, HOUR):
        return _clamp(days if what == DAY else hours)
    # The proleptic Gregorian calendar repeats every 400 years, which are 146,097 days.
    cycles, rest = divmod(days, 146_097)
    again, rest = divmod(rest - 10_957, 146_097)
    day = datetime.date(2000, 1, 1) + datetime.timedelta(days=rest)
    years = day.year - 1970 + 400 * (cycles + again)
    return _clamp(years if what == YEAR else years * 12 + day.month - 1)


def _clamp(value: int) -> int:
    return max(-(1 << 31), min((1 << 31) - 1, value))


def _hashed(kind: Type, value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    if kind.kind == t.DECIMAL:
        length = 1
        while not -(1 << (8 * length - 1)) <= value < 1 << (8 * length - 1):
            length += 1
        return int(value).to_bytes(length, "big", signed=True)
    if kind.kind in (t.TIME, t.TIMESTAMP):
        value = value * 1000 if kind.unit == 1 else value // 1000 if kind.unit == 3 else value
    return int(value & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little")


def murmur3(data: bytes) -> int:
    """Murmur3, x86, 32 bits, seed 0, as an unsigned number."""
    mask, h = 0xFFFFFFFF, 0
    blocks = len(data) // 4 * 4
    for at in range(0, blocks, 4):
        h ^= _mixed(int.from_bytes(data[at : at + 4], "little"))
        h = (((h << 13 | h >> 19) & mask) * 5 + 0xE6546B64) & mask
    if len(data) > blocks:
        h ^= _mixed(int.from_bytes(data[blocks:], "little"))
    h ^= len(data)
    h = ((h ^ h >> 16) * 0x85EBCA6B) & mask
    h = ((h ^ h >> 13) * 0xC2B2AE35) & mask
    return h ^ h >> 16


def murmur3_of_longs(values: Any) -> Any:
    """Murmur3 of an array of integers of 64 bits, as unsigned numbers."""
    h: Any = np.zeros(len(values), np.uint32)
    for k in (values.astype(np.uint64) & np.uint64(0xFFFFFFFF), values.astype(np.uint64) >> np.uint64(32)):
        k = k.astype(np.uint32) * np.uint32(0xCC9E2D51)
        h ^= (k << np.uint32(15) | k >> np.uint32(17)) * np.uint32(0x1B873593)
        h = (h << np.uint32(13) | h >> np.uint32(19)) * np.uint32(5) + np.uint32(0xE6546B64)
    h ^= np.uint32(8)
    h = (h ^ h >> np.uint32(16)) * np.uint32(0x85EBCA6B)
    h = (h ^ h >> np.uint32(13)) * np.uint32(0xC2B2AE35)
    return h ^ h >> np.uint32(16)


def _mixed(k: int) -> int:
    k = k * 0xCC9E2D51 & 0xFFFFFFFF
    k = (k << 15 | k >> 17) & 0xFFFFFFFF
    return k * 0x1B873593 & 0xFFFFFFFF
