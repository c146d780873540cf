# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Writing of tables and files."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

import pyarrow as pa

from pyalbis import _types as t
from pyalbis._arrow import fields_of
from pyalbis._commit import (
    check_writable,
    commit,
    first,
    publish,
    same_columns,
    successor,
    with_rows,
)
from pyalbis._convert import leaf_arrays, reader_of, row_groups, size_of
from pyalbis._datafile import DataFileWriter, WrittenExtent, file_statistics, no_statistics
from pyalbis._extents import StoredLeaf, make_layout
from pyalbis._io import Storage
from pyalbis._manifest import ManifestBuilder
from pyalbis._partition import Partitioner, new_spec
from pyalbis._schema import COLUMN, ROW, ColumnGroup, Groups, Leaf, leaves_of, schema_message
from pyalbis._snapshot import Snapshot, latest_id, read_latest
from pyalbis._storage import storage_of
from pyalbis._types import MAX_LEAVES, MAX_STRIDE, Field
from pyalbis._wire import CONTROL
from pyalbis.errors import AlbisError, CommitConflictError, UnsupportedTypeError

ROW_GROUP_SIZE = 128 << 20
FILE_SIZE = 128 << 20
MODES = ("create", "append", "overwrite")


def write(
    data: Any,
    uri: str | os.PathLike[str],
    *,
    column_groups: str | Sequence[Sequence[str]] | None = None,
    partition_by: Sequence[str] = (),
    row_group_size: int = ROW_GROUP_SIZE,
    mode: str = "create",
    properties: Mapping[str, str] | None = None,
    storage_options: Mapping[str, Any] | None = None,
) -> int | None:
    """Writes a table in one commit, or a single file.

    The target is a single file if its name ends in `.albis`, unless there is a directory of that name. On failure, a
    table is unchanged, and no file is created.

    Args:
        data: a `pyarrow.Table`, `RecordBatch` or `RecordBatchReader`, a data frame of pandas or Polars, or any object
            with the Arrow C stream interface
        uri: a local path, or a URI of a file system of fsspec
        column_groups: the columns that are stored together row by row, as lists of paths, such as
            `[["id", "price"]]`; `"all"`: all but lists and maps in one group; None: each column separately. With
            `append`, a table that exists keeps its groups, partitions and properties.
        partition_by: the values that all rows of a row group have in common, such as
            `["region", "day(sold_at)", "bucket(id, 16)"]`: columns, or transforms of them, which are `bucket(a, n)`,
            `truncate(a, n)`, `year(a)`, `month(a)`, `day(a)` and `hour(a)`. Rows may come in any order; each part of
            `row_group_size` is divided into row groups.
        row_group_size: size of a row group in memory, in bytes
        mode: `create` a new table, `append` to one, creating it if there is none, or `overwrite` all rows of it
        properties: the user's properties; those of the Arrow schema are added to them
        storage_options: options for the file system of fsspec

    Returns:
        the id of the snapshot of a table, None for a single file

    Raises:
        FileExistsError: the target exists, and the mode is `create`
        UnsupportedTypeError: a column cannot be written
        CommitConflictError: another writer changed the columns, or, with `overwrite`, anything
        CommitStateUnknownError: storage failed while the commit was published
    """
    if mode not in MODES:
        raise ValueError(f"Invalid mode: {mode} (expected one of {', '.join(MODES)})")
    if row_group_size < 1:
        raise ValueError(f"Invalid row_group_size: {row_group_size} (expected at least 1)")
    text = os.fspath(uri)
    storage = storage_of(text, False, storage_options)
    reader = reader_of(data)
    if len(set(reader.schema.names)) < len(reader.schema.names):
        raise UnsupportedTypeError("Cannot write: two columns have the same name")
    found = {k.decode(): v.decode() for k, v in (reader.schema.metadata or {}).items() if _is_text(k, v)}
    settings = _Settings(column_groups, partition_by, row_group_size, mode, found | dict(properties or {}))
    named = text.rstrip("/").endswith(".albis")
    if named and (storage.is_file("") or (latest_id(storage) is None and not storage.names(""))):
        parent, name = storage.parent()
        _write_file(reader, parent, name, settings)
        return None
    return _write_table(reader, storage, settings)


def _is_text(key: bytes, value: bytes) -> bool:
    try:
        value.decode()
        return not key.decode().startswith("albis.")
    except UnicodeDecodeError:
        return False


@dataclass(frozen=True)
class _Settings:
    column_groups: str | Sequence[Sequence[str]] | None
    partition_by: Sequence[str]
    row_group_size: int
    mode: str
    properties: dict[str, str]


class _Columns:
    """The columns that rows are written to."""

    def __init__(
        self,
        fields: tuple[Field, ...],
        listed: tuple[ColumnGroup, ...],
        order: Iterable[int],
        next_id: int,
        spec: Any = None,
    ) -> None:
        self.fields, self.listed, self.next_id = fields, listed, next_id
        self.leaves = leaves_of(fields)
        if len(self.leaves) > MAX_LEAVES:
            raise UnsupportedTypeError(f"Cannot write {len(self.leaves)} columns (at most {MAX_LEAVES})")
        self.by_id = {leaf.id: leaf for leaf in self.leaves}
        self.current = Groups(listed).current(self.leaves, order)
        self.partitioner = None if spec is None else Partitioner(spec, self.by_id)

    def file(self, file: IO[bytes]) -> DataFileWriter:
        spec = None if self.partitioner is None else self.partitioner.spec
        return DataFileWriter(file, self.fields, self.listed, self.next_id, spec)

    def parts(self, table: pa.Table) -> Iterator[tuple[int, Any, dict[int, pa.Array]]]:
        """The row groups of a table: rows, partition, and arrays by leaf."""
        arrays = leaf_arrays(table, self.fields)
        if self.partitioner is None:
            yield len(table), None, arrays
            return
        for partition, members in self.partitioner.split(arrays):
            yield len(next(iter(members.values()))), partition, members


def _new_columns(schema: pa.Schema, settings: _Settings, start: int = 1, spec_id: int = 1) -> _Columns:
    counter = iter(range(start, 1 << 31))
    next_id: Callable[[], int] = lambda: next(counter)  # noqa: E731
    fields = fields_of(schema, next_id)
    for field in fields:
        _check_names(field)
    leaves = leaves_of(fields)
    groups = _groups(leaves, settings.column_groups, next_id)
    spec = new_spec(settings.partition_by, leaves, next_id, spec_id)
    return _Columns(fields, groups, (), next_id(), spec)


def _check_names(field: Field) -> None:
    for each in field.below():
        if not 1 <= len(each.name.encode()) <= 512 or CONTROL.search(each.name):
            raise UnsupportedTypeError(f"Cannot write: invalid name of a column: {each.name!r}")
        names = [child.name for child in each.type.children]
        if len(set(names)) < len(names):
            raise UnsupportedTypeError(f"Cannot write: column {each.name} has two fields of the same name")


def _groups(
    leaves: list[Leaf], wanted: str | Sequence[Sequence[str]] | None, next_id: Callable[[], int]
) -> tuple[ColumnGroup, ...]:
    """The listed column groups."""
    lists: Sequence[Sequence[str]]
    if wanted is None:
        return ()
    if isinstance(wanted, str):
        if wanted != "all":
            raise ValueError(f"Invalid column_groups: {wanted} (expected lists of columns, or all)")
        lists = [[leaf.path for leaf in leaves if leaf.type.kind not in (t.LIST, t.MAP)]]
    else:
        lists = wanted
    taken: set[int] = set()
    groups = []
    for names in lists:
        members: dict[int, Leaf] = {}
        for name in names:
            found = [leaf for leaf in leaves if leaf.path == name or leaf.path.startswith(name + ".")]
            if not found:
                raise KeyError(f"Cannot find column {name} of a column group")
            members |= {leaf.id: leaf for leaf in found}
        if not members:
            continue
        both = [leaf.path for leaf in members.values() if leaf.id in taken]
        if both:
            raise ValueError(f"Invalid column_groups: {both[0]} is in two groups")
        taken |= set(members)
        layout = COLUMN if len(members) == 1 else ROW
        nested = [leaf.path for leaf in members.values() if leaf.type.kind in (t.LIST, t.MAP)]
        if layout == ROW and nested:
            raise UnsupportedTypeError(f"Cannot store list or map {nested[0]} with other columns")
        stored = tuple(StoredLeaf(leaf.id, leaf.type, leaf.nullable) for leaf in members.values())
        if make_layout(layout, stored).stride > MAX_STRIDE:
            raise UnsupportedTypeError(f"Cannot store {len(members)} columns together: a row is too long")
        groups.append(ColumnGroup(next_id(), layout, tuple(members)))
    return tuple(groups)


# ------------------------------------------------------------------ a single file


def _write_file(reader: pa.RecordBatchReader, storage: Storage, name: str, settings: _Settings) -> None:
    if settings.mode == "append":
        raise AlbisError(f"Cannot append to {storage.name(name)}: it is a single file")
    if settings.mode == "create" and storage.is_file(name):
        raise FileExistsError(f"Cannot create {storage.name(name)}: it exists")
    columns = _new_columns(reader.schema, settings)
    with storage.create(name, settings.mode == "overwrite") as file:
        writer = columns.file(file)
        for table in row_groups(reader, settings.row_group_size):
            for _, partition, arrays in columns.parts(table):
                writer.row_group(arrays, columns.current, columns.by_id, partition)
        writer.finish(settings.properties)


# ------------------------------------------------------------------ a table


def _write_table(reader: pa.RecordBatchReader, storage: Storage, settings: _Settings) -> int:
    storage.require_commits()
    if latest_id(storage) is None:
        columns = _new_columns(reader.schema, settings)
        message = first(columns.fields, list(columns.listed), columns.next_id)
        message.properties.update(settings.properties)
        if columns.partitioner is not None:
            message.partition_specs.add().CopyFrom(columns.partitioner.spec)
            message.partition_spec_id = columns.partitioner.spec.id
        with _written(storage, reader, columns, settings) as (builder, extents):
            statistics = file_statistics(extents) or no_statistics(columns.leaves)
            if builder.row_counts:
                ref = builder.write(storage, message.table_id, columns.partitioner)
                message.manifests.append(ref)
                message.next_row_group_id, message.row_count = ref.row_group_count, ref.row_count
            try:
                publish(storage, message, statistics, builder)
            except FileExistsError:
                raise CommitConflictError(f"Cannot create {storage.root}: another writer was first") from None
        return 1
    if settings.mode == "create":
        raise FileExistsError(f"Cannot create {storage.root}: it is a table")
    base = read_latest(storage)
    check_writable(base)
    if settings.mode == "append":
        return _append(reader, storage, base, settings)
    return _overwrite(reader, storage, base, settings)


def _append(reader: pa.RecordBatchReader, storage: Storage, base: Snapshot, settings: _Settings) -> int:
    columns = _present_columns(base)
    unknown = set(reader.schema.names) - {field.name for field in columns.fields}
    if unknown:
        raise UnsupportedTypeError(f"Cannot append to {storage.root}: it has no column {sorted(unknown)[0]}")
    with _written(storage, reader, columns, settings) as (builder, extents):
        if not builder.row_counts:
            return base.id
        ref = builder.write(storage, bytes(base.message.table_id), columns.partitioner)
        statistics = file_statistics(extents)

        def change(latest: Snapshot) -> tuple[Any, Any]:
            if not same_columns(base, latest) or not _same_spec(base, latest):
                raise CommitConflictError(
                    f"Cannot append to {storage.root}: another writer changed its columns or partitions"
                )
            message = successor(latest, "append")
            return message, with_rows(storage, latest, message, ref, statistics, keep=True)

        return commit(storage, base, change, builder)


def _overwrite(reader: pa.RecordBatchReader, storage: Storage, base: Snapshot, settings: _Settings) -> int:
    spec_id = 1 + max((spec.id for spec in base.message.partition_specs), default=0)
    columns = _new_columns(reader.schema, settings, base.message.next_id, spec_id)
    with _written(storage, reader, columns, settings) as (builder, extents):
        ref = builder.write(storage, bytes(base.message.table_id), columns.partitioner) if builder.row_counts else None

        def change(latest: Snapshot) -> tuple[Any, Any]:
            if latest.id != base.id:
                raise CommitConflictError(f"Cannot overwrite {storage.root}: another writer changed it")
            message = successor(latest, "overwrite")
            message.schema.CopyFrom(schema_message(columns.fields))
            for name in ("column_groups", "column_order", "sort_order_id", "manifests"):
                message.ClearField(name)
            for key in [key for key in message.properties if not key.startswith("albis.")]:
                del message.properties[key]
            message.column_groups.extend(g.proto() for g in columns.listed)
            message.properties.update(settings.properties)
            message.partition_spec_id = 0
            if columns.partitioner is not None:
                message.partition_specs.add().CopyFrom(columns.partitioner.spec)
                message.partition_spec_id = spec_id
            message.next_id, message.row_count = columns.next_id, 0
            if ref is None:
                return message, no_statistics(columns.leaves)
            return message, with_rows(storage, latest, message, ref, file_statistics(extents), keep=False)

        return commit(storage, base, change, builder)


def _present_columns(base: Snapshot) -> _Columns:
    message = base.message
    spec = next((one for one in message.partition_specs if one.id == message.partition_spec_id), None)
    if spec is not None and any(field.source_id not in base.by_id for field in spec.fields):
        base.place.fail("partition spec: a source of the current one is no leaf")
    return _Columns(base.fields, base.groups.listed, message.column_order, message.next_id, spec)


def _same_spec(a: Snapshot, b: Snapshot) -> bool:
    known = list(b.message.partition_specs)
    same_id = a.message.partition_spec_id == b.message.partition_spec_id
    return same_id and all(spec in known for spec in a.message.partition_specs)


@contextlib.contextmanager
def _written(
    storage: Storage, reader: pa.RecordBatchReader, columns: _Columns, settings: _Settings
) -> Iterator[tuple[ManifestBuilder, list[WrittenExtent]]]:
    """Writes the data files of all rows. Removes them after an error, unless the commit is in doubt."""
    builder = ManifestBuilder()
    extents: list[WrittenExtent] = []
    writer_id = uuid.uuid4()
    paths: list[str] = []
    tables = row_groups(reader, settings.row_group_size)
    try:
        table = next(tables, None)
        while table is not None:
            path = f"data/{writer_id}-{len(paths)}.albis"
            paths.append(path)
            with storage.create(path) as file:
                writer = columns.file(file)
                while table is not None and (not writer.row_counts or writer.at + size_of(table) <= FILE_SIZE * 1.1):
                    for rows, partition, arrays in columns.parts(table):
                        written = writer.row_group(arrays, columns.current, columns.by_id, partition)
                        extents += written
                        builder.row_group(rows, written, partition)
                    table = next(tables, None)
                ref = writer.finish()
            ref.path = path
            builder.files.append(ref)
        yield builder, extents
    except BaseException:
        if not builder.in_doubt:
            for path in [*paths, builder.path] if builder.path else paths:
                storage.remove(path)
        raise
