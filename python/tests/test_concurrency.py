# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Several processes write one table at the same time, and are killed; several threads read one."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from test_random import problems

import pyalbis

WRITER = """
import sys
import pyarrow as pa
import pyalbis

path, writer, commits, rows = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
sys.stdin.readline()
for i in range(commits):
    numbers = pa.array([writer] * rows, pa.int32())
    batch = pa.table({"writer": numbers, "i": pa.array([i] * rows, pa.int32()), "text": ["x" * 1000] * rows})
    print(pyalbis.write(batch, path, mode="append", row_group_size=100_000), flush=True)
"""


def start(path: Path, writer: int, commits: int, rows: int) -> subprocess.Popen[str]:
    """A process that appends once it is told to by a line."""
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(writer), str(commits), str(rows)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def go(writer: subprocess.Popen[str]) -> None:
    assert writer.stdin is not None
    writer.stdin.write("\n")
    writer.stdin.flush()


def create(path: Path) -> None:
    schema = pa.schema([("writer", pa.int32()), ("i", pa.int32()), ("text", pa.string())])
    pyalbis.write(schema.empty_table(), path, partition_by=["bucket(i, 2)"])


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for each in started:
        each.kill()
        each.communicate()


def test_appends_of_processes(tmp_path: Path, processes: list[subprocess.Popen[str]]) -> None:
    """Nothing is lost, and no snapshot is published twice."""
    create(tmp_path / "t")
    processes += [start(tmp_path / "t", writer, 8, 3) for writer in range(3)]
    for each in processes:
        go(each)
    published = [int(line) for each in processes for line in each.communicate(timeout=120)[0].split()]
    assert [each.returncode for each in processes] == [0] * 3
    assert sorted(published) == list(range(2, 26))
    found = pyalbis.open(tmp_path / "t").to_table(["writer", "i"])
    assert sorted(zip(*found.to_pydict().values())) == sorted(
        (w, i) for w in range(3) for i in range(8) for _ in range(3)
    )
    assert problems(tmp_path / "t") == []


def test_killed_writers(tmp_path: Path, processes: list[subprocess.Popen[str]]) -> None:
    """What a writer had published is there, completely; of what it was writing all or nothing."""
    seed = int(os.environ.get("ALBIS_SEED", time.time_ns() % 1_000_000))
    print(f"seed {seed}")
    generator = random.Random(seed)
    create(tmp_path / "t")
    rows = 2_000
    processes += [
        start(tmp_path / "t", writer, 10_000, rows) for writer in range(int(os.environ.get("ALBIS_KILLS", "3")))
    ]
    published = 0
    for each in processes:
        go(each)
        lines = generator.randrange(1, 3)
        assert each.stdout is not None
        for _ in range(lines):
            published = int(each.stdout.readline())
        threading.Event().wait(generator.random() * 0.1)  # so that it is somewhere in a write
        each.send_signal(signal.SIGKILL)
        each.wait()
        published = max([published, *map(int, each.stdout.read().split())])
        table = pyalbis.open(tmp_path / "t")
        assert isinstance(table, pyalbis.Table)
        assert table.snapshot_id - published in (0, 1)
        published = table.snapshot_id
        assert table.num_rows == (published - 1) * rows
        found = table.to_table(["writer", "i"]).group_by(["writer", "i"]).aggregate([([], "count_all")])
        assert set(found["count_all"].to_pylist()) == {rows}
    assert problems(tmp_path / "t") == []


def test_threads_share_a_table(tmp_path: Path) -> None:
    """Threads that open manifests, sections and segments at the same time see the same."""
    columns = {f"c{i}": pa.array(range(2_000)) for i in range(30)}
    for _ in range(3):
        pyalbis.write(pa.table(columns), tmp_path / "t", row_group_size=20_000, mode="append")
    failures: list[BaseException] = []
    for _ in range(5):
        table = pyalbis.open(tmp_path / "t", memory_map=False)
        barrier = threading.Barrier(8)

        def read(number: int, table: pyalbis.Dataset = table, barrier: threading.Barrier = barrier) -> None:
            try:
                barrier.wait()
                name = f"c{number}"
                assert pc.sum(table.to_table([name])[name]).as_py() == 3 * sum(range(2_000))
                assert table.scan(filter=pc.field(name) < 10).count_rows() == 30
                assert table.statistics is not None
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=read, args=(i,)) for i in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert failures == []


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs Linux")
def test_maps_and_files_are_released(tmp_path: Path) -> None:
    pyalbis.write(pa.table({"a": range(1000)}), tmp_path / "t")
    for memory_map in (True, False):
        for _ in range(20):
            table = pyalbis.open(tmp_path / "t", memory_map=memory_map)
            column = table.to_table()["a"]
            batches = table.scan().to_batches()
            next(batches)
            del table, batches
            assert column[999].as_py() == 999  # keeps the file mapped
            del column
        assert str(tmp_path) not in Path("/proc/self/maps").read_text()
        assert not [fd for fd in Path("/proc/self/fd").iterdir() if str(tmp_path) in os.path.realpath(fd)]
