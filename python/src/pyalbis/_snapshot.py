# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Snapshots of a table (SPEC.md, sections 3, 11 and 19)."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from pyalbis import _proto
from pyalbis._frame import SNAPSHOT, STATISTICS, Frame, check_path
from pyalbis._io import Storage
from pyalbis._schema import Groups, Leaf, StoredSchema, leaves_of, parse_groups
from pyalbis._types import MAX_LEAVES, Field, check_plain
from pyalbis._wire import parse
from pyalbis.errors import NotATableError, SnapshotExpiredError, SnapshotNotFoundError

SNAPSHOTS = "_albis/snapshots"


def snapshot_path(number: int) -> str:
    return f"{SNAPSHOTS}/{number // 1000:017d}/snapshot-{number:020d}"


def _directories(storage: Storage) -> list[str]:
    names = storage.names(SNAPSHOTS)
    return sorted((n for n in names if re.fullmatch(r"[0-9]{17}", n)), reverse=True)


def _ids_in(storage: Storage, directory: str) -> list[int]:
    found = []
    for name in storage.names(f"{SNAPSHOTS}/{directory}"):
        match = re.fullmatch(r"snapshot-([0-9]{20})", name)
        if match:
            number = int(match.group(1))
            if number >= 1 and snapshot_path(number) == f"{SNAPSHOTS}/{directory}/{name}":
                found.append(number)
    return sorted(found)


def snapshot_ids(storage: Storage) -> list[int]:
    """The ids of all snapshots whose files exist, ascending."""
    return sorted(number for each in _directories(storage) for number in _ids_in(storage, each))


def latest_id(storage: Storage) -> int | None:
    """The id of the latest snapshot, or None if there is no snapshot."""
    for directory in _directories(storage):
        found = _ids_in(storage, directory)
        if found:
            return found[-1]
    return None


class Head:
    """What tables and single data files have in common: schema, column groups, properties."""

    def __init__(self, frame: Frame) -> None:
        self.frame, self.place = frame, frame.place
        message = self.message = frame.message
        self.schema = StoredSchema(message.schema, self.place)
        self.groups = Groups(parse_groups(message.column_groups, self.place))
        for what, listed in (
            ("partition specs", message.partition_specs),
            ("sort orders", message.sort_orders),
        ):
            ids = [one.id for one in listed]
            self.place.check(len(set(ids)) == len(ids) and 0 not in ids, f"ids of {what}")
            for one in listed:
                self.place.check(one.fields, f"{what}: {one.id} has no fields")
        self.properties: dict[str, str] = {k: v for k, v in message.properties.items() if not k.startswith("albis.")}

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """All top-level fields, which are parsed when they are first asked for."""
        return self.schema.fields()

    @cached_property
    def leaves(self) -> list[Leaf]:
        """All leaves."""
        found = leaves_of(self.fields)
        self.place.check(len(found) <= MAX_LEAVES, "number of leaves", len(found))
        return found

    @cached_property
    def by_id(self) -> dict[int, Leaf]:
        """All leaves by id."""
        return {leaf.id: leaf for leaf in self.leaves}

    def check_bounds(self, ref: Any, leaves: dict[int, Leaf]) -> None:
        """Checks the bounds of some leaves in a reference to a manifest."""
        for one in ref.bounds:
            leaf = leaves.get(one.field_id)
            if leaf is not None and one.has_min_max:
                check_plain(leaf.type, one.min, self.place)
                check_plain(leaf.type, one.max, self.place)

    def statistics(self) -> dict[int, Any] | None:
        """The statistics of the whole table or file by leaf id, if there are any."""
        found = self.frame.section(STATISTICS, 0)
        if found is None:
            return None
        data, place = found
        columns = parse(_proto.TableStatistics, data, place).columns
        by_id = {one.field_id: one for one in columns}
        place.equal(len(columns), len(by_id), "number of leaves with statistics")
        return by_id


class Snapshot(Head):
    """A snapshot of a table. Immutable."""

    def __init__(self, storage: Storage, number: int) -> None:
        self.id, self.path = number, snapshot_path(number)
        name = storage.name(self.path)
        super().__init__(Frame(name, storage.open(self.path), SNAPSHOT))
        message, place = self.message, self.place
        place.equal(number, message.snapshot_id, "snapshot id")
        place.check(message.parent_id < number, "parent id", message.parent_id)
        specs = {one.id: len(one.fields) for one in message.partition_specs} | {0: 0}
        place.check(message.partition_spec_id in specs, "partition spec id", message.partition_spec_id)
        orders = {one.id for one in message.sort_orders} | {0}
        place.check(message.sort_order_id in orders, "sort order id", message.sort_order_id)
        names = [tag.name for tag in message.tags]
        place.check(all(names) and len(set(names)) == len(names), "names of tags")
        for tag in message.tags:
            place.check(1 <= tag.snapshot_id <= number, f"snapshot of tag {tag.name}", tag.snapshot_id)
        place.check(message.expired_before <= number, "expired_before", message.expired_before)
        paths = [ref.path for ref in message.manifests]
        place.check(len(set(paths)) == len(paths), "manifests: two have the same path")
        rows = sum(ref.row_count for ref in message.manifests)
        place.equal(message.row_count, rows, "number of rows of the manifests")
        for ref in message.manifests:
            check_path(ref.path, place)
            for bounds in ref.partition_bounds:
                place.equal(specs.get(bounds.spec_id), len(bounds.fields), "number of partition bounds")

    @property
    def tags(self) -> dict[str, int]:
        return {tag.name: tag.snapshot_id for tag in self.message.tags}


def read_latest(storage: Storage) -> Snapshot:
    """The latest snapshot."""
    while True:
        number = latest_id(storage)
        if number is None:
            raise NotATableError(storage.name("").rstrip("/"))
        try:
            return Snapshot(storage, number)
        except FileNotFoundError:
            if latest_id(storage) == number:
                raise


def read_snapshot(storage: Storage, which: int | str | None) -> Snapshot:
    """A snapshot by its id or tag; None: the latest."""
    if which is None:
        return read_latest(storage)
    if isinstance(which, str):
        latest = read_latest(storage)
        if which not in latest.tags:
            raise SnapshotNotFoundError(f"Cannot find tag {which} in {storage.root}")
        which = latest.tags[which]
    latest_number = latest_id(storage)
    if latest_number is None:
        raise NotATableError(storage.name("").rstrip("/"))
    if which > latest_number or which < 1:
        raise SnapshotNotFoundError(f"Cannot find snapshot {which} in {storage.root}")
    try:
        return Snapshot(storage, which)
    except FileNotFoundError:
        raise SnapshotExpiredError(storage.name(snapshot_path(which)), which) from None


def has_expired(storage: Storage, snapshot: Snapshot) -> bool:
    """Whether the files of a snapshot may be missing."""
    latest = read_latest(storage)
    return snapshot.id < latest.message.expired_before and snapshot.id not in latest.tags.values()
