# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Filters: which columns they need, and what statistics rule out.

What is known from statistics is stated as an expression, such as `x >= 1 and x <= 9`, and Arrow decides whether a
filter can be true where it holds. So all expressions that Arrow simplifies prune, whatever they consist of.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pds
import pyarrow.fs
from pyarrow.parquet import filters_to_expression

from albis import _types as t
from albis._arrow import ArrowTypes, empty_table
from albis._measure import plain_values
from albis._schema import Leaf
from albis._stats import plain_scalar

MOST_LITERALS = 1000  # of a filter, for which buckets are computed
_TRUE = pc.scalar(True)


def expression_of(filter: Any) -> pc.Expression | None:
    """A filter as an expression. Lists are in disjunctive normal form, as pyarrow.parquet takes them."""
    if filter is None or isinstance(filter, pc.Expression):
        return filter
    return filters_to_expression(filter)


def columns_of(expression: pc.Expression, schema: pa.Schema) -> list[str]:
    """The names of the top-level columns that an expression refers to."""
    _bind(expression, schema)
    # Serialized expressions contain the names. Which of those found are columns shows when one is left out.
    _, (text,) = expression.__reduce__()
    data = text.to_pybytes()
    possible = [f for f in schema if f.name.encode() in data]
    if not _binds(expression, possible):
        possible = list(schema)
    needed = list(possible)
    for field in possible:
        rest = [f for f in needed if f is not field]
        if _binds(expression, rest):
            needed = rest
    return [f.name for f in needed]


def _bind(expression: pc.Expression, schema: pa.Schema) -> None:
    empty_table(schema).filter(expression)


def _binds(expression: pc.Expression, fields: Sequence[pa.Field]) -> bool:
    try:
        _bind(expression, pa.schema(fields))
    except pa.ArrowInvalid:
        return False
    return True


class Pruner:
    """Decides by statistics where a filter can be true."""

    def __init__(
        self,
        expression: pc.Expression,
        schema: pa.Schema,
        leaves: Iterable[Leaf],
        types: ArrowTypes,
    ) -> None:
        self.expression, self.schema = expression, schema
        self.refs = {}
        for leaf in leaves:
            if _prunable(leaf):
                names = tuple(_names(leaf.path))
                ref = pc.field(names) if len(names) > 1 else pc.field(names[0])
                self.refs[leaf.id] = (leaf, ref, types.type(leaf.type))

    @property
    def leaf_ids(self) -> list[int]:
        return list(self.refs)

    def known(self, statistics: Any, rows: int) -> pc.Expression | None:
        """What statistics of a leaf over a number of rows state, or None."""
        found = self.refs.get(statistics.field_id)
        if found is None or statistics.nan_count:
            return None
        leaf, ref, arrow = found
        if statistics.null_count == rows:
            return ref.is_null()
        if not statistics.has_min_max:
            return None
        try:
            least = plain_scalar(leaf.type, statistics.min, arrow)
            greatest = plain_scalar(leaf.type, statistics.max, arrow)
        except (ValueError, pa.ArrowInvalid):
            return None
        within = (ref >= least) & (ref <= greatest)
        return within | ref.is_null() if statistics.null_count or leaf.above else within

    def possible(self, known: list[pc.Expression | None]) -> list[int]:
        """The positions in a list of statements at which the filter can be true."""
        if all(each is None for each in known):
            return list(range(len(known)))
        dataset = pds.FileSystemDataset.from_paths(
            [str(i) for i in range(len(known))],
            schema=self.schema,
            format=pds.IpcFileFormat(),
            filesystem=pyarrow.fs.LocalFileSystem(),
            partitions=[_TRUE if each is None else each for each in known],
        )
        return [int(each.path) for each in dataset.get_fragments(filter=self.expression)]

    def listed_values(self, leaf: Leaf) -> tuple[list[Any], bool] | None:
        """The only values of a leaf for which the filter can be true, and whether it can be true for null.

        They are integers or bytes. None if there are others, such as all those of a range.
        """
        _, ref, arrow = self.refs[leaf.id]
        literals = _literals(self.expression, arrow)
        if not literals:
            return None
        try:
            ordered = pa.array(literals, arrow).unique()
            ordered = ordered.take(pc.sort_indices(ordered))
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError):
            return None
        points = list(ordered)
        between = [(ref > a) & (ref < b) for a, b in pairwise(points)]
        statements = [ref.is_null(), ref < points[0], *between, ref > points[-1], *(ref == each for each in points)]
        possible = self.possible(statements)
        if any(1 <= position <= len(points) + 1 for position in possible):
            return None
        chosen = ordered.take(pa.array([i - len(points) - 2 for i in possible if i], pa.int64()))
        return plain_values(leaf.type, chosen), 0 in possible


def _literals(expression: pc.Expression, wanted: pa.DataType) -> list[pa.Scalar]:
    """The literals in an expression that are values of a type."""
    # Serialized expressions are a file with the literals, and the options of functions, as columns of one row.
    _, (data,) = expression.__reduce__()
    try:
        batch = pa.ipc.open_file(data).get_batch(0)
    except pa.ArrowInvalid:
        return []
    found: list[pa.Scalar] = []
    waiting = [column[0] for column in batch.columns]
    while waiting and len(found) + len(waiting) <= MOST_LITERALS:
        one = waiting.pop()
        if not one.is_valid:
            continue
        if pa.types.is_struct(one.type):
            waiting += [one[i] for i in range(len(one.type)) if one.type.field(i).name == "value_set"]
        elif pa.types.is_list(one.type) or pa.types.is_large_list(one.type):
            waiting += list(one.values)
        else:
            with contextlib.suppress(pa.ArrowInvalid, pa.ArrowNotImplementedError):
                found.append(one.cast(wanted))
    return [] if waiting else found


def both(statements: Iterable[pc.Expression | None]) -> pc.Expression | None:
    """The conjunction of statements."""
    found = None
    for each in statements:
        if each is not None:
            found = each if found is None else found & each
    return found


def _prunable(leaf: Leaf) -> bool:
    """Whether statistics of a leaf can prune: not where Arrow cannot compare, or an extension may compare otherwise."""
    return leaf.type.kind not in (*t.NESTED, t.UUID) and leaf.field.extension is None


def _names(path: str) -> list[str]:
    """The names in a path."""
    names, at = [], 0
    while at < len(path):
        if path[at] == "`":
            end = at + 1
            while path[end : end + 1] != "`" or path[end : end + 2] == "``":
                end += 2 if path[end : end + 2] == "``" else 1
            names.append(path[at + 1 : end].replace("``", "`"))
            at = end + 2
        else:
            end = path.find(".", at)
            end = len(path) if end < 0 else end
            names.append(path[at:end])
            at = end + 1
    return names
