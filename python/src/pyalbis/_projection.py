# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Selects columns and fields of structs by their paths (SPEC.md, section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

import pyarrow as pa

from pyalbis import _types as t
from pyalbis._arrow import ArrowTypes
from pyalbis._schema import StoredSchema
from pyalbis._types import Field


def names_of(path: str) -> list[str]:
    """The names in a path; empty if the path is malformed."""
    names, at = [], 0
    while at < len(path):
        if path[at] == "`":
            end = at + 1
            while path[end : end + 1] != "`" or path[end : end + 2] == "``":
                if end >= len(path):
                    return []
                end += 2 if path[end : end + 2] == "``" else 1
            names.append(path[at + 1 : end].replace("``", "`"))
            at = end + 2
            if path[end + 1 : at] not in ("", "."):
                return []
        else:
            end = path.find(".", at)
            end = len(path) if end < 0 else end
            names.append(path[at:end])
            at = end + 1
    return names if at > len(path) else []


def find_path(schema: StoredSchema, path: str) -> list[Field] | None:
    """The fields from a top-level one down to the one of a path, or None. The name of a column needs no quotes."""
    column = schema.find(path)
    return find_names(schema, names_of(path)) if column is None else [column]


def find_names(schema: StoredSchema, names: Sequence[str]) -> list[Field] | None:
    """The fields from a top-level one down to the one with these names, or None."""
    field = schema.find(names[0]) if names else None
    found = []
    for name in names[1:]:
        if field is None:
            return None
        found.append(field)
        field = next((child for child in field.type.children if child.name == name), None)
    return None if field is None else [*found, field]


class Selection:
    """Selected fields. Columns are in the order in which they were added.

    Structs keep the selected fields, in the order of the schema, also inside lists and maps. Maps keep their keys.
    """

    def __init__(self) -> None:
        self._columns: dict[int, Field] = {}
        self._ids: set[int] = set()

    def add(self, path: Sequence[Field]) -> bool:
        """Adds a field with the fields above it. Returns whether it is new."""
        if path[-1].id in self._ids:
            return False
        self._columns.setdefault(path[0].id, path[0])
        self._ids.add(path[-1].id)
        return True

    def __or__(self, other: Selection) -> Selection:
        both = Selection()
        both._columns, both._ids = self._columns | other._columns, self._ids | other._ids
        return both

    def fields(self) -> list[Field]:
        return [_cut(column, self._ids) for column in self._columns.values()]


def _cut(field: Field, ids: Set[int]) -> Field:
    if field.id in ids or not field.type.children:
        return field
    children = []
    for child in field.type.children:
        if _contains_any(child, ids):
            children.append(_cut(child, ids))
        elif field.type.kind == t.MAP:  # which always has keys and values
            children.append(child)
    return field.with_type(replace(field.type, children=tuple(children)))


def _contains_any(field: Field, ids: Set[int]) -> bool:
    return field.id in ids or any(_contains_any(child, ids) for child in field.type.children)


def narrowed_table(table: pa.Table, read: Iterable[Field], wanted: Iterable[Field], types: ArrowTypes) -> pa.Table:
    """A table without the fields of structs that only a filter needed. `read`: the columns as they are."""
    for i, (had, field) in enumerate(zip(read, wanted)):
        if had.type != field.type:
            chunks = [narrowed(chunk, had, field, types) for chunk in table.column(i).chunks]
            table = table.set_column(i, types.field(field), pa.chunked_array(chunks, types.type(field.type)))
    return table


def narrowed(array: pa.Array, read: Field, wanted: Field, types: ArrowTypes) -> pa.Array:
    """An array without the fields of structs that are not wanted."""
    if read.type == wanted.type:
        return array
    kind = types.type(wanted.type)
    validity, offset = array.buffers()[0], array.offset
    if wanted.type.kind == t.STRUCT:
        positions = {child.id: i for i, child in enumerate(read.type.children)}
        children = []
        for child in wanted.type.children:
            position = positions[child.id]
            children.append(narrowed(array.field(position), read.type.children[position], child, types))
        mask = array.is_null() if array.null_count else None
        return pa.StructArray.from_arrays(children, fields=list(kind), mask=mask)
    if wanted.type.kind == t.LIST:
        below = narrowed(array.values, read.type.children[0], wanted.type.children[0], types)
    else:
        pairs = zip((array.keys, array.items), read.type.children, wanted.type.children)
        parts = [narrowed(each, had, field, types) for each, had, field in pairs]
        below = pa.StructArray.from_arrays(parts, fields=[kind.key_field, kind.item_field])
    buffers = [validity, array.buffers()[1]]
    return pa.Array.from_buffers(kind, len(array), buffers, array.null_count, offset, children=[below])
