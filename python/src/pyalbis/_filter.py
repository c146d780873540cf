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
import pyarrow.acero as acero
import pyarrow.compute as pc
import pyarrow.dataset as pds
import pyarrow.fs
from pyarrow.parquet import filters_to_expression

from pyalbis import _types as t
from pyalbis._arrow import ArrowTypes, empty_table
from pyalbis._measure import plain_values
from pyalbis._projection import Selection, find_names, names_of
from pyalbis._schema import Leaf, StoredSchema
from pyalbis._stats import plain_scalar

MOST_LITERALS = 1000  # of a filter, for which buckets are computed
_TRUE = pc.scalar(True)


def expression_of(filter: Any, schema: StoredSchema) -> pc.Expression | None:
    """A filter as an expression. Lists are in disjunctive normal form, as pyarrow.parquet takes them.

    They may name columns, and fields of structs by their paths.
    """
    if filter is None or isinstance(filter, pc.Expression):
        return filter
    if not filter or not filter[0]:
        raise ValueError("Invalid filter: it is empty")
    parts = [filter] if isinstance(filter[0][0], str) else filter
    return filters_to_expression([[(_reference(name, schema), *rest) for name, *rest in part] for part in parts])


def _reference(name: str, schema: StoredSchema) -> str | tuple[str, ...]:
    names = names_of(name)
    return tuple(names) if len(names) > 1 and schema.find(name) is None else name


def fields_of(expression: pc.Expression, schema: StoredSchema, types: ArrowTypes) -> Selection:
    """The fields that an expression refers to. Raises `pyarrow.ArrowInvalid` if it does not fit the schema."""
    selection = Selection()
    for names in _references(expression):
        found = find_names(schema, names)
        if found is not None:
            selection.add(found)
    try:
        _bind(expression, types.schema(selection.fields(), {}))
        return selection
    except pa.ArrowInvalid:
        _bind(expression, types.schema(schema.fields(), {}))  # a message about all columns
    for field in schema.fields():
        selection.add([field])
    return selection


def _references(expression: pc.Expression) -> list[list[str]]:
    """The names of the columns in an expression, and the paths of the fields of structs."""
    # Serialized expressions list their parts as metadata of a schema, in which keys occur more than once.
    _, (data,) = expression.__reduce__()
    text = pa.ipc.open_file(data).schema.to_string(show_schema_metadata=True, truncate_metadata=False)
    found: list[list[str]] = []
    missing = 0  # names of the last path that have not come yet
    for line in text.split("\n"):
        key, _, value = line.partition(": ")
        if key == "nested_field_ref":
            missing = int(value.strip("'"))
            found.append([])
        elif key == "field_ref":
            if missing:
                found[-1].append(value[1:-1])
                missing -= 1
            else:
                found.append([value[1:-1]])
    return found


def _bind(expression: pc.Expression, schema: pa.Schema) -> None:
    empty_table(schema).filter(expression)


def filtered(table: pa.Table, expression: pc.Expression, needed: Sequence[int], wanted: Sequence[int]) -> pa.Table:
    """The rows of a table for which an expression is true. `needed` and `wanted`: positions of columns.

    Only the wanted columns are copied.
    """
    if not needed or not wanted:
        return table.filter(expression).select(wanted)
    source = acero.Declaration("table_source", acero.TableSourceNodeOptions(table.select(needed)))
    project = acero.Declaration("project", acero.ProjectNodeOptions([expression], ["selected"]))
    selected = acero.Declaration.from_sequence([source, project]).to_table(use_threads=False).column(0)
    return table.select(wanted).filter(selected)


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
        self.refs: dict[int, tuple[Leaf, pc.Expression, pa.DataType]] = {}
        for leaf in leaves:
            if _prunable(leaf):
                names = tuple(names_of(leaf.path))
                ref = pc.field(names) if len(names) > 1 else pc.field(names[0])
                self.refs[leaf.id] = (leaf, ref, types.type(leaf.type))

    @property
    def leaf_ids(self) -> list[int]:
        return list(self.refs)

    @property
    def leaves(self) -> dict[int, Leaf]:
        """The leaves whose statistics are used, by id."""
        return {number: leaf for number, (leaf, _, _) in self.refs.items()}

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
        return between(ref, least, greatest, bool(statistics.null_count or leaf.above))

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


def between(ref: pc.Expression, least: Any, greatest: Any, nulls: bool) -> pc.Expression | None:
    """That values are in bounds, of which None is none, or null if there are nulls.

    Arrow knows what `x >= 1 or x is null` states, but not what it states of a conjunction.
    """
    parts = [None if least is None else ref >= least, None if greatest is None else ref <= greatest]
    return both(each if each is None or not nulls else each | ref.is_null() for each in parts)


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
