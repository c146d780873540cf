# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Each type, also inside lists, structs and maps, makes the round trip through each library."""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datafusion
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import pyalbis

D = decimal.Decimal
MOMENT = datetime.datetime(2026, 2, 28, 23, 59, 59, 123_000)
ZONED = MOMENT.replace(tzinfo=datetime.timezone.utc)
DATA: dict[str, pa.Array] = {
    "boolean": pa.array([True, None, False]),
    "int8": pa.array([-128, None, 127], pa.int8()),
    "int16": pa.array([-(2**15), None, 2**15 - 1], pa.int16()),
    "int32": pa.array([-(2**31), None, 2**31 - 1], pa.int32()),
    "int64": pa.array([-(2**63), None, 2**63 - 1], pa.int64()),
    "float": pa.array([1.5, None, float("-inf")], pa.float32()),
    "double": pa.array([1.5, None, -0.0], pa.float64()),
    "decimal4": pa.array([D("-1.25"), None, D("99999.99")], pa.decimal128(7, 2)),
    "decimal8": pa.array([D("1e12"), None, D("-7")], pa.decimal128(18, 3)),
    "decimal16": pa.array([D(10) ** 30, None, D(-1)], pa.decimal128(38, 5)),
    "date": pa.array([datetime.date(1969, 12, 31), None, datetime.date(2026, 1, 1)]),
    "time_ms": pa.array([datetime.time(23, 59, 59, 999_000), None, datetime.time(0)], pa.time32("ms")),
    "time_us": pa.array([datetime.time(23, 59, 59, 999_999), None, datetime.time(0)], pa.time64("us")),
    "time_ns": pa.array([datetime.time(23, 59, 59, 999_999), None, datetime.time(0)], pa.time64("ns")),
    "timestamp_ms": pa.array([MOMENT, None, datetime.datetime(1969, 1, 1)], pa.timestamp("ms")),
    "timestamp_us": pa.array([MOMENT, None, datetime.datetime(1969, 1, 1)], pa.timestamp("us")),
    "timestamp_ns": pa.array([MOMENT, None, datetime.datetime(1969, 1, 1)], pa.timestamp("ns")),
    "instant_ms": pa.array([ZONED, None, ZONED], pa.timestamp("ms", "UTC")),
    "instant_us": pa.array([ZONED, None, ZONED], pa.timestamp("us", "UTC")),
    "instant_ns": pa.array([ZONED, None, ZONED], pa.timestamp("ns", "UTC")),
    "string": pa.array(["ä\0", None, "long" * 20]),
    "binary": pa.array([b"\0\xff", None, b""]),
    "fixed_binary": pa.array([b"abc", None, b"\0\0\0"], pa.binary(3)),
    "uuid": pa.array([uuid.UUID(int=1).bytes, None, uuid.UUID(int=2**128 - 1).bytes], pa.uuid()),
    "interval": pa.array([datetime.timedelta(days=-3, microseconds=1), None, datetime.timedelta()], pa.duration("us")),
}
OFFSETS = pa.array([0, 2, 2, 3], pa.int32())
MASK = pa.array([False, True, False])


def table_of(kind: str) -> pa.Table:
    """The values of a type, and lists, structs and maps of them."""
    values = DATA[kind]
    keys = pa.array(["x", "y", "z"])
    entries = pa.StructArray.from_arrays(
        [keys, values], fields=[pa.field("key", pa.string(), False), pa.field("value", values.type)]
    )
    valid = pa.py_buffer(b"\x05")
    maps = pa.Array.from_buffers(
        pa.map_(pa.string(), values.type), 3, [valid, OFFSETS.buffers()[1]], children=[entries]
    )
    structs = pa.StructArray.from_arrays([values, keys], ["v", "k"], mask=MASK)
    return pa.table(
        {
            "plain": values,
            "list": pa.ListArray.from_arrays(OFFSETS, values, mask=MASK),
            "struct": structs,
            "map": maps,
            "structs": pa.ListArray.from_arrays(OFFSETS, structs),
        }
    )


def normal(value: Any) -> Any:
    """A value in a form that does not depend on which of several Arrow types it has."""
    if isinstance(value, uuid.UUID):
        return value.bytes
    if isinstance(value, pd.Timestamp | pd.Timedelta):
        return normal(value.to_pydatetime() if isinstance(value, pd.Timestamp) else value.to_pytimedelta())
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return value.astimezone(datetime.timezone.utc)
    if isinstance(value, dict):
        return (
            {"key": normal(value["key"]), "value": normal(value["value"])}
            if set(value) == {"key", "value"}
            else {k: normal(v) for k, v in value.items()}
        )
    if isinstance(value, tuple):
        return {"key": normal(value[0]), "value": normal(value[1])}
    return [normal(each) for each in value] if isinstance(value, list) else value


def values(table: pa.Table) -> list[Any]:
    return [normal(row) for row in table.to_pylist()]


def through_pandas(data: Any) -> Any:
    return data.to_table().to_pandas(types_mapper=pd.ArrowDtype)


def through_duckdb(data: Any) -> Any:
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute("SET arrow_lossless_conversion = true")  # or a uuid becomes a string
    return connection.from_arrow(data.to_reader())


def through_datafusion(data: Any) -> Any:
    return datafusion.SessionContext().from_arrow(data)


LIBRARIES: dict[str, Callable[[Any], Any]] = {
    "pandas": through_pandas,
    "polars": pl.DataFrame,
    "duckdb": through_duckdb,
    "datafusion": through_datafusion,
}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("kind", DATA)
def test_round_trip(library: str, kind: str, tmp_path: Path) -> None:
    table = table_of(kind)
    for groups, name in ((None, "columns"), ([["plain", "struct"]], "rows")):
        pyalbis.write(table, tmp_path / name, column_groups=groups)
        scan = pyalbis.open(tmp_path / name).scan()
        assert scan.to_table().equals(table)
        made = LIBRARIES[library](scan)
        if (library, kind) == ("duckdb", "interval"):  # it gives back months, days, and nanoseconds
            found = [dict(zip(scan.schema.names, row)) for row in made.fetchall()]
            maps = [row.pop("map") for row in found]
            assert [normal(row) for row in found] == values(table.drop_columns("map"))
            assert [one and list(one.items()) for one in maps] == table["map"].to_pylist()
            continue
        pyalbis.write(made, tmp_path / f"{name}-again")
        assert values(pyalbis.open(tmp_path / f"{name}-again").to_table()) == values(table)
