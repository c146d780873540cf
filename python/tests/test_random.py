# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Random tables are read as they were written, and satisfy a verifier."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from conftest import seeds
from golden import GOLDEN
from random_tables import RandomTables, same

import pyalbis
from pyalbis import _datafile

sys.path.insert(0, str(GOLDEN.parents[1] / "table-tests" / "src" / "test" / "python"))
SMALL = 300


@pytest.mark.parametrize("seed", seeds())
def test_round_trip(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    print(f"seed {seed}")
    made = RandomTables(seed)
    monkeypatch.setattr(_datafile, "SEGMENT", made.random.choice([SMALL, 1 << 20]))
    schema = made.schema()
    parts = [made.table(schema, made.random.choice([0, 1, 65, 200])) for _ in range(made.random.choice([1, 1, 2, 9]))]
    size = made.random.choice([1, 5_000, 1 << 20])
    groups = made.column_groups(schema)
    for part in parts:
        pyalbis.write(part, tmp_path / "t", column_groups=groups, row_group_size=size, mode="append")
    expected = pa.concat_tables(parts)
    table = pyalbis.open(tmp_path / "t")
    assert table.schema.equals(schema)
    assert table.num_rows == len(expected)
    found = table.to_table()
    found.validate(full=True)
    assert same(found, expected)
    batches = list(table.scan(batch_size=50).to_batches())
    assert same(pa.Table.from_batches(batches, schema), expected)
    assert problems(tmp_path / "t") == []


def problems(path: Path) -> list[Any]:
    """What the verifier that was written from the specification alone reports."""
    import albis_dataset
    import albis_verifier

    return [str(each) for each in albis_verifier.problems(albis_dataset.open_dataset(str(path)))]
