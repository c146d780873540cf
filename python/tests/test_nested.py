# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Selection of fields of structs, also inside lists and maps, and filters on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from conftest import seeds
from golden import GOLDEN, target_of, values_of
from random_tables import RandomTables

import pyalbis
from pyalbis import _datafile
from pyalbis import _types as t
from pyalbis._projection import Selection, find_path, names_of
from pyalbis._schema import quoted
from pyalbis._types import Field

ROWS = 5_000
f = pc.field
POINT = pa.struct([("x", pa.int64()), ("y", pa.string()), pa.field("deep", pa.struct([("z", pa.float64())]), False)])


def place(i: int) -> dict[str, Any]:
    return {"x": i, "y": f"y{i:05d}", "deep": {"z": i / 2}}


@pytest.fixture(scope="module", params=["columns", "rows"])
def nested(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[pyalbis.Dataset, pa.Table]:
    """A table of several row groups and segments, ascending by `place.x`."""
    places = [None if i % 5 == 0 else place(i) for i in range(ROWS)]
    table = pa.table(
        {
            "id": pa.array(np.arange(ROWS)),
            "place": pa.array(places, POINT),
            "places": pa.array([None if i % 7 == 0 else [place(i)] * (i % 3) for i in range(ROWS)], pa.list_(POINT)),
            "named": pa.array([[("a", place(i))] for i in range(ROWS)], pa.map_(pa.string(), POINT)),
            "a.b": pa.array([{"c`d": i} for i in range(ROWS)]),
        }
    )
    path = tmp_path_factory.mktemp("nested") / "t"
    groups = [["id", "place"]] if request.param == "rows" else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_datafile, "SEGMENT", 4096)
        pyalbis.write(table, path, column_groups=groups, row_group_size=200_000)
    return pyalbis.open(path), table


def test_fields_of_structs(nested: tuple[pyalbis.Dataset, pa.Table], decoded: list[tuple[str, int]]) -> None:
    dataset, table = nested
    found = dataset.scan(["place.y", "id"]).to_table()
    assert found.schema.names == ["place", "id"]
    assert found.schema.field("place").type == pa.struct([("y", pa.string())])
    assert found["place"].to_pylist() == [v and {"y": v["y"]} for v in table["place"].to_pylist()]
    assert {name for name, _ in decoded} == {"id", "place", "place.y"}
    both = dataset.scan(["place.deep.z", "place.x"]).to_table()["place"]
    assert both.to_pylist() == [v and {"x": v["x"], "deep": v["deep"]} for v in table["place"].to_pylist()]
    whole = dataset.scan(["place.x", "place"]).to_table()
    assert whole["place"].to_pylist() == table["place"].to_pylist()


def test_fields_inside_lists_and_maps(nested: tuple[pyalbis.Dataset, pa.Table]) -> None:
    dataset, table = nested
    lists = dataset.scan(["places.element.deep"]).to_table()["places"]
    expected = [v and [{"deep": each["deep"]} for each in v] for v in table["places"].to_pylist()]
    assert lists.to_pylist() == expected
    maps = dataset.scan(["named.value.y"]).to_table()["named"]
    assert maps.to_pylist() == [[(k, {"y": v["y"]}) for k, v in each] for each in table["named"].to_pylist()]
    keys = dataset.scan(["named.key"]).to_table()["named"]
    assert keys.to_pylist() == table["named"].to_pylist()


def test_quoted_names(nested: tuple[pyalbis.Dataset, pa.Table]) -> None:
    dataset, table = nested
    for path in ("a.b", "`a.b`", "`a.b`.`c``d`"):
        assert dataset.scan([path]).to_table()["a.b"].to_pylist() == table["a.b"].to_pylist()
    for path in ("a", "`a.b", "`a.b`x", "place.", "place.no", "id.x", "", ".", "`", "place.x.y"):
        with pytest.raises(KeyError, match="Cannot find column"):
            dataset.scan([path])
    for path in ("place.x", "place"):
        with pytest.raises(ValueError, match="twice"):
            dataset.scan([path, path])


def test_names_of_paths() -> None:
    for names in (["a"], ["a.b", "c"], ["`", "``", "a`.`b"], ["", "x"], ["ü", " "]):
        path = ".".join(quoted(name) for name in names)
        assert names_of(path) == names
    assert [names_of(path) for path in ("`a", "`a`b", "a.", "`a`.")] == [[], [], [], []]


FILTERS = [
    f("place", "x") == 444,
    (f("place", "x") >= 700) & (f("place", "x") < 720),
    f("place", "y").isin(["y00013", "y04999"]),
    ~(f("place", "x") > 5),
    f("place", "x").is_null() & (f("id") < 50),
    f("place", "deep", "z") > 2_480,
    pc.starts_with(f("place", "y"), "y0499"),
    (f("place", "x") == 3) | (f("id") == 7),
    f("place").is_null() & (f("id") < 100),
    f("place").is_valid() & (f("place", "x") < 9),
    f("a.b", "c`d") == 17,
    f("places").is_null() & (f("id") < 30),
    f("place", "x") > ROWS,
]


@pytest.mark.parametrize("expression", FILTERS, ids=str)
def test_filters_on_fields(nested: tuple[pyalbis.Dataset, pa.Table], expression: pc.Expression) -> None:
    dataset, table = nested
    expected = table.filter(expression)
    assert dataset.scan(filter=expression).to_table().equals(expected)
    assert dataset.scan(["id"], expression).to_table().equals(expected.select(["id"]))
    assert dataset.scan([], expression).count_rows() == len(expected)
    part = dataset.scan(["place.deep.z", "places.element.x"], expression).to_table()
    assert part["place"].to_pylist() == [v and {"deep": v["deep"]} for v in expected["place"].to_pylist()]
    lists = expected["places"].to_pylist()
    assert part["places"].to_pylist() == [v and [{"x": each["x"]} for each in v] for v in lists]
    assert part.schema.equals(dataset.scan(["place.deep.z", "places.element.x"]).schema)
    part.validate(full=True)


def test_paths_in_disjunctive_normal_form(nested: tuple[pyalbis.Dataset, pa.Table]) -> None:
    dataset, _ = nested
    assert dataset.scan(["id"], [("place.x", "<", 3), ("place.y", "!=", "y00002")]).to_table()["id"].to_pylist() == [1]
    found = dataset.scan(["id"], [[("`a.b`.`c``d`", "in", [5, 8])], [("place.deep.z", "==", 2.0)]]).to_table()
    assert found["id"].to_pylist() == [4, 5, 8]
    for wrong in ([], [[]]):
        with pytest.raises(ValueError, match="empty"):
            dataset.scan(filter=wrong)
    with pytest.raises(pa.ArrowInvalid, match=r"No match for FieldRef"):
        dataset.scan(filter=[("place.no", "==", 1)])


def test_statistics_of_fields_prune(nested: tuple[pyalbis.Dataset, pa.Table], decoded: list[tuple[str, int]]) -> None:
    dataset, _ = nested
    found = dataset.scan(["place.y"], f("place", "x") == 4_444).to_table()
    assert found["place"].to_pylist() == [{"y": "y04444"}]
    assert {name for name, _ in decoded} == {"place", "place.x", "place.y"}
    assert sum(rows for name, rows in decoded if name == "place.x") < 1_500
    decoded.clear()
    assert dataset.scan(["id"], f("place", "deep", "z") > ROWS).to_table().num_rows == 0
    assert decoded == []


def expected_values(field: Field, wanted: Field, value: Any) -> Any:
    """A value in the form of golden tables, without the fields that are not wanted."""
    if value is None or field.type == wanted.type:
        return value
    pairs = {child.id: (i, child) for i, child in enumerate(field.type.children)}
    below = [(*pairs[child.id], child) for child in wanted.type.children]
    if wanted.type.kind == t.LIST:
        return [expected_values(below[0][1], below[0][2], each) for each in value]
    if wanted.type.kind == t.MAP:
        return [[expected_values(had, child, each[i]) for i, had, child in below] for each in value]
    return [expected_values(had, child, value[i]) for i, had, child in below]


def all_paths(fields: Any, prefix: str = "") -> list[str]:
    found = []
    for field in fields:
        path = prefix + quoted(field.name)
        found += [path, *all_paths(field.type.children, path + ".")]
    return found


def check_projections(dataset: pyalbis.Dataset, made: RandomTables) -> None:
    whole = dataset.to_table()
    by_name = {field.name: field for field in dataset.head.fields}
    possible = all_paths(dataset.head.fields)
    for _ in range(5):
        paths = made.random.sample(possible, min(len(possible), made.random.randint(1, 4)))
        selection, different = Selection(), []
        for path in paths:
            found = find_path(dataset.head.schema, path)
            assert found is not None
            if selection.add(found):  # a column `a.b`, and a field `b` of a column `a`, have one path without quotes
                different.append(path)
        table = dataset.scan(different).to_table()
        table.validate(full=True)
        assert table.schema.names == [field.name for field in selection.fields()]
        for wanted in selection.fields():
            field = by_name[wanted.name]
            values = values_of(field.type, whole[field.name])
            assert values_of(wanted.type, table[wanted.name]) == [expected_values(field, wanted, v) for v in values]


@pytest.mark.parametrize("seed", seeds(2))
def test_random_projections(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    print(f"seed {seed}")
    made = RandomTables(seed)
    monkeypatch.setattr(_datafile, "SEGMENT", 300)
    schema = made.schema()
    groups = made.column_groups(schema)
    pyalbis.write(made.table(schema, 100), tmp_path / "t", column_groups=groups, row_group_size=5_000)
    check_projections(pyalbis.open(tmp_path / "t"), made)


@pytest.mark.parametrize("name", ["nested", "nested-evolution", "names", "types-mixed", "evolved", "moved"])
def test_projections_of_golden_tables(name: str) -> None:
    for seed in range(5):
        check_projections(pyalbis.open(target_of(GOLDEN / name)), RandomTables(seed))
