# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""All golden tables, valid and broken."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from golden import GOLDEN, content, target_of, values_of

import pyalbis
from pyalbis._verify import verify

VALID = sorted(GOLDEN.glob("*/expected*.json"))
BROKEN = sorted(GOLDEN.glob("broken/*/expected.json"))
KINDS = {
    "corrupt": pyalbis.CorruptFileError,
    "newer": pyalbis.UnsupportedFormatError,
    "expired": pyalbis.SnapshotExpiredError,
    "not-a-table": pyalbis.NotATableError,
}


def name_of(path: Path) -> str:
    return path.parent.name + path.stem.removeprefix("expected")


def open_for(expected: Path, **options: Any) -> pyalbis.Dataset:
    match = re.fullmatch(r"expected-(\d+)", expected.stem)
    return pyalbis.open(target_of(expected.parent), snapshot=int(match[1]) if match else None, **options)


def assert_content(found: dict[str, Any], expected: dict[str, Any]) -> None:
    for row, (a, b) in enumerate(zip(found["rows"], expected["rows"])):
        assert a == b, f"row {row}"
    assert found == expected | {"metadata": expected.get("metadata", {})}


def test_finds_golden_tables() -> None:
    assert len(VALID) > 30
    assert len(BROKEN) > 200


@pytest.mark.parametrize("path", VALID, ids=name_of)
@pytest.mark.parametrize("memory_map", [True, False], ids=["mapped", "read"])
def test_valid(path: Path, memory_map: bool) -> None:
    expected = json.loads(path.read_text())
    assert_content(content(open_for(path, memory_map=memory_map)), expected)


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_valid_with_fsspec(path: Path) -> None:
    expected = json.loads(path.read_text())
    match = re.fullmatch(r"expected-(\d+)", path.stem)
    dataset = pyalbis.open(
        target_of(path.parent).as_uri(),
        snapshot=int(match[1]) if match else None,
        storage_options={"auto_mkdir": False},
    )
    assert_content(content(dataset), expected)


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_valid_in_batches(path: Path) -> None:
    dataset = open_for(path, decimals="native", checksums=False)
    batches = list(dataset.scan(batch_size=3).to_batches())
    assert all(0 < len(batch) <= 3 for batch in batches)
    table = pa.Table.from_batches(batches, dataset.schema)
    assert_content(content(dataset, table), json.loads(path.read_text()))


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_each_column_alone(path: Path) -> None:
    dataset = open_for(path)
    rows = json.loads(path.read_text())["rows"]
    for i, field in enumerate(dataset.head.fields):
        table = dataset.scan([field.name]).to_table()
        assert table.schema.names == [field.name]
        assert values_of(field.type, table.column(0)) == [row[i] for row in rows]


@pytest.mark.parametrize("path", BROKEN, ids=name_of)
@pytest.mark.parametrize("memory_map", [True, False], ids=["mapped", "read"])
def test_broken(path: Path, memory_map: bool) -> None:
    expected = json.loads(path.read_text())
    try:
        dataset = pyalbis.open(target_of(path.parent), snapshot=expected.get("snapshot"), memory_map=memory_map)
        dataset.to_table()
    except pyalbis.AlbisError as error:
        assert_error(error, expected)
    else:
        assert expected["by"] == "verifier"


def assert_error(error: Exception, expected: dict[str, Any]) -> None:
    assert type(error) is KINDS[expected["error"]], str(error)
    if expected["files"]:
        assert any(error.file.endswith("/" + name) for name in expected["files"]), error.file
        assert error.file in str(error)
    offset = getattr(error, "offset", None)
    if "offset" in expected and offset is not None:
        start, end = expected["offset"]
        assert start <= offset < end, str(error)


# ------------------------------------------------------------------ the verifier


@pytest.mark.parametrize("path", VALID, ids=name_of)
def test_verifier_accepts(path: Path) -> None:
    assert [str(each) for each in verify(open_for(path))] == []


@pytest.mark.parametrize("path", BROKEN, ids=name_of)
def test_verifier_reports(path: Path) -> None:
    expected = json.loads(path.read_text())
    try:
        dataset = pyalbis.open(target_of(path.parent), snapshot=expected.get("snapshot"))
    except pyalbis.AlbisError as error:
        assert_error(error, expected)
        return
    found = verify(dataset)
    assert found != []
    assert any(fits(each, expected) for each in found), [str(each) for each in found]


def fits(error: pyalbis.AlbisError, expected: dict[str, Any]) -> bool:
    try:
        assert_error(error, expected)
    except AssertionError:
        return False
    return True
