# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Round trips with pandas, Polars and DuckDB."""

from __future__ import annotations

import datetime
import decimal
import pickle
import uuid
from pathlib import Path
from typing import Any

import datafusion
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset
import pytest
from golden import GOLDEN, target_of
from random_tables import same

import pyalbis

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
def scan(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> pyalbis.Scan:
    path = tmp_path_factory.mktemp("t") / "t"
    pyalbis.write(TABLE, path, column_groups="all" if request.param == "rows" else None)
    return pyalbis.open(path).scan()


def test_polars(scan: pyalbis.Scan, tmp_path: Path) -> None:
    frame = pl.DataFrame(scan)
    assert frame.equals(pl.DataFrame(TABLE))
    assert frame.to_dicts() == TABLE.to_pylist()
    pyalbis.write(frame, tmp_path / "t", column_groups=[["i8", "text", "d4"]])
    back = pyalbis.open(tmp_path / "t").to_table()
    assert back.to_pylist() == TABLE.to_pylist()
    assert [f.type for f in back.schema][:10] == [f.type for f in TABLE.schema][:10]


def test_pandas(scan: pyalbis.Scan, tmp_path: Path) -> None:
    frame = scan.to_table().to_pandas(types_mapper=pd.ArrowDtype)
    assert pa.Table.from_pandas(frame, preserve_index=False).to_pylist() == TABLE.to_pylist()
    pyalbis.write(frame, tmp_path / "t")
    assert pyalbis.open(tmp_path / "t").to_table().to_pylist() == TABLE.to_pylist()


def test_pandas_keeps_its_index(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0]}, index=pd.Index(["a", "b"], name="key"))
    pyalbis.write(frame, tmp_path / "t")
    found = pyalbis.open(tmp_path / "t").to_table().to_pandas()
    pd.testing.assert_frame_equal(found, frame, check_index_type=False, check_column_type=False)


@pytest.mark.parametrize("decimals", ["decimal128", "native"])
def test_duckdb(scan: pyalbis.Scan, tmp_path: Path, decimals: str) -> None:
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        sales = pyalbis.open(scan._dataset.uri, decimals=decimals).scan()  # the name in the query
        rows = connection.sql("SELECT * FROM sales").fetchall()
        assert len(sales.schema) == len(rows[0])
        found = [dict(zip(TABLE.column_names, row)) for row in rows]
        for a, b in zip(found, TABLE.to_pylist()):
            assert a == b
        ((total,),) = connection.sql("SELECT sum(d4) FROM sales WHERE i8 > 0").fetchall()
        assert total == decimal.Decimal("99999.99")
        result = connection.sql("SELECT i64, text, list FROM sales")
        pyalbis.write(result, tmp_path / "t")
        assert pyalbis.open(tmp_path / "t").to_table().to_pylist() == TABLE.select(["i64", "text", "list"]).to_pylist()


def test_tables_and_scans_are_taken_as_they_are(scan: pyalbis.Scan) -> None:
    table = scan._dataset
    for source in (scan, table):
        assert duckdb.from_arrow(source).aggregate("count(*), max(i64)").fetchall() == [(3, 1)]
        assert pl.DataFrame(source).height == 3
        if hasattr(pd.DataFrame, "from_arrow"):  # since pandas 3
            assert len(pd.DataFrame.from_arrow(source)) == 3
    assert duckdb.sql("SELECT count(*) FROM source").fetchall() == [(3,)]


def test_uuid(tmp_path: Path) -> None:
    one = uuid.uuid4()
    table = pa.table({"u": pa.array([one.bytes, None], pa.uuid()), "l": pa.array([[1.0], None])})
    pyalbis.write(table, tmp_path / "t")
    dataset = pyalbis.open(tmp_path / "t")
    assert dataset.to_table()["u"].to_pylist() == [one, None]
    found = dataset.scan(filter=pc.field("u").cast(pa.binary(16)) == one.bytes)
    assert found.to_table().num_rows == 1
    scan = dataset.scan()
    assert duckdb.sql("SELECT u FROM scan").fetchall() == [(one,), (None,)]
    assert len(scan.schema) == 2


@pytest.mark.parametrize("name", ["types-columns", "types-rows", "nested", "nulls-rows", "long-values"])
def test_all_types_go_through_the_stream(name: str) -> None:
    """Every golden type reaches the libraries, as far as they have it."""
    scan = pyalbis.open(target_of(GOLDEN / name)).scan()
    rows = scan.count_rows()
    columns = [f.name for f in scan.schema if not pa.types.is_time32(f.type)]
    part = pyalbis.open(target_of(GOLDEN / name)).scan(columns)
    assert pl.DataFrame(part).height == rows
    relation = duckdb.from_arrow(part.to_reader())
    assert relation.aggregate("count(*)").fetchall() == [(rows,)]
    assert len(part.to_table().to_pandas(types_mapper=pd.ArrowDtype)) == rows


def test_numpy_sees_the_mapped_memory(tmp_path: Path) -> None:
    pyalbis.write(pa.table({"x": np.arange(1000.0)}), tmp_path / "t")
    column = pyalbis.open(tmp_path / "t").to_table()["x"]
    assert column.chunk(0).to_numpy(zero_copy_only=True).sum() == 499_500


# ------------------------------------------------------------------ pushdown


@pytest.fixture(scope="module")
def sales(tmp_path_factory: pytest.TempPathFactory) -> pyalbis.Dataset:
    """A table of many row groups."""
    rows = 5_000
    ids = np.arange(rows)
    table = pa.table(
        {
            "id": pa.array(ids),
            "region": pa.array([None if i % 13 == 0 else "abcd"[i % 4] for i in ids]),
            "price": pa.array([decimal.Decimal(int(i)) / 4 for i in ids], pa.decimal128(12, 2)),
            "day": pa.array(ids // 50, pa.int32()).cast(pa.date32()),
            "moment": pa.array(ids * 1_000_000, pa.timestamp("us")),
            "weight": pa.array(np.where(ids % 9 == 0, np.nan, ids % 5)),
            "place": pa.StructArray.from_arrays(
                [pa.array(ids % 7), pa.array([str(i % 3) for i in ids])], ["x", "y"], mask=pa.array(ids % 5 == 0)
            ),
            "wide": pa.array([b"x" * 100] * rows),
        }
    )
    path = tmp_path_factory.mktemp("sales") / "t"
    pyalbis.write(table, path, partition_by=["bucket(id, 3)"], row_group_size=50_000)
    return pyalbis.open(path)


QUERIES = [
    "SELECT count(*), sum(id) FROM sales",
    "SELECT count(*) FROM sales",
    "SELECT sum(price) FROM sales WHERE id BETWEEN 70 AND 90",
    "SELECT region, count(*), sum(price) FROM sales WHERE region IN ('a', 'c') GROUP BY region ORDER BY region",
    "SELECT count(*) FROM sales WHERE region IS NULL",
    "SELECT count(*) FROM sales WHERE NOT (region = 'a')",
    "SELECT min(id), max(id) FROM sales WHERE day >= DATE '1970-02-01' AND day < DATE '1970-03-01'",
    "SELECT count(*) FROM sales WHERE price > 1000.25",
    "SELECT count(*) FROM sales WHERE weight > 3",
    "SELECT count(*) FROM sales WHERE weight <= 3",
    "SELECT count(*) FROM sales WHERE weight = 'NaN'::DOUBLE",
    "SELECT count(*) FROM sales WHERE weight <> 2",
    "SELECT id FROM sales WHERE moment = TIMESTAMP '1970-01-01 00:10:00'",
    "SELECT id FROM sales ORDER BY id DESC LIMIT 3",
    "SELECT count(*) FROM sales WHERE id = 5 OR region = 'b'",
]


@pytest.mark.parametrize("query", [*QUERIES, "SELECT count(*) FROM sales WHERE place.x = 3"])
def test_duckdb_pushes_into_the_dataset(sales: pyalbis.Dataset, query: str) -> None:
    """Results are those of DuckDB over Arrow's memory."""
    with duckdb.connect() as connection:
        expected = connection.register("sales", sales.to_table()).execute(query).fetchall()
    with duckdb.connect() as connection:
        assert connection.register("sales", sales.to_pyarrow_dataset()).execute(query).fetchall() == expected


def test_duckdb_reads_what_it_needs(sales: pyalbis.Dataset, decoded: list[tuple[str, int]]) -> None:
    dataset = sales.to_pyarrow_dataset()
    found = duckdb.sql("SELECT sum(price) FROM dataset WHERE id = 777").fetchall()
    assert found == [(decimal.Decimal("194.25"),)]
    assert {name for name, _ in decoded} == {"id", "price"}
    assert sum(rows for name, rows in decoded if name == "id") < 1_000
    assert dataset.count_rows() == 5_000


def rows_of(frame: datafusion.DataFrame) -> list[dict[str, Any]]:
    return [row for batch in frame.collect() for row in batch.to_pylist()]


@pytest.mark.parametrize("query", QUERIES)
def test_datafusion_pushes_into_the_dataset(sales: pyalbis.Dataset, query: str) -> None:
    if "weight" in query:  # DataFusion leaves NaN to Arrow, for which it is not greater than numbers
        query += " AND NOT isnan(weight)"
    query = query.replace("weight = 'NaN'::DOUBLE", "weight <> 1")
    expected = datafusion.SessionContext()
    expected.from_arrow(sales.to_table(), name="sales")
    context = datafusion.SessionContext()
    context.register_dataset("sales", sales.to_pyarrow_dataset())
    assert rows_of(context.sql(query)) == rows_of(expected.sql(query))


def test_datafusion_reads_what_it_needs(sales: pyalbis.Dataset, decoded: list[tuple[str, int]]) -> None:
    context = datafusion.SessionContext()
    context.register_dataset("sales", sales.to_pyarrow_dataset())
    (batch,) = context.sql("SELECT sum(price) AS total FROM sales WHERE id = 777").collect()
    assert batch.to_pylist() == [{"total": decimal.Decimal("194.25")}]
    assert {name for name, _ in decoded} == {"id", "price"}
    assert sum(rows for name, rows in decoded if name == "id") < 1_000


def test_datafusion(scan: pyalbis.Scan) -> None:
    """All types go through the stream."""
    frame = datafusion.SessionContext().from_arrow(scan)
    assert rows_of(frame) == TABLE.to_pylist()


def test_polars_pushes_into_the_dataset(sales: pyalbis.Dataset, decoded: list[tuple[str, int]]) -> None:
    frame = pl.scan_pyarrow_dataset(sales.to_pyarrow_dataset())
    found = frame.filter(pl.col("id") == 777).select("id", "price").collect()
    assert found.rows() == [(777, decimal.Decimal("194.25"))]
    assert {name for name, _ in decoded} == {"id", "price"}
    assert sum(rows for name, rows in decoded if name == "id") < 1_000
    assert frame.head(3).collect().height == 3
    assert frame.select(pl.len()).collect().item() == 5_000
    decoded.clear()
    assert frame.filter(pl.col("region").is_null()).select(pl.col("id").sum()).collect().item() == sum(
        range(0, 5_000, 13)
    )


def test_methods_of_the_dataset(sales: pyalbis.Dataset) -> None:
    dataset = sales.to_pyarrow_dataset()
    assert isinstance(dataset, pa.dataset.Dataset)
    assert dataset.schema == sales.schema
    expected = sales.to_table()
    assert same(dataset.to_table(), expected)
    assert dataset.head(7, ["id"]).equals(expected.select(["id"]).slice(0, 7))
    assert dataset.take(pa.array([5, 1]), ["id"])["id"].to_pylist() == expected["id"].take([5, 1]).to_pylist()
    small = dataset.filter(pc.field("id") < 100).filter(pc.field("id") >= 90)
    assert small.count_rows() == 10
    assert small.count_rows(filter=pc.field("id") == 95) == 1
    assert small.sort_by([("id", "descending")]).head(1)["id"].to_pylist() == [99]
    assert small.replace_schema(sales.schema).count_rows() == 10
    fragments = list(dataset.get_fragments())
    assert len(fragments) > 1
    assert sum(each.count_rows() for each in fragments) == 5_000
    assert same(pa.concat_tables(each.to_table() for each in fragments), expected)
    (one,) = dataset.get_fragments(pc.field("id") == 777)
    assert one.to_table(filter=pc.field("id") == 777, columns=["id"]).num_rows == 1
    again = pickle.loads(pickle.dumps(small))
    assert again.to_table(["id"]).equals(small.to_table(["id"]))
    with pytest.raises(TypeError, match="list of names"):
        dataset.to_table(columns={"x": pc.field("id") + 1})
    with pytest.raises(FileNotFoundError, match="only the methods of this dataset"):
        pa.dataset.Scanner.from_dataset(dataset).to_table()
    assert pa.dataset.dataset([dataset, dataset]).to_table().num_rows == 10_000


def test_schemas_without_data(sales: pyalbis.Dataset) -> None:
    assert pa.schema(sales) == sales.schema
    assert pa.schema(sales.scan(["id"])).names == ["id"]
