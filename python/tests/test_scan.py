# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Projections, filters, snapshots and memory of scans."""

from __future__ import annotations

import decimal
import os
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from conftest import seeds
from golden import GOLDEN
from random_tables import RandomTables, same

import pyalbis
from pyalbis import _datafile, _read

ROWS = 20_000
f = pc.field


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> tuple[pyalbis.Dataset, pa.Table]:
    """A table of several row groups and segments, ascending by `id`, with columns in rows and columns."""
    ids = np.arange(ROWS)
    table = pa.table(
        {
            "id": pa.array(ids, pa.int64()),
            "half": pa.array(ids // 2, pa.int32(), mask=ids % 7 == 0),
            "nan": pa.array(np.where(ids % 100 == 0, np.nan, ids.astype(float))),
            "text": pa.array([f"{i:08d}" for i in ids]),
            "price": pa.array(ids, pa.int64()).cast(pa.decimal128(20, 0)).cast(pa.decimal128(22, 2)),
            "at": pa.array(ids * 1_000_000, pa.timestamp("us", "UTC")),
            "place": pa.StructArray.from_arrays(
                [pa.array(ids), pa.array(ids, pa.int64()).cast(pa.string())],
                ["x", "y"],
                mask=pa.array(ids % 5 == 0),
            ),
        }
    )
    path = tmp_path_factory.mktemp("numbers") / "t"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_datafile, "SEGMENT", 4096)
        pyalbis.write(table, path, column_groups=[["half", "place"], ["price", "text"]], row_group_size=300_000)
    return pyalbis.open(path), table


FILTERS = [
    f("id") == 12_345,
    (f("id") >= 700) & (f("id") < 720),
    f("id").isin([3, 19_999]),
    ~(f("id") > 5),
    f("half").is_null() & (f("id") < 50),
    f("nan") > 19_990,
    ~(f("nan") < 19_990.0),
    f("nan").is_nan(),
    f("text") == "00000077",
    pc.starts_with(f("text"), "000199"),
    f("price") >= decimal.Decimal("19999"),
    f("at") == datetime.fromtimestamp(77, timezone.utc),
    f("place", "x") == 444,
    f("place", "y") == "13",
    f("place").is_null() & (f("id") < 100),
    (f("id") == -1) | (f("half") == 9_000),
    f("id") > ROWS,
    f("id") + f("half") == 3,
]


@pytest.mark.parametrize("expression", FILTERS, ids=str)
def test_filters_are_exact(numbers: tuple[pyalbis.Dataset, pa.Table], expression: pc.Expression) -> None:
    dataset, table = numbers
    expected = table.filter(expression)
    assert same(dataset.scan(filter=expression).to_table(), expected)
    assert dataset.scan(["text"], expression).to_table().equals(expected.select(["text"]))
    assert dataset.scan(filter=expression).count_rows() == len(expected)


def test_filters_in_disjunctive_normal_form(numbers: tuple[pyalbis.Dataset, pa.Table]) -> None:
    dataset, _ = numbers
    found = dataset.scan(["id"], [[("id", "<", 3), ("half", "!=", 0)], [("id", "in", [7, 9])]]).to_table()
    assert found["id"].to_pylist() == [2, 7, 9]


def test_statistics_prune(numbers: tuple[pyalbis.Dataset, pa.Table], monkeypatch: pytest.MonkeyPatch) -> None:
    dataset, _ = numbers
    read = []
    original = _read.SegmentReader.segment

    def segment(self: Any, one: Any, segment: Any, data: Any) -> Any:
        read.append(segment)
        return original(self, one, segment, data)

    monkeypatch.setattr(_read.SegmentReader, "segment", segment)
    assert dataset.scan(["id", "text"], f("id") == 12_345).to_table().num_rows == 1
    assert len(read) <= 9
    read.clear()
    assert dataset.scan(["id"], f("id") > ROWS).to_table().num_rows == 0
    assert read == []
    assert dataset.scan(["id"]).to_table().num_rows == ROWS
    assert len(read) > 20
    for filter in (f("half") == 6_172, f("half").isin([6_172]), (f("half") > 6_170) & (f("half") < 6_173)):
        read.clear()  # a column with nulls
        assert dataset.scan(["half"], filter).to_table().num_rows > 0
        assert len(read) <= 3


def test_counts_read_what_the_filter_needs(
    numbers: tuple[pyalbis.Dataset, pa.Table], decoded: list[tuple[str, int]]
) -> None:
    dataset, _ = numbers
    for scan in (dataset.scan(filter=f("at") >= datetime.fromtimestamp(3, timezone.utc)), dataset.scan(["id"])):
        decoded.clear()
        assert scan.count_rows() in (ROWS - 3, ROWS)
        assert {name for name, _ in decoded} <= {"at"}
    assert dataset.scan(filter=f("id") > ROWS).count_rows() == 0
    assert dataset.scan(["text"], pc.scalar(True)).count_rows() == ROWS
    assert decoded == []


@pytest.mark.parametrize("seed", seeds(2))
def test_random_filters(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    print(f"seed {seed}")
    made = RandomTables(seed)
    monkeypatch.setattr(_datafile, "SEGMENT", 200)
    kinds = [pa.int8(), pa.float32(), pa.string(), pa.decimal128(5, 1), pa.bool_(), pa.date32(), pa.time64("us")]
    schema = pa.schema([pa.field(f"c{i}", kind, made.chance(0.6)) for i, kind in enumerate(kinds)])
    table = made.table(schema, 300)
    groups = made.column_groups(schema)
    pyalbis.write(table, tmp_path / "t", column_groups=groups, row_group_size=4000)
    dataset = pyalbis.open(tmp_path / "t")
    for _ in range(10):
        expression = made.random.choice([random_test, random_pair])(made, table)
        expected = table.filter(expression)
        assert same(dataset.scan(filter=expression).to_table(), expected), str(expression)


def random_test(made: RandomTables, table: pa.Table) -> pc.Expression:
    name = made.random.choice(table.column_names)
    column, ref = table[name], f(name)
    at = made.random.randrange(len(column))
    value = column[at]
    tests = [ref.is_null(), ref.is_valid(), ref == value, ref != value, ~(ref == value)]
    if value.is_valid:
        tests += [
            ref < value,
            ref <= value,
            ref > value,
            ref >= value,
            ~(ref > value),
            ref.isin(column.slice(at, 1).combine_chunks()),
        ]
    return made.random.choice(tests)


def random_pair(made: RandomTables, table: pa.Table) -> pc.Expression:
    a, b = random_test(made, table), random_test(made, table)
    return made.random.choice([a & b, a | b, ~(a & b)])


def test_batches_of_mapped_files_refer_to_the_file(numbers: tuple[pyalbis.Dataset, pa.Table]) -> None:
    dataset, _ = numbers
    dataset.scan(["id", "at"]).to_table()
    before = pa.total_allocated_bytes()
    table = dataset.scan(["id", "at"]).to_table()
    assert table.nbytes > 300_000
    assert pa.total_allocated_bytes() - before < 1000


def test_projection(numbers: tuple[pyalbis.Dataset, pa.Table]) -> None:
    dataset, table = numbers
    assert dataset.scan(["text", "id"]).to_table().equals(table.select(["text", "id"]))
    assert dataset.scan([]).count_rows() == ROWS
    for expression, count in ((f("id") < 7, 7), (f("id") < 0, 0), (None, ROWS)):
        assert sum(len(batch) for batch in dataset.scan([], expression).to_batches()) == count
        assert len(dataset.scan([], expression).to_table()) == count
        assert dataset.scan(["id"], expression).head(3).num_rows == min(3, count)
    with pytest.raises(KeyError, match="Cannot find column no"):
        dataset.scan(["no"])
    with pytest.raises(ValueError, match="different names"):
        dataset.scan(["id", "id"])
    with pytest.raises(pa.ArrowInvalid, match="no"):
        dataset.scan(filter=f("no") == 1)


def test_streams_can_be_consumed_again(numbers: tuple[pyalbis.Dataset, pa.Table]) -> None:
    dataset, table = numbers
    scan = dataset.scan(["id", "half"], f("id") < 100)
    for _ in range(2):
        assert pa.table(scan).equals(table.select(["id", "half"]).slice(0, 100))
    reader = scan.to_reader()
    assert reader.schema.equals(scan.schema)
    assert reader.read_all().num_rows == 100
    assert same(pa.RecordBatchReader.from_stream(dataset).read_all(), table)
    assert "id" in repr(scan)


def test_a_reader_that_is_not_consumed_stops(numbers: tuple[pyalbis.Dataset, pa.Table]) -> None:
    batches = numbers[0].scan().to_batches()
    next(batches)
    batches.close()  # type: ignore[attr-defined]


def test_statistics(numbers: tuple[pyalbis.Dataset, pa.Table]) -> None:
    found = numbers[0].statistics
    assert found is not None
    assert found["id"] == pyalbis.ColumnStatistics(
        0, 0, 8 * ROWS, pa.scalar(0, pa.int64()), pa.scalar(ROWS - 1, pa.int64()), True, True
    )
    assert found["nan"].nan_count == ROWS // 100
    assert found["place"].null_count == ROWS // 5
    assert found["place.y"].max.as_py() == "9999"
    assert numbers[0].column_groups[1] == ["half", "place", "place.x", "place.y"]


def test_time_travel() -> None:
    table = pyalbis.open(GOLDEN / "snapshots" / "table")
    assert isinstance(table, pyalbis.Table)
    listed = table.snapshots()
    assert [one.id for one in listed] == sorted(one.id for one in listed)
    first = listed[0]
    old = table.at(first.id)
    assert (old.snapshot_id, old.num_rows) == (first.id, first.num_rows)
    assert table.scan(snapshot=first.id).to_table().num_rows == first.num_rows
    assert pyalbis.open(table.uri, snapshot=first.id).num_rows == first.num_rows
    assert table.at(listed[-1].timestamp + timedelta(seconds=1)).snapshot_id == table.snapshot_id
    with pytest.raises(pyalbis.SnapshotNotFoundError):
        table.at(listed[0].timestamp - timedelta(days=1))
    with pytest.raises(pyalbis.SnapshotNotFoundError):
        table.at(99)
    with pytest.raises(pyalbis.SnapshotNotFoundError):
        table.at("no such tag")


def test_expired_snapshots() -> None:
    table = pyalbis.open(GOLDEN / "expired" / "table")
    assert isinstance(table, pyalbis.Table)
    assert 3 not in [one.id for one in table.snapshots()]
    tag, number = next(iter(table.tags.items()))
    assert table.at(tag).snapshot_id == number
    with pytest.raises(pyalbis.SnapshotExpiredError, match="snapshot 3 has expired"):
        table.at(3)
    first = table.snapshots()[0].timestamp
    with pytest.raises(pyalbis.SnapshotExpiredError, match="has expired; there are all from snapshot"):
        table.at(first)


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(pyalbis.NotATableError):
        pyalbis.open(tmp_path)
    with pytest.raises(FileNotFoundError):
        pyalbis.open(tmp_path / "no")


def test_mapped_files_are_verified_once_unless_they_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyalbis.write(pa.table({"a": range(1_000)}), tmp_path / "t.albis")
    verified = []
    original = _read.crc32c

    def crc32c(data: pa.Buffer) -> int:
        verified.append(data.size)
        return original(data)

    monkeypatch.setattr(_read, "crc32c", crc32c)

    def read() -> int:
        verified.clear()
        pyalbis.open(tmp_path / "t.albis").to_table()
        return len(verified)

    assert [read(), read()] == [1, 1]  # it has just been written, and may change
    os.utime(tmp_path / "t.albis", ns=(0, 10**18))
    assert [read(), read()] == [1, 0]
    data = bytearray((tmp_path / "t.albis").read_bytes())
    data[5000] ^= 1
    (tmp_path / "t.albis").write_bytes(data)
    os.utime(tmp_path / "t.albis", ns=(0, 10**18 + 1))
    with pytest.raises(pyalbis.CorruptFileError, match="checksum of a segment"):
        read()


@pytest.mark.parametrize("name", ["t", "t.albis"])
def test_few_of_many_columns_are_parsed(tmp_path: Path, name: str) -> None:
    columns = {f"c{i}": pa.array([i, -i], pa.int32()) for i in range(1_000)}
    pyalbis.write(pa.table(columns), tmp_path / name)
    dataset = pyalbis.open(tmp_path / name)
    stored = dataset.head.schema
    assert (dataset.num_rows, len(stored), len(stored._parsed)) == (2, 1_000, 0)
    found = dataset.scan(["c7", "c990"], f("c500") < 0).to_table()
    assert found.to_pydict() == {"c7": [-7], "c990": [-990]}
    assert sorted(stored._parsed) == [7, 500, 990]
    assert len(dataset.schema) == len(stored._parsed) == 1_000
