# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Partitioned tables: what is written, what filters rule out, and that nothing else is ruled out."""

from __future__ import annotations

import datetime
import decimal
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from conftest import seeds
from golden import GOLDEN, target_of, values_of
from random_tables import RandomTables
from test_random import problems
from test_scan import random_pair, random_test

import pyalbis
from pyalbis import _datafile, _plan, _scan
from pyalbis._filter import Pruner
from pyalbis._measure import plain_values
from pyalbis._partition import field_codes
from pyalbis._proto import PartitionField
from pyalbis._pruning import value_range
from pyalbis._transforms import BUCKET, DAY, HOUR, MONTH, TRUNCATE, YEAR, accepts, transform
from pyalbis._types import DATE, DECIMAL, INT32, INT64, STRING, TIMESTAMP, Type
from pyalbis._verify import verify

f = pc.field
ROWS = 3_000


def sorted_rows(dataset: pyalbis.Dataset, table: pa.Table) -> list[str]:
    """The rows of a table with the columns of a dataset, in an order of their own."""
    columns = [values_of(field.type, table[field.name]) for field in dataset.head.fields]
    return sorted(repr(row) for row in zip(*columns))


def partitions_of(dataset: pyalbis.Dataset) -> list[tuple[int, Any]]:
    return [
        (rows, source.row_groups.partition(i))
        for source in dataset.sources()
        for i, rows in enumerate(source.row_groups.counts)
    ]


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The row groups that scans do not rule out, and -1 for each manifest that they open."""
    found: list[int] = []
    original = _plan.plan_source

    def plan_source(*arguments: Any) -> Any:
        plans = original(*arguments)
        found.append(-1)
        found.extend(plan.position for plan in plans)
        return plans

    monkeypatch.setattr(_scan, "plan_source", plan_source)
    return found


# ------------------------------------------------------------------ writing


@pytest.mark.parametrize("seed", seeds(2))
def test_random_partitions(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    print(f"seed {seed}")
    made = RandomTables(seed)
    monkeypatch.setattr(_datafile, "SEGMENT", 300)
    by: list[str] = []
    while not by:
        schema = made.schema()
        by = made.partition_by(schema)
    parts = [made.table(schema, made.random.choice([0, 1, 65])) for _ in range(made.random.choice([1, 2, 9]))]
    for part in parts:
        pyalbis.write(part, tmp_path / "t", partition_by=by, row_group_size=5_000, mode="append")
    pyalbis.write(pa.concat_tables(parts), tmp_path / "t.albis", partition_by=by, row_group_size=5_000)
    for name in ("t", "t.albis"):
        dataset = pyalbis.open(tmp_path / name)
        assert sorted_rows(dataset, dataset.to_table()) == sorted_rows(dataset, pa.concat_tables(parts))
        assert problems(tmp_path / name) == []
        assert [str(each) for each in verify(dataset)] == []
        assert all(each is not None and each.spec_id == 1 for _, each in partitions_of(dataset))


def test_rows_of_a_partition_keep_their_order(tmp_path: Path) -> None:
    table = pa.table({"region": ["b", None, "a", "b", "a", None], "i": range(6)})
    pyalbis.write(table, tmp_path / "t", partition_by=["region"])
    pyalbis.write(table.slice(0, 2), tmp_path / "t", mode="append")
    found = pyalbis.open(tmp_path / "t")
    assert found.to_table()["i"].to_pylist() == [0, 3, 1, 5, 2, 4, 0, 1]
    assert [(rows, list(each.values), list(each.nulls)) for rows, each in partitions_of(found)] == [
        (2, [b"b"], []),
        (2, [b""], [0]),
        (2, [b"a"], []),
        (1, [b"b"], []),
        (1, [b""], [0]),
    ]


def test_overwriting_changes_the_partitions(tmp_path: Path) -> None:
    table = pa.table({"a": [1, 2], "b": ["x", "y"]})
    pyalbis.write(table, tmp_path / "t", partition_by=["a", "truncate(b, 1)"])
    pyalbis.write(table, tmp_path / "t", partition_by=["bucket(a, 4)"], mode="overwrite")
    pyalbis.write(table, tmp_path / "t", mode="append")
    message = pyalbis.open(tmp_path / "t").head.message
    assert message.partition_spec_id == 2
    assert [[field.name for field in spec.fields] for spec in message.partition_specs] == [
        ["a", "b_trunc"],
        ["a_bucket"],
    ]
    pyalbis.write(table, tmp_path / "t", mode="overwrite")
    assert pyalbis.open(tmp_path / "t").head.message.partition_spec_id == 0
    assert problems(tmp_path / "t") == []


@pytest.mark.parametrize(
    ("by", "error", "message"),
    [
        (["c"], KeyError, "Cannot find column c"),
        (["day(a)"], pyalbis.UnsupportedTypeError, "the column is of type int64"),
        (["l"], pyalbis.UnsupportedTypeError, "the column is of type list"),
        (["bucket(a)"], ValueError, "expected a form such as"),
        (["bucket(a, 0)"], ValueError, "expected a form such as"),
        (["week(a)"], ValueError, "expected a form such as"),
        (["a", "a"], ValueError, "two fields have the name a"),
        ("a", ValueError, "expected a list"),
    ],
)
def test_invalid_partitions(tmp_path: Path, by: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pyalbis.write(pa.table({"a": [1], "l": [[1]]}), tmp_path / "t", partition_by=by)
    assert not (tmp_path / "t").exists()


def test_a_column_may_look_like_a_transform(tmp_path: Path) -> None:
    pyalbis.write(pa.table({"day(x)": ["a", "b"]}), tmp_path / "t", partition_by=["day(x)"])
    assert len(partitions_of(pyalbis.open(tmp_path / "t"))) == 2


@pytest.mark.parametrize("seed", seeds(4))
def test_arrays_are_transformed_like_values(seed: int) -> None:
    print(f"seed {seed}")
    made = RandomTables(seed)
    kinds = [
        (Type(INT32), pa.int32()),
        (Type(INT64), pa.int64()),
        (Type(DATE), pa.date32()),
        (Type(TIMESTAMP, unit=made.random.choice([1, 2, 3])), None),
        (Type(STRING), pa.string()),
        (Type(DECIMAL, precision=38, scale=3), pa.decimal128(38, 3)),
    ]
    for kind, arrow in kinds:
        arrow = arrow or pa.timestamp({1: "ms", 2: "us", 3: "ns"}[kind.unit])
        array = made.values(arrow, 100, 0.1)
        for what in (BUCKET, TRUNCATE, YEAR, MONTH, DAY, HOUR):
            if not accepts(what, kind):
                continue
            field = PartitionField(transform=what, parameter=7 if what in (BUCKET, TRUNCATE) else 0)
            codes, results = field_codes(field, kind, array)
            values = plain_values(kind, array)
            expected = [None if v is None else transform(field, kind, v) for v in values]
            assert [results[i] for i in codes] == expected
            for value, result in zip(values, expected):
                if what != BUCKET and value is not None:
                    low, high = value_range(field, kind, result, result)
                    assert low is None or low <= value
                    assert high is None or value <= high


# ------------------------------------------------------------------ filters


@pytest.fixture(scope="module")
def table() -> pa.Table:
    ids = np.arange(ROWS)
    start = datetime.datetime(2023, 11, 5, tzinfo=datetime.timezone.utc)
    return pa.table(
        {
            "id": pa.array(ids * 7 % ROWS, pa.int64()),
            "at": pa.array([start + datetime.timedelta(hours=int(i)) for i in ids], pa.timestamp("us", "UTC")),
            "code": pa.array([None if i % 50 == 0 else f"{'abc'[i % 3]}{i % 10}x" for i in ids]),
            "price": pa.array([decimal.Decimal(int(i)) / 100 for i in ids % 500], pa.decimal128(9, 2)),
            "weight": pa.array(np.where(ids % 11 == 0, np.nan, ids % 4)),
        }
    )


CASES = [
    (["bucket(id, 16)"], f("id") == 77, 16),
    (["bucket(id, 16)"], f("id").isin([3, 4]) & (f("price") > decimal.Decimal(0)), 8),
    (["bucket(id, 16)"], (f("id") == 3) | (f("id") == 5), 8),
    (["bucket(code, 16)"], f("code") == "a5x", 8),
    (["day(at)"], f("at") == datetime.datetime(2023, 12, 24, 3, tzinfo=datetime.timezone.utc), 100),
    (["month(at)"], f("at") < datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc), 2),
    (["truncate(code, 1)"], f("code") == "b1x", 3),
    (["code"], f("code").is_null(), 20),
    (["truncate(price, 100)"], f("price") == decimal.Decimal("3.05"), 5),
    (["weight"], f("weight") == 2, 4),
]


@pytest.mark.parametrize(("by", "expression", "share"), CASES, ids=str)
@pytest.mark.parametrize("known", ["statistics", "partitions"])
def test_partitions_prune(
    tmp_path: Path,
    table: pa.Table,
    planned: list[int],
    monkeypatch: pytest.MonkeyPatch,
    by: list[str],
    expression: pc.Expression,
    share: int,
    known: str,
) -> None:
    """Also without statistics, only the row groups of matching partitions are read."""
    pyalbis.write(table, tmp_path / "t", partition_by=by)
    if known == "partitions":
        monkeypatch.setattr(Pruner, "known", lambda *_: None)
    dataset = pyalbis.open(tmp_path / "t")
    found = dataset.scan(filter=expression).to_table()
    assert sorted_rows(dataset, found) == sorted_rows(dataset, table.filter(expression))
    total = len(partitions_of(dataset))
    assert 0 < len([i for i in planned if i >= 0]) <= max(1, total // share) + 1


def test_partition_bounds_rule_out_manifests(tmp_path: Path, table: pa.Table, planned: list[int]) -> None:
    by = ["year(at)", "bucket(id, 1000)"]
    for day in range(20):
        pyalbis.write(table.slice(day * 24, 24), tmp_path / "t", partition_by=["day(at)"], mode="append")
    dataset = pyalbis.open(tmp_path / "t")
    assert [ref.row_group_count for ref in dataset.head.message.manifests] == [8, 8, 1, 1, 1, 1]
    at = table["at"][17 * 24 + 5]
    assert dataset.scan(filter=f("at") == at).count_rows() == 1
    assert planned.count(-1) == 1
    planned.clear()
    pyalbis.write(table.slice(0, 1), tmp_path / "b", partition_by=by)
    assert pyalbis.open(tmp_path / "b").scan(filter=f("id").isin([1, 2, 3])).count_rows() == 0
    assert planned == []
    assert problems(tmp_path / "t") == []


@pytest.mark.parametrize("seed", seeds(4))
def test_random_filters(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    made = RandomTables(seed)
    kinds = [pa.int8(), pa.int64(), pa.float32(), pa.string(), pa.decimal128(5, 1), pa.date32(), pa.timestamp("ms")]
    schema = pa.schema([pa.field(f"c{i}", kind, made.chance(0.6)) for i, kind in enumerate(kinds)])
    table = made.table(schema, 100)
    by: list[str] = []
    while not by:
        by = made.partition_by(schema)
    pyalbis.write(table, tmp_path / "t", partition_by=by, row_group_size=3_000)
    dataset = pyalbis.open(tmp_path / "t")
    whole = dataset.to_table()
    for _ in range(20):
        expression = made.random.choice([random_test, random_pair])(made, table)
        found = dataset.scan(filter=expression).to_table()
        assert sorted_rows(dataset, found) == sorted_rows(dataset, whole.filter(expression)), f"{by} {expression}"


@pytest.mark.parametrize("name", ["partitioned", "partitions", "evolved"])
def test_golden_tables_are_filtered_exactly(name: str) -> None:
    expected = next((GOLDEN / name).glob("expected*.json"))
    match = json.loads(expected.read_text())
    dataset = pyalbis.open(target_of(GOLDEN / name))
    whole = dataset.to_table()
    assert len(whole) == match["rowCount"] or expected.stem != "expected"
    tested = 0
    for field in whole.schema:
        if pa.types.is_nested(field.type) or field.type == pa.uuid():
            continue
        for value in whole[field.name].unique():
            expression = f(field.name) == value if value.is_valid else f(field.name).is_null()
            found = dataset.scan(filter=expression).to_table()
            assert sorted_rows(dataset, found) == sorted_rows(dataset, whole.filter(expression)), str(expression)
            tested += 1
    assert tested > 0


def test_merged_manifests_keep_the_partitions(tmp_path: Path) -> None:
    """Each once, whatever the number of row groups in it."""
    for i in range(9):
        rows = pa.table({"p": [i % 3, i % 3 + 10], "i": [i, i]})
        pyalbis.write(rows, tmp_path / "t", mode="append", partition_by=["p"])
    table = pyalbis.open(tmp_path / "t")
    merged = next(iter(table.sources())).row_groups
    assert len(merged.counts) == 16
    assert [each.values[0][0] for each in merged.partitions] == [0, 10, 1, 11, 2, 12]
    assert table.scan(["i"], pc.field("p") == 11).to_table()["i"].to_pylist() == [1, 4, 7]
    assert problems(tmp_path / "t") == []
