# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Random tables are exchanged with the Java SDKs.

Runs `ExchangeTest` of table-tests by the command in ALBIS_MAVEN, such as `mvn -o`; without it, this test is skipped.
ALBIS_EXCHANGE is the number of tables that each side writes, and ALBIS_EXCHANGE_FIRST the first seed: see
python/exchange.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import threading
from pathlib import Path

import pyarrow as pa
import pytest
from conftest import seeds
from golden import GOLDEN, content
from random_tables import RandomTables
from test_golden import assert_content
from test_random import problems

import pyalbis
from pyalbis import _datafile

ROOT = GOLDEN.parents[1]
FIRST = int(os.environ.get("ALBIS_EXCHANGE_FIRST", "0"))
COUNT = int(os.environ.get("ALBIS_EXCHANGE", "40"))
MAVEN = os.environ.get("ALBIS_MAVEN")
COMMITS = 20  # of each writer of a table


@pytest.mark.skipif(not MAVEN, reason="ALBIS_MAVEN is not set")
def test_exchange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = seeds() if "ALBIS_SEED" in os.environ else list(range(FIRST, FIRST + COUNT))
    print(f"seeds {numbers[0]} to {numbers[-1]} in {tmp_path}")
    for seed in numbers:
        write_tables(seed, tmp_path / "other", monkeypatch)
    run_java_beside_python(tmp_path, numbers)
    for seed in numbers:
        for name in (f"{seed}-table", f"{seed}-file"):
            place = tmp_path / "other" / name
            target = place / ("file.albis" if name.endswith("file") else "table")
            found = content(pyalbis.open(target))
            assert_content(found, json.loads((place / "java.json").read_text()))
        place = tmp_path / "java" / str(seed)
        assert_content(content(pyalbis.open(place / "table")), json.loads((place / "expected.json").read_text()))


def write_tables(seed: int, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes a table in several commits, and the same rows as a single file."""
    made = RandomTables(seed)
    monkeypatch.setattr(_datafile, "SEGMENT", made.random.choice([300, 5_000, 1 << 20]))
    schema = made.schema()
    groups = made.column_groups(schema)
    partitions = made.partition_by(schema)
    size = made.random.choice([1, 5_000, 1 << 20])
    parts = [made.table(schema, made.random.choice([0, 1, 65, 200])) for _ in range(made.random.choice([1, 2, 9]))]
    for part in parts:
        pyalbis.write(
            part,
            directory / f"{seed}-table" / "table",
            column_groups=groups,
            partition_by=partitions,
            row_group_size=size,
            mode="append",
        )
    (directory / f"{seed}-file").mkdir(parents=True)
    pyalbis.write(
        pa.concat_tables(parts),
        directory / f"{seed}-file" / "file.albis",
        column_groups=groups,
        partition_by=partitions,
        row_group_size=size,
        properties={"seed": str(seed)},
    )


def run_java(directory: Path, numbers: list[int]) -> None:
    command = [
        *shlex.split(MAVEN or ""),
        *("-B", "-ntp", "-q", "-Dquick", "-pl", "table-tests", "-am", "test", "-Dtest=ExchangeTest"),
        "-Dsurefire.failIfNoSpecifiedTests=false",
        f"-Dalbis.exchange={directory}",
        f"-Dalbis.seed={numbers[0]}",
        f"-Dalbis.seeds={len(numbers)}",
    ]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, (result.stdout + result.stderr)[-8000:]


def run_java_beside_python(directory: Path, numbers: list[int]) -> None:
    """Runs the tests of Java. When they append to a table, this process and threads of it do, too."""
    shared = directory / "shared"
    schema = pa.schema([("writer", pa.int32()), ("i", pa.int32())])
    pyalbis.write(schema.empty_table(), shared / "table", partition_by=["bucket(i, 2)"])
    ended, failures = threading.Event(), []

    def append(writer: int) -> None:
        while not (shared / "java-started").exists():
            if ended.wait(0.02):
                return
        try:
            for i in range(COMMITS):
                part = pa.table({"writer": [writer] * 3, "i": [i] * 3}, schema=schema)
                pyalbis.write(part, shared / "table", mode="append")
        except BaseException as error:
            failures.append(error)

    writers = [threading.Thread(target=append, args=(writer,)) for writer in range(2)]
    for each in writers:
        each.start()
    try:
        run_java(directory, numbers)
    finally:
        ended.set()
        for each in writers:
            each.join()
    assert failures == []
    table = pyalbis.open(shared / "table")
    found = table.to_table().to_pydict()
    expected = [(w, i) for w in (-1, 0, 1) for i in range(COMMITS) for _ in range(3)]
    assert sorted(zip(found["writer"], found["i"])) == expected
    assert problems(shared / "table") == []
