# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""What a verifier checks of whole row groups, and of statistics over many of them (SPEC.md, sections 14 to 16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from pyalbis import _types as t
from pyalbis._columns import missing
from pyalbis._dataset import Dataset
from pyalbis._encode import is_valid
from pyalbis._measure import Measured, merge, plain_values, value_of
from pyalbis._schema import Leaf
from pyalbis._snapshot import Head
from pyalbis._source import Manifest, Source
from pyalbis._stats import check_bounds, check_counts
from pyalbis._transforms import IDENTITY, is_known, result_type, result_value, transform
from pyalbis._types import Type
from pyalbis._verify_content import TYPES, check_summary, summary_of
from pyalbis._wire import Place


class RowGroupColumns:
    """The columns of a row group. `stored`: the array, stored type and file of each leaf by id."""

    def __init__(self, head: Head, source: Source, position: int) -> None:
        self.head, self.source, self.position = head, source, position
        self.rows = self.count = source.row_groups.counts[position]
        self.stored: dict[int, tuple[pa.Array, Type, str]] = {}

    def check(self) -> None:
        """Checks nulls, the partition and the order."""
        if not self.stored:
            self.rows = 1  # all rows are the same, however many there are
        for leaf in self.head.leaves:
            if leaf.id not in self.stored and not leaf.is_presence:
                missing(leaf.field, 0, TYPES, self.source.place, leaf.nullable)
            elif leaf.id in self.stored:
                self._nulls(leaf)
        self._partition()
        self._order()

    def absent(self, leaf: Leaf) -> Any:
        """Where an enclosing struct of a leaf is null; None: nowhere. True: everywhere."""
        found: Any = None
        for above in leaf.above:
            if above not in self.stored:
                return True
            nulls = ~is_valid(self.stored[above][0])
            found = nulls if found is None else found | nulls
        return found

    def _nulls(self, leaf: Leaf) -> None:
        array, _, file = self.stored[leaf.id]
        valid = is_valid(array)
        absent = self.absent(leaf)
        place = Place(file)
        if absent is not None:
            place.check(not np.any(valid & absent), f"leaf {leaf.id}: it has a value where its struct is null")
        if not leaf.field.nullable:
            present = True if absent is None else ~np.asarray(absent)
            place.check(not np.any(~valid & present), f"required leaf {leaf.id}: it is null")

    def logical(self, leaf: Leaf) -> pa.Array:
        """The values of a leaf as they are read, of the type in the schema."""
        if leaf.is_presence:
            stored = self.stored.get(leaf.id)
            return pa.nulls(self.rows, pa.bool_()) if stored is None else stored[0]
        wanted = TYPES.type(leaf.type)
        if leaf.id in self.stored:
            array = self.stored[leaf.id][0]
            return array if leaf.type.kind in t.NESTED or array.type == wanted else array.cast(wanted)
        absent = self.absent(leaf)
        if absent is True:
            return pa.nulls(self.rows, wanted)
        found = missing(leaf.field, self.rows, TYPES, self.source.place, leaf.nullable)
        return found if absent is None else found.take(pa.array(np.arange(self.rows), mask=absent))

    def summary(self, leaf: Leaf) -> Measured:
        kind = leaf.type
        if kind.kind in t.NESTED and leaf.id in self.stored:
            kind = self.stored[leaf.id][1]  # the values of lists and maps are left as they are stored
        found = summary_of(kind, leaf.id, self.logical(leaf))
        times = self.count // self.rows
        counts = {one: times * getattr(found, one) for one in ("null_count", "nan_count", "value_bytes", "values")}
        return replace(found, **counts)

    def values(self, leaf: Leaf) -> list[Any]:
        """The values of a leaf as integers, floats and bytes."""
        return plain_values(leaf.type, self.logical(leaf))

    # -------------------------------------------------------------- partition and order

    def _partition(self) -> None:
        each = self.source.row_groups.partition(self.position)
        if each is None or each.spec_id == 0:
            return
        specs = self.head.message.partition_specs
        fields = [f for spec in specs if spec.id == each.spec_id for f in spec.fields]
        for n, field in enumerate(fields):
            leaf = self.head.by_id.get(field.source_id)
            if leaf is None or not is_known(field) or n >= len(each.values):
                continue
            expected = None if n in each.nulls else result_value(field, leaf.type, each.values[n])
            for value in plain_values(leaf.type, distinct(self.logical(leaf))):
                found = None if value is None else transform(field, leaf.type, value)
                self.source.place.equal(expected, found, f"partition value of field {field.name}")

    def _order(self) -> None:
        number = self.source.row_groups.sort_orders[self.position]
        order = next((o for o in self.head.message.sort_orders if o.id == number), None)
        if order is None:
            return
        keys = []
        for field in order.fields:
            leaf = self.head.by_id.get(field.leaf_id)
            if leaf is None or leaf.type.kind in t.NESTED:
                break
            keys.append([sort_key(field, value) for value in self.values(leaf)])
        rows = list(zip(*keys))
        for i in range(1, len(rows)):
            self.source.place.check(not rows[i] < rows[i - 1], f"order of rows {i - 1} and {i}")


def distinct(array: pa.Array) -> pa.Array:
    """The different values of an array, or all of them."""
    try:
        return array.unique()
    except pa.ArrowNotImplementedError:
        return array


class _Descending:
    """A value whose order is reversed."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: _Descending) -> bool:
        return bool(other.value < self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Descending) and bool(other.value == self.value)

    __hash__ = None  # type: ignore[assignment]


def sort_key(field: Any, value: Any) -> Any:
    """A value as it compares in a sort order."""
    if value is None:
        return (1 if field.nulls_last else -1,)
    if isinstance(value, float):
        value = (1, 0.0) if value != value else (0, value)
    return (0, _Descending(value) if field.descending else value)


# ------------------------------------------------------------------ totals


class Totals:
    """Statistics over row groups."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.summaries: list[tuple[Source, dict[int, Measured], set[int]]] = []

    def add(self, columns: RowGroupColumns) -> None:
        found = {leaf.id: columns.summary(leaf) for leaf in self.head.leaves}
        as_stored = {i for i, (_, kind, _) in columns.stored.items() if kind == self.head.by_id[i].type}
        self.summaries.append((columns.source, found, as_stored))

    def check(self, dataset: Dataset, sources: list[Source]) -> None:
        statistics = self.head.statistics()
        place = self.head.place
        if statistics is not None:
            place.equal({leaf.id for leaf in self.head.leaves}, set(statistics), "leaves with statistics")
            for one in statistics.values():
                self._check(one, lambda _: True, place)
        for source in sources:
            if isinstance(source, Manifest):
                for one in source.ref.bounds:
                    if one.field_id in self.head.by_id:
                        self._check(one, lambda each, source=source: each is source, place)  # type: ignore[misc]
                self._partition_bounds(source)

    def _check(self, one: Any, included: Callable[[Source], bool], place: Place) -> None:
        leaf = self.head.by_id[one.field_id]
        parts = [(found[leaf.id], stored) for source, found, stored in self.summaries if included(source)]
        rows = sum(p.null_count + p.nan_count + p.values for p, _ in parts)
        if leaf.type.kind not in t.NESTED:
            check_counts(one, leaf.type, rows, place)
        check_bounds(one, leaf.type, place)
        whole = merge(p for p, _ in parts) if parts else Measured(leaf.type, leaf.id)
        count_bytes = all(leaf.id in stored for _, stored in parts)
        check_summary(one, whole, place, "of all rows", count_bytes)

    def _partition_bounds(self, manifest: Manifest) -> None:
        if not manifest.ref.partition_bounds:
            return
        place = self.head.place
        tuples: dict[int, list[Any]] = {}
        for position in range(len(manifest.row_groups.counts)):
            each = manifest.row_groups.partition(position)
            tuples.setdefault(each.spec_id if each else 0, []).append(each)
        place.equal(set(tuples), {b.spec_id for b in manifest.ref.partition_bounds}, "partition specs with bounds")
        specs = {spec.id: spec.fields for spec in self.head.message.partition_specs}
        for bounds in manifest.ref.partition_bounds:
            for n, (field, one) in enumerate(zip(specs.get(bounds.spec_id, ()), bounds.fields)):
                leaf = self.head.by_id.get(field.source_id)
                if leaf is None or not is_known(field):
                    continue
                members = tuples[bounds.spec_id]
                place.equal(any(n in m.nulls for m in members), one.has_null, "nulls in bounds of partitions")
                values = [m.values[n] for m in members if n not in m.nulls]
                check_field_bounds(field, leaf.type, one, values, place)


def check_field_bounds(field: Any, source: Type, one: Any, values: list[bytes], place: Place) -> None:
    """Checks the bounds of the values of a partition field."""
    kind = result_type(field, source)
    found = [value_of(kind, v) for v in values]
    numbers = [v for v in found if v == v]
    if field.transform == IDENTITY:
        place.equal(len(numbers) < len(found), one.has_nan, "NaN in bounds of partitions")
    expected = (min(numbers), max(numbers)) if numbers else None
    actual = (value_of(kind, one.min), value_of(kind, one.max)) if one.has_min_max else None
    place.equal(expected, actual, "bounds of partitions")
