# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The content of tables in the form of format-spec/golden/README.md."""

from __future__ import annotations

import hashlib
import itertools
import uuid
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import pyalbis
from pyalbis import _types as t
from pyalbis._schema import quoted

GOLDEN = Path(__file__).resolve().parents[2] / "format-spec" / "golden"
TRANSFORMS = ["", "identity", "bucket", "truncate", "year", "month", "day", "hour"]


def target_of(directory: Path) -> Path:
    """The table or file of a golden directory."""
    single = directory / "file.albis"
    return single if single.exists() else directory / "table"


def content(dataset: pyalbis.Dataset, table: pa.Table | None = None) -> dict[str, Any]:
    table = dataset.to_table() if table is None else table
    table.validate(full=True)
    columns = [values_of(f.type, table.column(i)) for i, f in enumerate(dataset.head.fields)]
    return {
        "rowCount": len(table),
        "columns": [[f.name, type_of(f.type), f.nullable] for f in dataset.head.fields],
        "rows": [list(row) for row in zip(*columns)],
        "metadata": metadata_of(dataset),
    }


def type_of(kind: t.Type) -> Any:
    if kind.children:
        return [t.NAMES[kind.kind]] + [[c.name, type_of(c.type), c.nullable] for c in kind.children]
    return str(kind)


# ------------------------------------------------------------------ values


def values_of(kind: t.Type, column: pa.ChunkedArray) -> list[Any]:
    return [value for chunk in column.chunks for value in array_values(kind, chunk)]


def array_values(kind: t.Type, array: pa.Array) -> list[Any]:
    found = present_values(kind, array)
    return [value if ok else None for value, ok in zip(found, array.is_valid().to_pylist())]


def present_values(kind: t.Type, array: pa.Array) -> list[Any]:
    k, count = kind.kind, len(array)
    if k == t.STRUCT:
        parts = [array_values(c.type, part) for c, part in zip(kind.children, array.flatten())]
        return [list(each) for each in zip(*parts)]
    if k in (t.LIST, t.MAP):
        offsets = array.offsets.to_pylist()
        if k == t.LIST:
            below = array_values(kind.children[0].type, array.values)
        else:
            parts = zip(kind.children, (array.keys, array.items))
            below = [list(each) for each in zip(*(array_values(c.type, p) for c, p in parts))]
        return [below[a:b] for a, b in itertools.pairwise(offsets)]
    if k in t.FLOATS:
        width = kind.width
        data = np.frombuffer(array.buffers()[1] or b"", np.uint8)
        raw = data[array.offset * width :][: count * width].view(f"<u{width}")
        return [f"0x{each:0{2 * width}x}" for each in raw.tolist()]
    if k == t.DECIMAL:
        return [each if each is None else format(each, "f") for each in array.to_pylist()]
    if k == t.TIME and kind.unit == 1:
        return [str(each) for each in array.view(pa.int32()).to_pylist()]
    if k in (t.INT64, t.TIME, t.TIMESTAMP, t.DAY_TIME):
        return [str(each) for each in array.view(pa.int64()).to_pylist()]
    if k == t.DATE:
        return array.view(pa.int32()).to_pylist()
    if k == t.UUID:
        return [None if each is None else str(uuid.UUID(bytes=each)) for each in array.storage.to_pylist()]
    if k in (t.STRING, t.BINARY, t.FIXED_BINARY):
        return [None if each is None else text_of(k, each) for each in array.to_pylist()]
    return array.to_pylist()


def text_of(k: int, value: Any) -> Any:
    data = value.encode() if isinstance(value, str) else value
    if len(data) > 256:
        return {"length": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    return value if k == t.STRING else "0x" + data.hex()


# ------------------------------------------------------------------ metadata


def metadata_of(dataset: pyalbis.Dataset) -> dict[str, Any]:
    message = dataset.head.message
    found: dict[str, Any] = {"properties": dict(sorted(dataset.properties.items()))}
    if isinstance(dataset, pyalbis.Table):
        found["tags"] = dataset.tags
        found["expiredBefore"] = message.expired_before
        found["columnOrder"] = list(message.column_order)
    found["fields"] = dict(described(dataset.head.fields, ""))
    found["partitionSpecs"] = [
        [spec.id, [[f.name, f.source_id, transform_of(f)] for f in spec.fields]] for spec in message.partition_specs
    ]
    found["sortOrders"] = [
        [order.id, [[f.leaf_id, f.descending, f.nulls_last] for f in order.fields]] for order in message.sort_orders
    ]
    found["rowGroups"] = [
        row_group_of(source.row_groups, i) for source in dataset.sources() for i in range(len(source.row_groups.counts))
    ]
    statistics = dataset.head.statistics()
    found["statistics"] = statistics and [
        [leaf.path, *summary_of(statistics[leaf.id])] for leaf in dataset.head.leaves if leaf.id in statistics
    ]
    return {key: each for key, each in found.items() if each}


def described(fields: Any, prefix: str) -> Any:
    for field in fields:
        path = prefix + quoted(field.name)
        one: dict[str, Any] = {"doc": field.doc, "metadata": field.metadata}
        if field.initial_default is not None:
            one["initialDefault"] = "0x" + field.initial_default.hex()
        if field.write_default is not None:
            one["writeDefault"] = "0x" + field.write_default.hex()
        if field.extension:
            one["extension"] = list(field.extension)
        one = {key: each for key, each in one.items() if each}
        if one:
            yield path, one
        yield from described(field.type.children, path + ".")


def transform_of(field: Any) -> str:
    if not 1 <= field.transform <= 7:
        return "unknown"
    name = TRANSFORMS[field.transform]
    return f"{name}({field.parameter})" if name in ("bucket", "truncate") else name


def row_group_of(row_groups: Any, i: int) -> list[Any]:
    found = row_groups.partition(i)
    partition = None
    if found is not None and found.spec_id:
        values = [None if n in found.nulls else "0x" + v.hex() for n, v in enumerate(found.values)]
        partition = [found.spec_id, *values]
    return [row_groups.counts[i], partition, row_groups.sort_orders[i]]


def summary_of(one: Any) -> list[Any]:
    bounds = ["0x" + one.min.hex(), "0x" + one.max.hex()] if one.has_min_max else [None, None]
    return [one.null_count, one.nan_count, one.value_bytes, *bounds]
