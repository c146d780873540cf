# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Converts what is written to arrays of leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from pyalbis import _types as t
from pyalbis._cast import ARROW_ERRORS, converted, default
from pyalbis._encode import list_of_map
from pyalbis._types import Field
from pyalbis.errors import UnsupportedTypeError


def reader_of(data: Any) -> pa.RecordBatchReader:
    """What is written, as batches."""
    if isinstance(data, pa.RecordBatchReader):
        return data
    if isinstance(data, pa.Table):
        return data.to_reader()
    if isinstance(data, pa.RecordBatch):
        return pa.RecordBatchReader.from_batches(data.schema, [data])
    if type(data).__module__.split(".")[0] == "pandas":
        return pa.Table.from_pandas(data).to_reader()
    if hasattr(data, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(data)
    if hasattr(data, "__arrow_c_array__"):
        return reader_of(pa.record_batch(data))
    raise TypeError(
        f"Cannot write a {type(data).__name__} (expected a pyarrow.Table, a RecordBatchReader, a pandas or Polars "
        "data frame, or another object with __arrow_c_stream__)"
    )


def row_groups(reader: pa.RecordBatchReader, size: int) -> Iterator[pa.Table]:
    """The batches in tables of about a number of bytes."""
    waiting: list[pa.RecordBatch] = []
    total = 0
    for whole in reader:
        rest = whole
        while len(rest):
            per_row = max(1, size_of(rest) // len(rest))
            room = max(1, (size - total) // per_row)
            if room < len(rest):
                room = max(64, room // 64 * 64)
            part = rest.slice(0, room)
            rest = rest.slice(len(part))
            waiting.append(part)
            total += per_row * len(part)
            if total >= size or len(rest):
                yield pa.Table.from_batches(waiting)
                waiting, total = [], 0
    if waiting:
        yield pa.Table.from_batches(waiting)


def size_of(rows: pa.RecordBatch | pa.Table) -> int:
    """About the bytes of rows."""
    try:
        return int(rows.nbytes)
    except pa.ArrowException:  # not all versions of Arrow have it for views
        return int(rows.get_total_buffer_size())


def leaf_arrays(table: pa.Table, fields: Iterable[Field]) -> dict[int, pa.Array]:
    """The arrays of all leaves by id, after checks."""
    found: dict[int, pa.Array] = {}
    positions = {name: i for i, name in enumerate(table.column_names)}
    for field in fields:
        position = positions.get(field.name)
        if position is not None:
            array = canonical(table.column(position), field)
        else:
            array = default(field, field.name, len(table))
        _split(field, field.name, array, None, found)
    return found


def canonical(column: pa.ChunkedArray, field: Field) -> pa.Array:
    """A column as one array of the Arrow type of its field."""
    chunks = [converted(chunk, field, field.name) for chunk in column.chunks]
    try:
        array: pa.Array = chunks[0] if len(chunks) == 1 else pa.concat_arrays(chunks)
        array.validate(full=True)
    except ARROW_ERRORS as error:
        raise UnsupportedTypeError(f"Cannot write column {field.name} as {field.type}: {error}") from error
    return array


def _split(field: Field, path: str, array: pa.Array, present: pa.Array | None, found: dict[int, pa.Array]) -> None:
    """Adds the leaves of a field. `present`: where the enclosing structs are not null; None: everywhere.

    The array has nulls where an enclosing struct is null.
    """
    if not field.nullable:
        nulls = array.null_count
        allowed = 0 if present is None else present.false_count
        if nulls > allowed:
            raise UnsupportedTypeError(f"Cannot write: column {path} is required, but has {nulls - allowed} nulls")
    _check_nested(field, path, array)
    if field.type.kind != t.STRUCT:
        found[field.id] = array
        return
    if field.nullable:
        present = array.is_valid()
        found[field.id] = pc.if_else(present, present, pa.scalar(None, pa.bool_()))
    for child, part in zip(field.type.children, array.flatten()):
        _split(child, f"{path}.{child.name}", part, present, found)


def _check_nested(field: Field, path: str, array: pa.Array) -> None:
    """Checks that required fields inside lists and maps have values."""
    kind = field.type
    if kind.kind not in (t.LIST, t.MAP) or not any(_has_required(c) for c in kind.children):
        return
    if kind.kind == t.MAP:
        array = list_of_map(array)
    below = array.flatten()
    parts = [below] if kind.kind == t.LIST else below.flatten()
    for child, part in zip(kind.children, parts):
        _check_required(child, f"{path}.{child.name}", part, 0)


def _has_required(field: Field) -> bool:
    return not field.nullable or any(_has_required(c) for c in field.type.children)


def _check_required(field: Field, path: str, array: pa.Array, absent: int) -> None:
    """`absent`: the number of elements whose struct is null."""
    if not field.nullable and array.null_count > absent:
        raise UnsupportedTypeError(f"Cannot write: {path} is required, but has nulls")
    if field.type.kind == t.STRUCT:
        for child, part in zip(field.type.children, array.flatten()):
            _check_required(child, f"{path}.{child.name}", part, array.null_count)
    else:
        _check_nested(field, path, array)
