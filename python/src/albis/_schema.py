# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Schemas, leaves and column groups (SPEC.md, sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from albis import _proto
from albis import _types as t
from albis._types import Field, Type, parse_field
from albis._wire import Place, crc32c, parse

COLUMN, ROW = 1, 2


def parse_schema(message: Any, place: Place) -> tuple[Field, ...]:
    """The top-level fields of a serialized schema."""
    place.equal(len(message.name_hashes), len(message.ends), "length of the ends of the schema")
    place.check(len(message.ends) % 4 == 0, "length of the ends of the schema", len(message.ends))
    hashes = np.frombuffer(message.name_hashes, "<u4").tolist()
    ends = np.frombuffer(message.ends, "<u4").tolist()
    place.equal(len(message.fields), ends[-1] if ends else 0, "end of the fields of the schema")
    fields, start = [], 0
    for expected, end in zip(hashes, ends):
        place.check(start <= end, "schema: ends of the fields decrease")
        field = parse_field(parse(_proto.Field, message.fields[start:end], place), place)
        place.equal(expected, crc32c(field.name.encode()), f"hash of field {field.name}")
        fields.append(field)
        start = end
    return tuple(fields)


def schema_message(fields: Iterable[Field]) -> Any:
    """The serialized schema."""
    hashes, ends, data = [], [], b""
    for field in fields:
        hashes.append(crc32c(field.name.encode()))
        data += field.proto().SerializeToString(deterministic=True)
        ends.append(len(data))
    numbers = (np.array(each, "<u4").tobytes() for each in (hashes, ends))
    return _proto.Schema(name_hashes=next(numbers), ends=next(numbers), fields=data)


@dataclass(frozen=True)
class Leaf:
    """A leaf of a schema. A presence leaf has the type of its struct.

    `nullable`: whether it is stored nullable. `above`: ids of the presence leaves above it.
    """

    field: Field
    nullable: bool
    path: str
    above: tuple[int, ...]

    @property
    def id(self) -> int:
        return self.field.id

    @property
    def type(self) -> Type:
        return self.field.type

    @property
    def is_presence(self) -> bool:
        return self.field.type.kind == t.STRUCT


def quoted(name: str) -> str:
    """A name as part of a path."""
    if "." not in name and "`" not in name:
        return name
    return "`" + name.replace("`", "``") + "`"


def leaves_of(
    fields: Iterable[Field], nullable: bool = False, path: str = "", above: tuple[int, ...] = ()
) -> list[Leaf]:
    """The leaves of fields, in order."""
    leaves = []
    for field in fields:
        stored_nullable = nullable or field.nullable
        name = path + quoted(field.name)
        if field.type.kind != t.STRUCT:
            leaves.append(Leaf(field, stored_nullable, name, above))
            continue
        below = above
        if field.nullable:
            leaves.append(Leaf(field, True, name, above))
            below += (field.id,)
        leaves += leaves_of(field.type.children, stored_nullable, name + ".", below)
    return leaves


@dataclass(frozen=True)
class ColumnGroup:
    """A listed column group."""

    id: int
    layout: int
    leaf_ids: tuple[int, ...]
    retired: bool = False

    def proto(self) -> Any:
        return _proto.ColumnGroup(id=self.id, layout=self.layout, leaf_ids=self.leaf_ids, retired=self.retired)


def parse_groups(messages: Any, leaves: list[Leaf], place: Place) -> tuple[ColumnGroup, ...]:
    """The listed column groups, after checks."""
    kinds = {leaf.id: leaf.type.kind for leaf in leaves}
    ids: set[int] = set()
    current: set[int] = set()
    groups = []
    for one in messages:
        place.check(one.id >= 1 and one.id not in ids, "column group id", one.id)
        ids.add(one.id)
        place.check(one.layout in (COLUMN, ROW), f"layout of column group {one.id}", one.layout)
        leaf_ids = tuple(one.leaf_ids)
        count = len(leaf_ids)
        place.check(
            count == 1 if one.layout == COLUMN else count >= 1,
            f"number of leaves of column group {one.id}",
            count,
        )
        place.check(min(leaf_ids) >= 1 and len(set(leaf_ids)) == count, f"leaves of column group {one.id}")
        for leaf in leaf_ids:
            place.check(one.retired or leaf not in current, f"column groups: leaf {leaf} is in two")
            place.check(
                one.layout == COLUMN or kinds.get(leaf) not in (t.LIST, t.MAP),
                f"column group {one.id}: list or map {leaf} in rows",
            )
        if not one.retired:
            current.update(leaf_ids)
        groups.append(ColumnGroup(one.id, one.layout, leaf_ids, one.retired))
    return tuple(groups)


class Groups:
    """Finds the column groups that may hold a leaf."""

    def __init__(self, listed: tuple[ColumnGroup, ...]) -> None:
        self.listed = listed
        self._current = {leaf: g.id for g in listed if not g.retired for leaf in g.leaf_ids}
        self._retired: dict[int, list[int]] = {}
        for group in listed:
            if group.retired:
                for leaf in group.leaf_ids:
                    self._retired.setdefault(leaf, []).append(group.id)

    def candidates(self, leaf_id: int) -> list[int]:
        """The groups in which to look for a leaf, in order (section 7)."""
        return [self._current.get(leaf_id, leaf_id), *self._retired.get(leaf_id, [])]

    def current(self, leaves: Iterable[Leaf], order: Iterable[int] = ()) -> list[ColumnGroup]:
        """The groups that writers fill, in column order, with those of other leaves left out."""
        by_id = {g.id: g for g in self.listed if not g.retired}
        found: dict[int, ColumnGroup] = {}
        for leaf in leaves:
            number = self._current.get(leaf.id, leaf.id)
            if number not in found:
                found[number] = by_id.get(number) or ColumnGroup(number, COLUMN, (leaf.id,))
        ordered = [number for number in order if number in found]
        return [found[n] for n in dict.fromkeys([*ordered, *found])]
