# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""What is appended becomes columns of the types of the table, or an error."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from test_random import problems

import pyalbis
from pyalbis import _write
from pyalbis._arrow import empty_table

INT, TEXT = pa.int64(), pa.string()
AB = pa.struct([("a", INT), ("b", INT)])


def appended(path: Path, kind: pa.DataType, array: pa.Array) -> list[Any]:
    """The values that rows of an array have after they were appended to a table with a column `s` of a type."""
    pyalbis.write(empty_table(pa.schema([("s", kind)])), path)
    if len(array) != 3:  # of longer arrays, whose other values do not count
        array = pa.concat_arrays([array, array, array]).slice(len(array), len(array))
    pyalbis.write(pa.table({"s": array}), path, mode="append")
    assert problems(path) == []
    return list(pyalbis.open(path).to_table()["s"].to_pylist())


def wrapped(kind: pa.DataType, value: Any) -> list[tuple[pa.DataType, Any]]:
    """A type and a value of it, alone and in all nested types."""
    return [
        (kind, value),
        (pa.struct([("x", kind)]), {"x": value}),
        (pa.list_(kind), [value]),
        (pa.map_(TEXT, kind), [("k", value)]),
        (pa.list_(pa.struct([("x", pa.map_(TEXT, kind))])), [{"x": [("k", value)]}]),
    ]


def inside(array: pa.Array, form: int) -> pa.Array:
    """An array of one value in the types of `wrapped`."""
    if form == 1:
        return pa.StructArray.from_arrays([array], ["x"])
    if form == 2:
        return pa.ListArray.from_arrays([0, 1], array)
    if form == 3:
        return pa.MapArray.from_arrays([0, 1], ["k"], array)
    return inside(inside(inside(array, 3), 1), 2) if form else array


PATHS = ["s", "s.x", "s.element", "s.value", "s.element.x.value"]


@pytest.mark.parametrize("form", range(5))
def test_fields_of_structs_are_found_by_name(tmp_path: Path, form: int) -> None:
    kind, expected = wrapped(AB, {"a": 1, "b": 2})[form]
    other, value = wrapped(pa.struct([("b", pa.int8()), ("a", INT)]), {"b": 2, "a": 1})[form]
    assert appended(tmp_path / "t", kind, pa.array([value, None, value], other)) == [expected, None, expected]


@pytest.mark.parametrize("form", range(5))
def test_fields_that_are_left_out_are_null(tmp_path: Path, form: int) -> None:
    kind, expected = wrapped(AB, {"a": None, "b": 2})[form]
    other, value = wrapped(pa.struct([("b", INT)]), {"b": 2})[form]
    assert appended(tmp_path / "t", kind, pa.array([None, value], other)) == [None, expected]


@pytest.mark.parametrize("form", range(5))
@pytest.mark.parametrize(
    ("other", "message"),
    [
        (pa.struct([("a", INT), ("b", INT), ("c", INT)]), r"the table has no column {}\.c"),
        (pa.struct([("a", INT)]), r"column {}\.b is missing, and it is required"),
        (pa.struct([("b", INT), ("a", INT), ("a", INT)]), "column {} has two fields of the same name"),
        (pa.struct([("a", INT), ("b", TEXT)]), r"Cannot write column {}\.b as int64"),
        (pa.list_(AB), "Cannot write column {} as struct"),
    ],
)
def test_structs_that_do_not_fit(tmp_path: Path, form: int, other: pa.DataType, message: str) -> None:
    required = pa.struct([pa.field("a", INT), pa.field("b", INT, False)])
    array = pa.array([[]], other)
    if pa.types.is_struct(other):  # from Python, two fields cannot have the same name
        parts = [pa.array([None if f.type == INT else "x"], f.type) for f in other]
        array = pa.StructArray.from_arrays(parts, fields=list(other))
    array = inside(array, form)
    kind, _ = wrapped(required, None)[form]
    with pytest.raises(pyalbis.UnsupportedTypeError, match=message.format(PATHS[form])):
        appended(tmp_path / "t", kind, array)
    assert pyalbis.open(tmp_path / "t").num_rows == 0


def test_values_below_null_do_not_count(tmp_path: Path) -> None:
    below = pa.StructArray.from_arrays([pa.array([1 << 40, 2])], ["a"], mask=pa.array([True, False]))
    kind = pa.struct([pa.field("a", pa.int32(), False)])
    assert appended(tmp_path / "t", kind, below) == [None, {"a": 2}]
    lists = pa.ListArray.from_arrays([0, 1, 2], pa.array([1 << 40, 2]), mask=pa.array([True, False]))
    assert appended(tmp_path / "l", pa.list_(pa.int32()), lists) == [None, [2]]


@pytest.mark.parametrize(
    ("kind", "array"),
    [
        (pa.list_(INT), pa.array([1])),
        (pa.list_(INT), pa.array([[("a", 1)]], pa.map_(TEXT, INT))),
        (pa.list_(AB), pa.array([[(1, 1)]], pa.map_(INT, INT))),
        (pa.map_(TEXT, INT), pa.array([[{"key": "a", "value": 1}]])),
        (pa.map_(TEXT, INT), pa.array(["x"])),
        (AB, pa.array([1])),
        (INT, pa.array([{"a": 1}])),
        (TEXT, pa.array([[1]])),
    ],
)
def test_types_of_other_shapes(tmp_path: Path, kind: pa.DataType, array: pa.Array) -> None:
    with pytest.raises(pyalbis.UnsupportedTypeError, match="Cannot write column s as"):
        appended(tmp_path / "t", kind, array)


@pytest.mark.parametrize("form", range(5))
def test_nulls_without_a_type(tmp_path: Path, form: int) -> None:
    kind, _ = wrapped(AB, None)[form]
    assert appended(tmp_path / "t", kind, pa.nulls(2)) == [None, None]


NAN, INF = float("nan"), float("inf")
DAY = datetime(2026, 1, 2)
EXACT = [
    (pa.float32(), pa.array([0.5, -0.0, None, INF, 2.0**100]), [0.5, -0.0, None, INF, 2.0**100]),
    (pa.float32(), pa.array([np.float16(1.5)]), [1.5]),
    (INT, pa.array([np.float16(3), None]), [3, None]),
    (INT, pa.array([Decimal("7.00"), Decimal(1 << 62)]), [7, 1 << 62]),
    (pa.float64(), pa.array([Decimal("0.10"), Decimal("-12.50")], pa.decimal64(15, 2)), [0.1, -12.5]),
    (pa.decimal64(15, 2), pa.array([0.1, 0.25, None]), [Decimal("0.10"), Decimal("0.25"), None]),
    (pa.decimal32(9, 2), pa.array([Decimal("12.5")], pa.decimal128(38, 4)), [Decimal("12.50")]),
    (pa.decimal64(18, 0), pa.array([Decimal(10**18 - 1)], pa.decimal128(38, 0)), [Decimal(10**18 - 1)]),
    (pa.decimal32(4, 1), pa.array([Decimal("123.4")], pa.decimal256(60, 7)), [Decimal("123.4")]),
    (pa.date32(), pa.array([DAY, None]), [DAY.date(), None]),
    (pa.timestamp("us"), pa.array([DAY.date()]), [DAY]),
    (pa.timestamp("us", "UTC"), pa.array([DAY], pa.timestamp("ms", "Asia/Tokyo")), [DAY.replace(tzinfo=timezone.utc)]),
    (pa.bool_(), pa.array([1, 0, None]), [True, False, None]),
    (TEXT, pa.array([b"x", None]), ["x", None]),
    (TEXT, pa.array([17, None]), ["17", None]),
    (INT, pa.array(["17", None]), [17, None]),
    (pa.binary(2), pa.array([b"ab"], pa.large_binary()), [b"ab"]),
]


@pytest.mark.parametrize(("kind", "array", "expected"), EXACT)
def test_values_that_can_be_converted(
    tmp_path: Path, kind: pa.DataType, array: pa.Array, expected: list[object]
) -> None:
    assert appended(tmp_path / "t", kind, array) == expected
    for form in range(1, 5):
        nested, value = wrapped(kind, expected[0])[form]
        assert appended(tmp_path / str(form), nested, inside(array.slice(0, 1), form)) == [value]


@pytest.mark.parametrize("kind", [pa.float32(), pa.float64()])
def test_nan_can_be_converted(tmp_path: Path, kind: pa.DataType) -> None:
    for other in (pa.float32(), pa.float64()):
        (found,) = appended(tmp_path / str(other), kind, pa.array([NAN], other))
        assert found != found


LOSSY = [
    (pa.float32(), pa.array([0.5, 0.1])),
    (pa.float32(), pa.array([1e300])),
    (pa.float32(), pa.array([5e-324])),
    (pa.int32(), pa.array([1 << 31])),
    (INT, pa.array([0.5])),
    (INT, pa.array([NAN])),
    (INT, pa.array([Decimal(1 << 64)])),
    (pa.float64(), pa.array([(1 << 53) + 1])),
    (pa.float64(), pa.array([Decimal("12345678901234567890.12")])),
    (pa.float32(), pa.array([Decimal("0.123456789")])),
    (pa.decimal64(15, 2), pa.array([0.125])),
    (pa.decimal64(15, 2), pa.array([NAN])),
    (pa.decimal32(9, 0), pa.array([Decimal((1 << 32) + 5)])),
    (pa.decimal32(9, 0), pa.array([Decimal((1 << 32) + 5)], pa.decimal64(18, 0))),
    (pa.decimal64(18, 0), pa.array([Decimal((1 << 64) + 5)])),
    (pa.decimal128(38, 0), pa.array([Decimal(10**40)], pa.decimal256(50, 0))),
    (pa.date32(), pa.array([DAY + timedelta(hours=1)])),
    (pa.date32(), pa.array([DAY], pa.timestamp("us", "Asia/Tokyo"))),
    (pa.time64("us"), pa.array([DAY])),
    (pa.timestamp("us"), pa.array([1], pa.timestamp("ns"))),
    (pa.timestamp("us"), pa.array([DAY], pa.timestamp("us", "UTC"))),
    (pa.timestamp("us", "UTC"), pa.array([DAY])),
    (pa.timestamp("us", "UTC"), pa.array([DAY.date()])),
    (pa.bool_(), pa.array([2])),
    (INT, pa.array(["007"])),
    (pa.float64(), pa.array(["0.1000000000000000055"])),
    (TEXT, pa.array([b"\xff"])),
    (pa.binary(2), pa.array([b"abc"])),
]


@pytest.mark.parametrize("form", range(5))
@pytest.mark.parametrize(("kind", "array"), LOSSY)
def test_values_that_would_change(tmp_path: Path, kind: pa.DataType, array: pa.Array, form: int) -> None:
    nested, _ = wrapped(kind, None)[form]
    with pytest.raises(pyalbis.UnsupportedTypeError, match=f"Cannot write column {PATHS[form]} as"):
        appended(tmp_path / "t", nested, inside(array.slice(len(array) - 1), form))
    assert pyalbis.open(tmp_path / "t").num_rows == 0


@pytest.mark.parametrize("form", range(5))
@pytest.mark.parametrize("make", [pa.list_, pa.large_list, pa.list_view, pa.large_list_view, lambda k: pa.list_(k, 2)])
def test_other_lists(tmp_path: Path, make: Callable[[pa.DataType], pa.DataType], form: int) -> None:
    values = [[1, 2], None, [None, 4], [5, 6]]
    if not pa.types.is_fixed_size_list(make(INT)):
        values += [[], [7]]
    kind, expected = wrapped(pa.list_(INT), values[-1])[form]
    assert appended(tmp_path / "t", kind, inside(pa.array(values, make(INT)).slice(len(values) - 1), form)) == [
        expected
    ]
    assert appended(tmp_path / "l", pa.list_(INT), pa.array(values, make(INT))) == values
    assert appended(tmp_path / "m", pa.list_(pa.int8()), pa.array(values, make(INT))) == values
    pyalbis.write(pa.table({"l": pa.array(values, make(INT)).slice(1)}), tmp_path / "new")
    assert pyalbis.open(tmp_path / "new").to_table()["l"].to_pylist() == values[1:]


@pytest.mark.parametrize("make", [pa.list_, pa.large_list, pa.list_view, pa.large_list_view, lambda k: pa.list_(k, 1)])
@pytest.mark.parametrize("form", [0, 1, 3, 4])
def test_lists_of_extension_types(tmp_path: Path, make: Callable[[pa.DataType], pa.DataType], form: int) -> None:
    """Also if lists that are null have elements."""
    uuids = pa.ExtensionArray.from_storage(pa.uuid(), pa.array([b"a" * 16, b"b" * 16, b"c" * 16], pa.binary(16)))
    below = pa.concat_arrays([inside(uuids.slice(i, 1), form) for i in range(3)])
    mask = pa.array([True, False, False])
    kind = make(below.type)
    if pa.types.is_fixed_size_list(kind):
        lists = pa.FixedSizeListArray.from_arrays(below, 1, mask=mask)
    elif pa.types.is_list(kind) or pa.types.is_large_list(kind):
        lists = (pa.ListArray if pa.types.is_list(kind) else pa.LargeListArray).from_arrays(
            [0, 1, 2, 3], below, mask=mask
        )
    else:
        views = pa.ListViewArray if pa.types.is_list_view(kind) else pa.LargeListViewArray
        lists = views.from_arrays([0, 1, 2], [1, 1, 1], below, mask=mask)
    assert appended(tmp_path / "t", pa.list_(below.type), lists) == [None, *lists.to_pylist()[1:]]


@pytest.mark.parametrize("make", [pa.list_, pa.large_list, pa.list_view, pa.large_list_view, lambda k: pa.list_(k, 1)])
@pytest.mark.parametrize("element", [pa.string_view(), pa.large_string(), pa.dictionary(pa.int8(), TEXT)], ids=str)
def test_lists_of_other_texts(tmp_path: Path, make: Callable[[pa.DataType], pa.DataType], element: pa.DataType) -> None:
    values = [["a"], None, ["b" * 20], ["c"]]
    lists = pa.array(values, make(element))
    assert appended(tmp_path / "t", pa.list_(TEXT), lists) == values


def test_list_views_in_any_order(tmp_path: Path) -> None:
    lists = pa.ListViewArray.from_arrays([2, 0, 1], [1, 2, 2], pa.array([1, 2, 3]))
    assert appended(tmp_path / "t", pa.list_(INT), lists) == [[3], [1, 2], [2, 3]]


class WithoutSize:
    """A table of a version of Arrow that does not know the bytes of views."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    @property
    def nbytes(self) -> int:
        raise pa.ArrowTypeError("Extracting the buffers of a view is not implemented")

    def __len__(self) -> int:
        return len(self._table)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)


def test_views_of_unknown_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several row groups, which may go to the same file."""
    original = _write.row_groups
    monkeypatch.setattr(_write, "row_groups", lambda *arguments: map(WithoutSize, original(*arguments)))
    values = [f"{i:030d}" for i in range(1000)]
    pyalbis.write(pa.table({"s": pa.array(values, pa.string_view())}), tmp_path / "t", row_group_size=10_000)
    table = pyalbis.open(tmp_path / "t")
    assert table.to_table()["s"].to_pylist() == values
    assert len(table.scan().parts()) > 1


def test_two_columns_of_the_same_name(tmp_path: Path) -> None:
    pyalbis.write(pa.table({"a": [1]}), tmp_path / "t")
    twice = pa.table([pa.array([2]), pa.array([3])], names=["a", "a"])
    for mode in ("append", "overwrite"):
        with pytest.raises(pyalbis.UnsupportedTypeError, match="two columns have the same name"):
            pyalbis.write(twice, tmp_path / "t", mode=mode)
    assert pyalbis.open(tmp_path / "t").to_table()["a"].to_pylist() == [1]
