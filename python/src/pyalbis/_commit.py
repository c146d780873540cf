# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Snapshots and their atomic publication (SPEC.md, sections 11 and 17)."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Any

from pyalbis import _proto
from pyalbis._datafile import created_by, metadata_file, serialized, table_statistics
from pyalbis._frame import SNAPSHOT, STATISTICS
from pyalbis._io import Storage
from pyalbis._manifest import ManifestBuilder
from pyalbis._measure import Measured, measured, merge
from pyalbis._merge import merge_manifests
from pyalbis._schema import ColumnGroup, schema_message
from pyalbis._snapshot import Snapshot, read_latest, snapshot_path
from pyalbis._types import Field
from pyalbis.errors import CommitConflictError, CommitStateUnknownError, NotATableError, UnsupportedFormatError

ATTEMPTS = 1000
MAX_SECONDS = 300  # of a commit for which the existence of its parent is proof enough


def check_writable(snapshot: Snapshot) -> None:
    """Checks that this version can build on a snapshot (section 18)."""
    _, minor, _, compatible = snapshot.frame.tail
    if minor > 0 or compatible:
        raise UnsupportedFormatError(
            snapshot.place.file,
            snapshot.frame.blob.size - 64,
            f"minor version {minor} or feature flags {compatible:#x} are unknown, so that nothing can be committed",
        )


def successor(base: Snapshot, operation: str) -> Any:
    """A snapshot with the content of another one, and the next id."""
    message = _proto.Snapshot()
    message.CopyFrom(base.message)
    message.ClearField("sections")
    message.snapshot_id, message.parent_id = base.id + 1, base.id
    message.operation = operation
    return message


def first(fields: tuple[Field, ...], groups: list[ColumnGroup], next_id: int) -> Any:
    """The first snapshot of a table, without rows."""
    message = _proto.Snapshot(table_id=uuid.uuid4().bytes, snapshot_id=1, operation="create", next_id=next_id)
    message.schema.CopyFrom(schema_message(fields))
    message.column_groups.extend(g.proto() for g in groups)
    return message


def publish(storage: Storage, message: Any, statistics: list[Measured] | None, added: ManifestBuilder) -> None:
    """Publishes a snapshot with new row groups. Raises `FileExistsError` if another one has its id."""
    message.timestamp_millis = time.time_ns() // 1_000_000
    message.created_by = created_by()
    sections = []
    if statistics is not None:
        sections.append((STATISTICS, 0, serialized(table_statistics(statistics))))
    data = metadata_file(SNAPSHOT, message.table_id, sections, message)
    added.in_doubt = True  # also if an interrupt ends this anywhere below
    try:
        storage.publish(snapshot_path(message.snapshot_id), data)
    except CommitStateUnknownError:
        raise
    except OSError:
        added.in_doubt = False
        raise
    except Exception as error:  # such as MemoryError, which may come at any point
        raise CommitStateUnknownError(f"Failed to publish snapshot {message.snapshot_id}: {error!r}") from error


def commit(
    storage: Storage,
    base: Snapshot,
    change: Callable[[Snapshot], tuple[Any, list[Measured] | None]],
    added: ManifestBuilder,
) -> int:
    """Publishes what `change` makes of the latest snapshot, again and again until no other writer is first.

    `change` raises `CommitConflictError` if the snapshot conflicts with what was prepared on `base`.
    """
    for _ in range(ATTEMPTS):
        started = time.monotonic()
        try:
            latest = read_latest(storage)
        except NotATableError:
            raise CommitConflictError(f"Cannot commit to {storage.root}: its snapshots have been deleted") from None
        if latest.id < base.id or latest.message.table_id != base.message.table_id:
            raise CommitConflictError(f"Cannot commit to {storage.root}: it was dropped, and created again")
        if latest.id != base.id:
            base = latest
            check_writable(base)
        message, statistics = change(base)
        try:
            publish(storage, message, statistics, added)
        except FileExistsError:
            continue
        _require_in_history(storage, message, time.monotonic() - started > MAX_SECONDS)
        return int(message.snapshot_id)
    raise CommitConflictError(f"Cannot commit to {storage.root}: {ATTEMPTS} times another writer was first")


def _require_in_history(storage: Storage, message: Any, is_slow: bool) -> None:
    """Requires that a published snapshot follows its parent: another one may have had its id (section 17)."""
    try:
        has_parent = storage.is_file(snapshot_path(message.parent_id))
        if has_parent and not is_slow:
            return
        latest = read_latest(storage).message
        is_known = has_parent or message.parent_id < latest.expired_before
        if latest.table_id == message.table_id and latest.expired_before <= message.snapshot_id and is_known:
            return
    except Exception as error:
        raise CommitStateUnknownError(f"Failed to look up the snapshots of {storage.root}: {error!r}") from error
    raise CommitStateUnknownError(
        f"Published snapshot {message.snapshot_id} of {storage.root}, but could not make sure that it follows snapshot "
        f"{message.parent_id}, and that later snapshots contain it"
    )


def same_columns(a: Snapshot, b: Snapshot) -> bool:
    """Whether two snapshots have the same schema and column groups."""
    return bool(a.message.schema == b.message.schema) and a.groups.listed == b.groups.listed


def with_rows(storage: Storage, base: Snapshot, message: Any, ref: Any, new: list[Measured], keep: bool) -> Any:
    """Adds the row groups of a manifest to a snapshot; `keep`: to those it has. Returns the statistics."""
    statistics: list[Measured] | None = new
    if not keep:
        message.ClearField("manifests")
    elif base.message.row_count:
        statistics = merged_statistics(base, new)
    added = message.manifests.add()
    added.CopyFrom(ref)
    added.row_group_base = message.next_row_group_id
    message.next_row_group_id += ref.row_group_count
    merge_manifests(storage, message, base.by_id)
    message.row_count = sum(each.row_count for each in message.manifests)
    return statistics


def merged_statistics(base: Snapshot, new: list[Measured]) -> list[Measured] | None:
    """The statistics of a table with more rows, or None if they are unknown."""
    known = base.statistics()
    if known is None:
        return None
    found = []
    for one in new:
        if one.field_id not in known:
            return None
        old = measured(known[one.field_id], one.type, base.message.row_count)
        found.append(merge([old, one]))
    return found
