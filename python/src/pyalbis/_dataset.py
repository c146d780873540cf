# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Tables and single files that are open for reading."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

import pyarrow as pa

from pyalbis._arrow import ArrowTypes
from pyalbis._io import Storage
from pyalbis._scan import Scan, Scannable
from pyalbis._snapshot import Head, Snapshot, has_expired, latest_id, read_snapshot, snapshot_ids
from pyalbis._source import DataFile, Manifest, Source
from pyalbis._stats import ColumnStatistics, check_bounds, check_counts, summary
from pyalbis._storage import storage_of
from pyalbis.errors import (
    AlbisError,
    NotATableError,
    SnapshotExpiredError,
    SnapshotNotFoundError,
)

__all__ = ["Dataset", "File", "SnapshotInfo", "Table", "open"]


@dataclass(frozen=True)
class SnapshotInfo:
    """A snapshot of a table.

    Attributes:
        id: number of the snapshot
        timestamp: when it was written, by the clock of its writer
        operation: what its writer did, such as `append`
        num_rows: number of rows in the table
        tags: the names that the latest snapshot gives to it
    """

    id: int
    timestamp: datetime
    operation: str
    num_rows: int
    tags: tuple[str, ...] = ()


class Dataset(Scannable):
    """A table or a single file. Immutable; it may be used by several threads.

    Attributes:
        uri: where it is
        checksums: whether the checksums of data are verified
    """

    def __init__(self, uri: str, storage: Storage, head: Head, checksums: bool, decimals: str) -> None:
        if decimals not in ("decimal128", "native"):
            raise ValueError(f"Invalid decimals: {decimals} (expected decimal128 or native)")
        self.uri, self.storage, self.head, self.checksums = uri, storage, head, checksums
        self.types = ArrowTypes(decimals == "native")
        self._opened: dict[str, Any] = {}

    def __reduce__(self) -> Any:
        """Is opened again where it is unpickled, a table at the same snapshot."""
        return _reopened, (self.uri, self._opened | {"snapshot": getattr(self, "snapshot_id", None)})

    @property
    def properties(self) -> dict[str, str]:
        """The user's properties."""
        return dict(self.head.properties)

    @property
    def column_groups(self) -> list[list[str]]:
        """The paths of the columns that are stored together, for each column group of new rows."""
        leaves = self.head.by_id
        return [
            [leaves[i].path for i in group.leaf_ids if i in leaves]
            for group in self.head.groups.current(self.head.leaves)
        ]

    @property
    def statistics(self) -> dict[str, ColumnStatistics] | None:
        """The statistics of the whole table or file by column path, or None if they are unknown.

        Columns of structs have paths such as `place.city`.
        """
        found = self.head.statistics()
        if found is None:
            return None
        known = {}
        for leaf in self.head.leaves:
            one = found.get(leaf.id)
            if one is not None:
                check_counts(one, leaf.type, self.num_rows, self.head.place)
                check_bounds(one, leaf.type, self.head.place)
                try:
                    known[leaf.path] = summary(one, leaf.type, self.types.type(leaf.type))
                except ValueError as error:
                    self.head.place.fail(f"bounds of column {leaf.path}: {error}")
        return known

    def scan(
        self,
        columns: Sequence[str] | None = None,
        filter: Any = None,
        *,
        batch_size: int | None = None,
    ) -> Scan:
        """Selects what is to be read.

        Args:
            columns: names of columns, and paths of fields of structs, such as `place.city`, in the order of the
                result; None: all. Structs keep the selected fields, also inside lists (`places.element.city`) and
                maps. Names in paths that contain a dot are quoted in backquotes.
            filter: a `pyarrow.compute.Expression`, or a list in disjunctive normal form, such as
                `[("a", ">", 1), ("place.city", "==", "x")]`; None: all rows. Statistics rule out row groups and
                segments, and rows are then filtered exactly.
            batch_size: maximum number of rows of a batch; None: the rows of a segment
        """
        return Scan(self, columns, filter, batch_size)

    def to_table(self, columns: Sequence[str] | None = None, filter: Any = None) -> pa.Table:
        """Reads everything, or some columns and rows: see `scan`."""
        return self.scan(columns, filter).to_table()

    def to_pyarrow_dataset(self) -> Any:
        """A `pyarrow.dataset.Dataset`, into which DuckDB, DataFusion and Polars push columns and filters.

        It can be pickled, and is for reading in memory only: pyarrow's own functions on its files fail.
        """
        from pyalbis._arrow_dataset import ArrowDataset

        return ArrowDataset(self)

    def __arrow_c_schema__(self) -> object:
        return self.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.scan().__arrow_c_stream__(requested_schema)

    def sources(self) -> Iterator[Source]:
        """The sources of row groups, opened one by one."""
        return (self.source(i) for i in range(self.source_count))


class File(Dataset):
    """A data file on its own."""

    def __init__(self, uri: str, storage: Storage, name: str, checksums: bool, decimals: str) -> None:
        self._file = DataFile(storage, name)
        super().__init__(uri, storage, Head(self._file.frame), checksums, decimals)

    def __repr__(self) -> str:
        return f"<pyalbis.File {self.uri}: {self.num_rows} rows, {len(self.head.schema)} columns>"

    @property
    def source_count(self) -> int:
        return 1

    def source(self, number: int) -> Source:
        return self._file


class Table(Dataset):
    """A snapshot of a table.

    Attributes:
        snapshot_id: number of the snapshot
    """

    head: Snapshot

    def __init__(self, uri: str, storage: Storage, snapshot: Snapshot, checksums: bool, decimals: str) -> None:
        super().__init__(uri, storage, snapshot, checksums, decimals)
        self.snapshot_id = snapshot.id
        self._decimals = decimals
        self._manifests: dict[int, Manifest] = {}
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        columns = len(self.head.schema)
        return f"<pyalbis.Table {self.uri}: snapshot {self.snapshot_id}, {self.num_rows} rows, {columns} columns>"

    @property
    def tags(self) -> dict[str, int]:
        """The snapshots that have a name."""
        return self.head.tags

    def snapshots(self) -> list[SnapshotInfo]:
        """The snapshots that can be read, oldest first, up to the latest one at this time."""
        latest = read_snapshot(self.storage, None)
        names: dict[int, list[str]] = {}
        for name, number in latest.tags.items():
            names.setdefault(number, []).append(name)
        found = []
        for number in snapshot_ids(self.storage):
            if (number < latest.message.expired_before and number not in names) or number > latest.id:
                continue
            try:
                one = latest if number == latest.id else read_snapshot(self.storage, number)
            except SnapshotExpiredError:
                continue
            written = _time(one.message.timestamp_millis)
            tags = tuple(sorted(names.get(number, ())))
            found.append(SnapshotInfo(number, written, one.message.operation, one.message.row_count, tags))
        return found

    def at(self, snapshot: int | str | datetime) -> Table:
        """The same table at another snapshot: its number, its tag, or the latest one at a time.

        Raises `SnapshotExpiredError` if the snapshot has expired, and `SnapshotNotFoundError` if there is none.
        """
        if isinstance(snapshot, datetime):
            when = snapshot.astimezone(timezone.utc)
            known = self.snapshots()
            whole = len(known) - 1  # from here on, no snapshot is missing
            while whole and known[whole - 1].id == known[whole].id - 1:
                whole -= 1
            before = [one.id for one in known[whole:] if one.timestamp <= when]
            if not before and known[whole].id > 1:
                first = known[whole]
                raise SnapshotExpiredError(
                    self.uri,
                    first.id - 1,
                    f"the snapshot that was the latest one at {when} has expired; there are all from snapshot "
                    f"{first.id} of {first.timestamp} on",
                )
            if not before:
                raise SnapshotNotFoundError(f"Cannot find a snapshot of {self.uri} at {when}")
            snapshot = before[-1]
        head = read_snapshot(self.storage, snapshot)
        table = Table(self.uri, self.storage, head, self.checksums, self._decimals)
        table._opened = self._opened
        return table

    def scan(
        self,
        columns: Sequence[str] | None = None,
        filter: Any = None,
        *,
        snapshot: int | str | datetime | None = None,
        batch_size: int | None = None,
    ) -> Scan:
        """Selects what is to be read: see `Dataset.scan`. `snapshot`: of another snapshot, as in `at`."""
        table = self if snapshot is None else self.at(snapshot)
        return Scan(table, columns, filter, batch_size)

    # -------------------------------------------------------------- for scans

    @property
    def source_count(self) -> int:
        return len(self.head.message.manifests)

    def bounds(self, number: int) -> Any:
        return self.head.message.manifests[number]

    def source(self, number: int) -> Manifest:
        with self._lock:
            found = self._manifests.get(number)
            if found is None:
                ref = self.head.message.manifests[number]
                with self.reading():
                    found = Manifest(self.storage, ref, self.head.frame.id)
                self._manifests[number] = found
            return found

    def reading(self) -> AbstractContextManager[None]:
        return _Explained(self._check_expired)

    def _check_expired(self, error: BaseException) -> None:
        """Raises another error if the reason of this one may be that the snapshot has expired."""
        missing = isinstance(error, FileNotFoundError) or "does not exist" in str(error)
        if missing and latest_id(self.storage) is not None and has_expired(self.storage, self.head):
            raise SnapshotExpiredError(self.head.place.file, self.snapshot_id) from error


def _time(millis: int) -> datetime:
    """A time since 1970, or the first or last one that `datetime` has."""
    try:
        return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(milliseconds=millis)
    except OverflowError:
        return (datetime.max if millis > 0 else datetime.min).replace(tzinfo=timezone.utc)


class _Explained(AbstractContextManager[None]):
    """A context whose errors may be replaced by one that says more.

    A generator as the context would keep an abandoned scan, and the files that it has mapped, until the next garbage
    collection of Python 3.10.
    """

    def __init__(self, explain: Callable[[BaseException], None]) -> None:
        self._explain = explain

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, (AlbisError, FileNotFoundError)):
            self._explain(error)


def open(
    uri: str | os.PathLike[str],
    *,
    snapshot: int | str | datetime | None = None,
    checksums: bool = True,
    memory_map: bool = True,
    decimals: str = "decimal128",
    storage_options: Mapping[str, Any] | None = None,
) -> Dataset:
    """Opens a table or a data file for reading.

    Args:
        uri: a local path, or a URI of a file system of fsspec, such as `s3://bucket/table`
        snapshot: the number or the tag of a snapshot, or a time; None: the latest
        checksums: whether to verify the checksums of data. Those of mapped files are verified once in a process,
            unless the file changes. Checksums of metadata are always verified.
        memory_map: whether to map local files, so that columns refer to the file and reading copies nothing. The
            files must not be truncated while they are in use.
        decimals: `decimal128`, or `native`: decimals of up to 18 digits are `decimal32` and `decimal64`, as they
            are stored. This saves a conversion, but fewer functions and libraries support these types.
        storage_options: options for the file system of fsspec

    Raises:
        NotATableError: there is neither a table nor a file
        CorruptFileError: a file violates the specification
        UnsupportedFormatError: a file has an unknown version or feature
        SnapshotExpiredError, SnapshotNotFoundError: there is no such snapshot
    """
    text = os.fspath(uri)
    storage = storage_of(text, memory_map, storage_options)
    found: Dataset
    if storage.is_file(""):
        found = _open_file(text, storage, snapshot, checksums, decimals)
    else:
        head = read_snapshot(storage, None if isinstance(snapshot, datetime) else snapshot)
        found = Table(text, storage, head, checksums, decimals)
    found._opened = {
        "checksums": checksums,
        "memory_map": memory_map,
        "decimals": decimals,
        "storage_options": storage_options,
    }
    return found.at(snapshot) if isinstance(found, Table) and isinstance(snapshot, datetime) else found


def _reopened(uri: str, options: dict[str, Any]) -> Dataset:
    return open(uri, **options)


def _open_file(
    uri: str,
    storage: Storage,
    snapshot: object,
    checksums: bool,
    decimals: str,
) -> File:
    if snapshot is not None:
        raise SnapshotNotFoundError(f"Cannot open snapshot {snapshot} of {uri}: it is a single file")
    parent, name = storage.parent()
    try:
        return File(uri, parent, name, checksums, decimals)
    except FileNotFoundError:
        raise NotATableError(uri) from None
