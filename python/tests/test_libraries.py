# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Round trips with pandas, Polars and DuckDB."""

from __future__ import annotations

import datetime
import decimal
import uuid
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from golden import GOLDEN, target_of

import albis

UTC = datetime.timezone.utc
TABLE = pa.table(
    {
        "bool": pa.array([True, None, False]),
        "i8": pa.array([-128, None, 127], pa.int8()),
        "i16": pa.array([-(2**15), None, 1], pa.int16()),
        "i32": pa.array([-(2**31), None, 1], pa.int32()),
        "i64": pa.array([-(2**63), None, 1], pa.int64()),
        "f32": pa.array([1.5, None, float("inf")], pa.float32()),
        "f64": pa.array([1.5, None, -0.0], pa.float64()),
        "d4": pa.array([decimal.Decimal("-1.25"), None, decimal.Decimal("99999.99")], pa.decimal128(7, 2)),
        "d8": pa.array([decimal.Decimal("1e12"), None, decimal.Decimal("-7")], pa.decimal128(18, 3)),
        "d16": pa.array([decimal.Decimal(10) ** 30, None, decimal.Decimal(-1)], pa.decimal128(38, 5)),
        "date": pa.array([datetime.date(1969, 12, 31), None, datetime.date(2026, 1, 1)]),
        "time": pa.array([datetime.time(23, 59, 59, 999999), None, datetime.time(0)], pa.time64("us")),
        "at": pa.array([datetime.datetime(2026, 1, 1, 12), None, datetime.datetime(1969, 1, 1)], pa.timestamp("us")),
        "utc": pa.array([datetime.datetime(2026, 1, 1, tzinfo=UTC), None, None], pa.timestamp("us", "UTC")),
        "text": pa.array(["ä", None, ""]),
        "bytes": pa.array([b"\0\xff", None, b""]),
        "list": pa.array([[1, None], None, []], pa.list_(pa.int32())),
        "struct": pa.array([{"x": 1, "y": "a"}, None, {"x": None, "y": None}]),
    }
)


@pytest.fixture(scope="module", params=["columns", "rows"])
def scan(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> albis.Scan:
    path = tmp_path_factory.mktemp("t") / "t"
    albis.write(TABLE, path, column_groups="all" if request.param == "rows" else None)
    return albis.open(path).scan()


def test_polars(scan: albis.Scan, tmp_path: Path) -> None:
    frame = pl.DataFrame(scan)
    assert frame.equals(pl.DataFrame(TABLE))
    assert frame.to_dicts() == TABLE.to_pylist()
    albis.write(frame, tmp_path / "t", column_groups=[["i8", "text", "d4"]])
    back = albis.open(tmp_path / "t").to_table()
    assert back.to_pylist() == TABLE.to_pylist()
    assert [f.type for f in back.schema][:10] == [f.type for f in TABLE.schema][:10]


def test_pandas(scan: albis.Scan, tmp_path: Path) -> None:
    frame = scan.to_table().to_pandas(types_mapper=pd.ArrowDtype)
    assert pa.Table.from_pandas(frame, preserve_index=False).to_pylist() == TABLE.to_pylist()
    albis.write(frame, tmp_path / "t")
    assert albis.open(tmp_path / "t").to_table().to_pylist() == TABLE.to_pylist()


def test_pandas_keeps_its_index(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0]}, index=pd.Index(["a", "b"], name="key"))
    albis.write(frame, tmp_path / "t")
    found = albis.open(tmp_path / "t").to_table().to_pandas()
    pd.testing.assert_frame_equal(found, frame, check_index_type=False, check_column_type=False)


@pytest.mark.parametrize("decimals", ["decimal128", "native"])
def test_duckdb(scan: albis.Scan, tmp_path: Path, decimals: str) -> None:
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        sales = albis.open(scan._dataset.uri, decimals=decimals).scan()  # the name in the query
        rows = connection.sql("SELECT * FROM sales").fetchall()
        assert len(sales.schema) == len(rows[0])
        found = [dict(zip(TABLE.column_names, row)) for row in rows]
        for a, b in zip(found, TABLE.to_pylist()):
            assert a == b
        ((total,),) = connection.sql("SELECT sum(d4) FROM sales WHERE i8 > 0").fetchall()
        assert total == decimal.Decimal("99999.99")
        result = connection.sql("SELECT i64, text, list FROM sales")
        albis.write(result, tmp_path / "t")
        assert albis.open(tmp_path / "t").to_table().to_pylist() == TABLE.select(["i64", "text", "list"]).to_pylist()


def test_uuid(tmp_path: Path) -> None:
    one = uuid.uuid4()
    table = pa.table({"u": pa.array([one.bytes, None], pa.uuid()), "l": pa.array([[1.0], None])})
    albis.write(table, tmp_path / "t")
    dataset = albis.open(tmp_path / "t")
    assert dataset.to_table()["u"].to_pylist() == [one, None]
    found = dataset.scan(filter=pc.field("u").cast(pa.binary(16)) == one.bytes)
    assert found.to_table().num_rows == 1
    scan = dataset.scan()
    assert duckdb.sql("SELECT u FROM scan").fetchall() == [(one,), (None,)]
    assert len(scan.schema) == 2


@pytest.mark.parametrize("name", ["types-columns", "types-rows", "nested", "nulls-rows", "long-values"])
def test_all_types_go_through_the_stream(name: str) -> None:
    """Every golden type reaches the libraries, as far as they have it."""
    scan = albis.open(target_of(GOLDEN / name)).scan()
    rows = scan.count_rows()
    columns = [f.name for f in scan.schema if not pa.types.is_time32(f.type)]
    part = albis.open(target_of(GOLDEN / name)).scan(columns)
    assert pl.DataFrame(part).height == rows
    relation = duckdb.from_arrow(part.to_reader())
    assert relation.aggregate("count(*)").fetchall() == [(rows,)]
    assert len(part.to_table().to_pandas(types_mapper=pd.ArrowDtype)) == rows


def test_numpy_sees_the_mapped_memory(tmp_path: Path) -> None:
    albis.write(pa.table({"x": np.arange(1000.0)}), tmp_path / "t")
    column = albis.open(tmp_path / "t").to_table()["x"]
    assert column.chunk(0).to_numpy(zero_copy_only=True).sum() == 499_500
