# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Schemas, leaves and column groups (SPEC.md, sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pyalbis import _proto
from pyalbis import _types as t
from pyalbis._types import Field, Type, parse_field
from pyalbis._wire import Place, crc32c, parse

COLUMN, ROW = 1, 2


class StoredSchema:
    """A serialized schema. Its top-level fields are parsed and checked when they are first asked for.

    It may be used by several threads.
    """

    def __init__(self, message: Any, place: Place) -> None:
        hashes, ends, self._data = message.name_hashes, message.ends, message.fields
        place.equal(len(hashes), len(ends), "length of the ends of the schema")
        place.check(len(ends) % 4 == 0, "length of the ends of the schema", len(ends))
        self._hashes = np.frombuffer(hashes, "<u4")
        bounds = np.zeros(len(ends) // 4 + 1, np.int64)
        bounds[1:] = np.frombuffer(ends, "<u4")
        place.check(bool((bounds[1:] >= bounds[:-1]).all()), "schema: ends of the fields decrease")
        place.equal(len(self._data), int(bounds[-1]), "end of the fields of the schema")
        self._bounds, self._place = bounds, place
        self._parsed: dict[int, Field] = {}

    def __len__(self) -> int:
        return len(self._hashes)

    def __getitem__(self, position: int) -> Field:
        """A top-level field."""
        found = self._parsed.get(position)
        if found is None:
            start, end = self._bounds[position], self._bounds[position + 1]
            found = parse_field(parse(_proto.Field, self._data[start:end], self._place), self._place)
            expected = int(self._hashes[position])
            self._place.equal(expected, crc32c(found.name.encode()), f"hash of field {found.name}")
            found = self._parsed.setdefault(position, found)
        return found

    def find(self, name: str) -> Field | None:
        """The top-level field of a name. Only those whose names have the same hash are parsed."""
        wanted = crc32c(name.encode(errors="surrogatepass"))
        fields = (self[int(i)] for i in np.flatnonzero(self._hashes == wanted))
        return next((field for field in fields if field.name == name), None)

    def fields(self) -> tuple[Field, ...]:
        """All fields, whose names and ids are unique."""
        found = tuple(self[i] for i in range(len(self)))
        self._place.check(len({field.name for field in found}) == len(found), "schema: two columns have the same name")
        ids = [below.id for field in found for below in field.below()]
        self._place.check(len(set(ids)) == len(ids), "schema: two fields have the same id")
        return found


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


def parse_groups(messages: Any, place: Place) -> tuple[ColumnGroup, ...]:
    """The listed column groups, after checks."""
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
        if not one.retired:
            twice = current.intersection(leaf_ids)
            place.check(not twice, f"column groups: leaf {min(twice, default=0)} is in two")
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
