# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Transforms of partition fields (SPEC.md, section 15)."""
import datetime

from albis_schema import (BINARY, DATE, DECIMAL, FIXED_BINARY, INT8, INT16, INT32, INT64, INTEGERS,
                          NESTED, STRING, TIME, TIMESTAMP, UUID, integer, width)
from albis_wire import Message

IDENTITY, BUCKET, TRUNCATE, YEAR, MONTH, DAY, HOUR = range(1, 8)
PER_SECOND = {1: 10 ** 3, 2: 10 ** 6, 3: 10 ** 9}


def is_known(field):
    return IDENTITY <= field.transform <= HOUR


def accepts(transform, kind):
    k = kind.kind
    if transform == IDENTITY:
        return k not in NESTED
    if transform == BUCKET:
        return k in INTEGERS + (DECIMAL, DATE, TIME, TIMESTAMP, STRING, BINARY, FIXED_BINARY, UUID)
    if transform == TRUNCATE:
        return k in INTEGERS + (DECIMAL, STRING, BINARY)
    return k == TIMESTAMP or k == DATE and transform != HOUR


def result_type(field, source):
    if field.transform in (IDENTITY, TRUNCATE) and not (
            field.transform == TRUNCATE and source.kind in (INT8, INT16)):
        return source
    result = Message()
    result.kind = DATE if field.transform == DAY else INT32
    return result


def result_lengths(field, source):
    """Lengths that a value of the result may have; None: any."""
    kind = result_type(field, source)
    if kind.kind in (STRING, BINARY):
        return None
    if kind.kind == DECIMAL and field.transform == TRUNCATE:
        return [n for n in (4, 8, 16)]
    if kind.kind == DECIMAL or kind.kind in INTEGERS:
        return [n for n in (1, 2, 4, 8, 16) if n <= width(kind)]
    return [width(kind)]


def transform(field, kind, value):
    """The result for a value in plain encoding, as a value that can be compared by `result`."""
    if value is None:
        return None
    if field.transform == IDENTITY:
        return comparable(kind, value)
    if field.transform == BUCKET:
        return (murmur3(hashed(kind, value)) & 0x7FFFFFFF) % field.parameter
    if field.transform == TRUNCATE:
        return truncated(kind, value, field.parameter)
    return calendar(field.transform, kind, integer(value))


def comparable(kind, value):
    if kind.kind in INTEGERS or kind.kind == DECIMAL:
        return integer(value)
    return bytes(value)


def result(field, kind, value):
    """A stored partition value as `transform` returns it."""
    if field.transform in (BUCKET, YEAR, MONTH, DAY, HOUR):
        return integer(value)
    return comparable(kind, value)


def truncated(kind, value, w):
    if kind.kind == STRING:
        return value.decode("utf-8")[:w].encode("utf-8")
    if kind.kind == BINARY:
        return value[:w]
    v = integer(value)
    t = v - v % w
    if kind.kind == DECIMAL:
        return t
    bits = 64 if kind.kind == INT64 else 32
    return (t + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def calendar(what, kind, v):
    if kind.kind == TIMESTAMP:
        hours = v // (PER_SECOND[kind.unit] * 3600)
        days = hours // 24
    else:
        hours, days = 0, v
    if what in (DAY, HOUR):
        return clamp(days if what == DAY else hours)
    # The proleptic Gregorian calendar repeats every 400 years, which are 146,097 days.
    cycles, rest = divmod(days, 146_097)
    day = datetime.date(2000, 1, 1) + datetime.timedelta(days=(rest - 10_957) % 146_097)
    shift = 400 * ((rest - 10_957) // 146_097)
    year = day.year + 400 * cycles + shift
    return clamp(year - 1970 if what == YEAR else (year - 1970) * 12 + day.month - 1)


def clamp(v):
    return max(-(1 << 31), min((1 << 31) - 1, v))


def hashed(kind, value):
    k = kind.kind
    if k in (STRING, BINARY, FIXED_BINARY, UUID):
        return bytes(value)
    v = integer(value)
    if k == DECIMAL:
        length = 1
        while not -(1 << 8 * length - 1) <= v < 1 << 8 * length - 1:
            length += 1
        return v.to_bytes(length, "big", signed=True)
    if k in (TIME, TIMESTAMP):
        v = v * 1000 if kind.unit == 1 else v // 1000 if kind.unit == 3 else v
    return (v & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little")


def murmur3(data):
    """Murmur3, x86, 32 bits, seed 0."""
    mask, h = 0xFFFFFFFF, 0
    blocks = len(data) // 4 * 4
    for at in range(0, blocks, 4):
        h ^= mixed(int.from_bytes(data[at:at + 4], "little"))
        h = ((h << 13 | h >> 19) & mask) * 5 + 0xE6546B64 & mask
    if len(data) > blocks:
        h ^= mixed(int.from_bytes(data[blocks:], "little"))
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & mask
    h = (h ^ h >> 13) * 0xC2B2AE35 & mask
    return h ^ h >> 16


def mixed(k):
    k = k * 0xCC9E2D51 & 0xFFFFFFFF
    k = (k << 15 | k >> 17) & 0xFFFFFFFF
    return k * 0x1B873593 & 0xFFFFFFFF
