# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""What the partitions of row groups and manifests rule out (SPEC.md, sections 11 and 15).

The result of a transform bounds the values of its source, which is stated as an expression like statistics. Buckets
bound nothing: they rule out filters that only a few values satisfy, none of which is in the bucket.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from pyalbis import _types as t
from pyalbis._filter import Pruner, between, both
from pyalbis._measure import next_bytes, next_string, plain, value_of
from pyalbis._schema import Leaf
from pyalbis._stats import plain_scalar
from pyalbis._transforms import (
    BUCKET,
    HOUR,
    IDENTITY,
    MONTH,
    PER_SECOND,
    TRUNCATE,
    YEAR,
    accepts,
    is_known,
    result_lengths,
    result_type,
    transform,
)
from pyalbis._types import Type

_INT32 = (1 << 31) - 1
_EPOCH = datetime.date(1970, 1, 1)


class PartitionPruner:
    """Decides by partitions where a filter can be true. For the specs of one snapshot or data file."""

    def __init__(self, pruner: Pruner, specs: Iterable[Any], leaves: dict[int, Leaf]) -> None:
        self.pruner = pruner
        self._fields: dict[int, list[tuple[int, Any, Leaf]]] = {}
        self._values: dict[int, tuple[list[Any], bool] | None] = {}
        for spec in specs:
            for position, field in enumerate(spec.fields):
                leaf = leaves.get(field.source_id)
                if (
                    leaf is not None
                    and is_known(field)
                    and leaf.id in pruner.refs
                    and accepts(field.transform, leaf.type)
                ):
                    self._fields.setdefault(spec.id, []).append((position, field, leaf))

    def excludes(self, partition: Any) -> bool:
        """Whether none of the values that satisfy the filter is in the buckets of a partition, or None."""
        if partition is None:
            return False
        return any(
            self._misses(field, leaf, partition.values[position], partition.values[position])
            for position, field, leaf in self._fields.get(partition.spec_id, ())
            if position < len(partition.values) and position not in partition.nulls and field.transform == BUCKET
        )

    def known(self, partition: Any) -> pc.Expression | None:
        """What a partition, or None, states about its rows."""
        if partition is None:
            return None
        parts = []
        for position, field, leaf in self._fields.get(partition.spec_id, ()):
            if position >= len(partition.values):
                continue
            data = partition.values[position]
            ref = self.pruner.refs[leaf.id][1]
            if position in partition.nulls:
                parts.append(ref.is_null())
            elif field.transform != BUCKET:
                parts.append(self._within(field, leaf, data, data))
        return both(parts)

    def may_match(self, ref: Any) -> bool:
        """Whether the partitions of a manifest leave a match possible."""
        if not ref.partition_bounds or not self._fields:
            return True
        known = [both(self._bounds(bounds)) for bounds in ref.partition_bounds if not self._excludes_all(bounds)]
        return bool(self.pruner.possible(known))

    def _in_bounds(self, bounds: Any) -> Iterable[tuple[Any, Any, Leaf]]:
        for position, field, leaf in self._fields.get(bounds.spec_id, ()):
            if position < len(bounds.fields):
                yield bounds.fields[position], field, leaf

    def _excludes_all(self, bounds: Any) -> bool:
        return any(
            self._misses(field, leaf, one.min, one.max, one.has_null)
            for one, field, leaf in self._in_bounds(bounds)
            if field.transform == BUCKET and one.has_min_max
        )

    def _bounds(self, bounds: Any) -> Iterable[pc.Expression | None]:
        for one, field, leaf in self._in_bounds(bounds):
            ref = self.pruner.refs[leaf.id][1]
            if one.has_nan:
                continue
            if one.has_min_max and field.transform != BUCKET:
                yield self._within(field, leaf, one.min, one.max, one.has_null)
            elif one.has_null and not one.has_min_max:
                yield ref.is_null()

    # -------------------------------------------------------------- ranges

    def _within(self, field: Any, leaf: Leaf, low: bytes, high: bytes, nulls: bool = False) -> pc.Expression | None:
        """What the least and the greatest result of a field state about the values of its source.

        `nulls`: whether there may be nulls, too.
        """
        lengths = result_lengths(field, leaf.type)
        if lengths is not None and (len(low) not in lengths or len(high) not in lengths):
            return None
        _, ref, arrow = self.pruner.refs[leaf.id]
        kind = result_type(field, leaf.type)
        least, greatest = value_of(kind, low), value_of(kind, high)
        if least != least or greatest != greatest:
            return None
        bounds = value_range(field, leaf.type, least, greatest)
        try:
            first, last = (None if b is None else plain_scalar(leaf.type, plain(leaf.type, b), arrow) for b in bounds)
        except (ValueError, OverflowError, pa.ArrowInvalid):
            return None
        return between(ref, first, last, nulls)

    # -------------------------------------------------------------- buckets

    def _misses(self, field: Any, leaf: Leaf, low: bytes, high: bytes, nulls: bool = False) -> bool:
        """Whether no value that satisfies the filter is in one of the buckets from `low` to `high`, or null."""
        if len(low) not in (1, 2, 4) or len(high) not in (1, 2, 4) or field.parameter < 1:
            return False
        if leaf.id not in self._values:
            self._values[leaf.id] = self.pruner.listed_values(leaf)
        listed = self._values[leaf.id]
        if listed is None:
            return False
        least, greatest = value_of(Type(t.INT32), low), value_of(Type(t.INT32), high)
        values, null = listed
        if null and nulls:
            return False
        return not any(least <= transform(field, leaf.type, value) <= greatest for value in values)


def value_range(field: Any, kind: Type, least: Any, greatest: Any) -> tuple[Any, Any]:
    """The least and the greatest value of a source whose results are in a range; None where there is no bound."""
    if field.transform == IDENTITY:
        return least, greatest
    if field.transform != TRUNCATE:
        return _start(field.transform, kind, least, False), _start(field.transform, kind, greatest, True)
    width = field.parameter
    if kind.kind == t.STRING:
        text = greatest.decode(errors="replace")
        return least, greatest if len(text) < width else next_string(greatest)
    if kind.kind == t.BINARY:
        return least, greatest if len(greatest) < width else next_bytes(greatest)
    greatest += width - 1
    if kind.kind == t.DECIMAL:
        most = 10**kind.precision - 1
        return max(least, -most), min(greatest, most)
    # Results that were computed modulo 2^32, perhaps before the column was widened, do not bound their values.
    if least <= _INT32 < greatest or greatest >= 1 << 63:
        return None, None
    most = (1 << (8 * kind.width - 1)) - 1
    return max(least, -most - 1), min(greatest, most)


def _start(what: int, kind: Type, result: int, end: bool) -> int | None:
    """The first value of a year, month, day or hour, or with `end` its last; None if results are cut off there."""
    if not -_INT32 - 1 < result < _INT32:
        return None
    result += end
    if what == HOUR:
        hours = result
    else:
        days = result
        if what in (YEAR, MONTH):
            years, month = divmod(result, 12) if what == MONTH else (result, 0)
            cycles, year = divmod(years, 400)  # of the Gregorian calendar, which have 146,097 days
            days = (datetime.date(1970 + year, month + 1, 1) - _EPOCH).days + 146_097 * cycles
        hours = 24 * days
    if kind.kind == t.DATE:
        value, limit = hours // 24, 1 << 31
    else:
        value, limit = hours * 3600 * PER_SECOND[kind.unit], 1 << 63
    value -= end
    return value if -limit <= value < limit else None
