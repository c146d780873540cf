# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Modes, commits and errors of writing."""

from __future__ import annotations

import os
import random
import shutil
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from conftest import seeds
from random_tables import same
from test_random import problems

import pyalbis
from pyalbis import _commit, _fsspec, _io, _manifest, _storage

ONE = pa.table({"a": pa.array([1, 2], pa.int32()), "b": ["x", None]})


def files_below(path: Path) -> list[str]:
    return sorted(str(each.relative_to(path)) for each in path.rglob("*") if each.is_file())


def test_modes(tmp_path: Path) -> None:
    path = tmp_path / "t"
    assert pyalbis.write(ONE, path, properties={"owner": "me"}) == 1
    assert pyalbis.write(ONE, path, mode="append") == 2
    with pytest.raises(FileExistsError, match="it is a table"):
        pyalbis.write(ONE, path)
    assert pyalbis.open(path).to_table().equals(pa.concat_tables([ONE, ONE]))
    other = pa.table({"c": [True]})
    assert pyalbis.write(other, path, mode="overwrite", column_groups="all") == 3
    table = pyalbis.open(path)
    assert isinstance(table, pyalbis.Table)
    assert table.to_table().equals(other)
    assert table.properties == {}
    assert [one.operation for one in table.snapshots()] == ["create", "append", "overwrite"]
    assert table.at(1).to_table().equals(ONE)
    assert table.at(1).properties == {"owner": "me"}
    assert problems(path) == []
    with pytest.raises(ValueError, match="Invalid mode: replace"):
        pyalbis.write(ONE, path, mode="replace")


def test_no_rows(tmp_path: Path) -> None:
    for name in ("t", "t.albis"):
        pyalbis.write(ONE.slice(0, 0), tmp_path / name)
        assert pyalbis.open(tmp_path / name).to_table().equals(ONE.slice(0, 0))
        assert problems(tmp_path / name) == []
    assert pyalbis.write(ONE.slice(0, 0), tmp_path / "t", mode="append") == 1
    assert pyalbis.write(ONE, tmp_path / "t", mode="append") == 2
    assert pyalbis.write(ONE.slice(0, 0), tmp_path / "t", mode="overwrite") == 3
    assert problems(tmp_path / "t") == []


def test_single_file(tmp_path: Path) -> None:
    path = tmp_path / "one.albis"
    assert pyalbis.write(ONE, path, properties={"k": "v"}) is None
    file = pyalbis.open(path)
    assert isinstance(file, pyalbis.File)
    assert file.to_table().equals(ONE)
    assert file.properties == {"k": "v"}
    assert file.statistics is not None
    with pytest.raises(FileExistsError):
        pyalbis.write(ONE, path)
    with pytest.raises(pyalbis.AlbisError, match="Cannot append"):
        pyalbis.write(ONE, path, mode="append")
    with pytest.raises(pyalbis.SnapshotNotFoundError):
        pyalbis.open(path, snapshot=1)
    pyalbis.write(ONE.select(["b"]), path, mode="overwrite")
    assert pyalbis.open(path).schema.names == ["b"]
    assert files_below(tmp_path) == ["one.albis"]


def test_batches_are_written_as_they_come(tmp_path: Path) -> None:
    def batches() -> Iterator[pa.RecordBatch]:
        for i in range(50):
            yield pa.record_batch({"i": pa.array(range(i * 1000, i * 1000 + 1000), pa.int64())})

    reader = pa.RecordBatchReader.from_batches(pa.schema([pa.field("i", pa.int64(), False)]), batches())
    pyalbis.write(reader, tmp_path / "t", row_group_size=64_000)
    table = pyalbis.open(tmp_path / "t")
    assert table.to_table()["i"].to_pylist() == list(range(50_000))
    counts = next(iter(table.sources())).row_groups.counts
    assert all(4_000 <= count <= 12_000 for count in counts[:-1])
    assert problems(tmp_path / "t") == []


def test_append_converts_to_the_columns_of_the_table(tmp_path: Path) -> None:
    pyalbis.write(ONE, tmp_path / "t")
    pyalbis.write(pa.table({"a": pa.array([3], pa.int64())}), tmp_path / "t", mode="append")
    b = pa.array(["q", "q"]).dictionary_encode()
    pyalbis.write(pa.table({"b": b, "a": pa.array([4, None], pa.int8())}), tmp_path / "t", mode="append")
    found = pyalbis.open(tmp_path / "t").to_table()
    assert found["a"].to_pylist() == [1, 2, 3, 4, None]
    assert found["b"].to_pylist() == ["x", None, None, "q", "q"]
    assert problems(tmp_path / "t") == []
    with pytest.raises(pyalbis.UnsupportedTypeError, match="column a as int32"):
        pyalbis.write(pa.table({"a": [1 << 40]}), tmp_path / "t", mode="append")
    with pytest.raises(pyalbis.UnsupportedTypeError, match="it has no column z"):
        pyalbis.write(pa.table({"z": [1]}), tmp_path / "t", mode="append")


def test_types_that_have_no_equal(tmp_path: Path) -> None:
    table = pa.table(
        {
            "u8": pa.array([255, None], pa.uint8()),
            "u64": pa.array([2**64 - 1, None], pa.uint64()),
            "half": pa.array([np.float16(1.5), None], pa.float16()),
            "large": pa.array(["x", None], pa.large_string()),
            "view": pa.array(["y" * 20, None], pa.string_view()),
            "bytes": pa.array([b"y", None], pa.binary_view()),
            "time": pa.array([1, None], pa.time32("s")),
            "stamp": pa.array([1, None], pa.timestamp("s", "Europe/Berlin")),
            "day": pa.array([86_400_000, None], pa.date64()),
            "fixed": pa.array([[1, 2], None], pa.list_(pa.int8(), 2)),
            "lists": pa.array([[1, 2], None], pa.large_list(pa.int8())),
            "words": pa.array(["a", None]).dictionary_encode(),
            "duration": pa.array([3, None], pa.duration("s")),
            "flag": pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1, None], pa.int8())),
            "wide": pa.array([7, None], pa.int64()).cast(pa.decimal256(30, 2)),
        }
    )
    pyalbis.write(table, tmp_path / "t")
    found = pyalbis.open(tmp_path / "t").to_table()
    assert found.to_pylist()[0] == table.to_pylist()[0] | {"stamp": found["stamp"][0].as_py(), "flag": 1}
    assert found["stamp"][0].value == 1000
    assert found["u64"].type == pa.decimal128(20, 0)
    assert all(value is None for value in found.to_pylist()[1].values())
    assert problems(tmp_path / "t") == []


def test_metadata_of_columns(tmp_path: Path) -> None:
    months = pa.field("m", pa.int32(), metadata={"albis.type": "year_month_interval", "own": "1"})
    code = pa.field(
        "c",
        pa.string(),
        metadata={"albis.doc": "a code", "albis.extension": "varchar", "albis.extension.length": "3"},
    )
    table = pa.Table.from_arrays([pa.array([14], pa.int32()), pa.array(["x"])], schema=pa.schema([months, code]))
    pyalbis.write(table, tmp_path / "t")
    dataset = pyalbis.open(tmp_path / "t")
    assert dataset.schema.equals(table.schema, check_metadata=True)
    first, second = dataset.head.fields
    assert str(first.type) == "year_month_interval"
    assert (second.doc, second.extension) == ("a code", ("varchar", {"length": "3"}))
    assert first.metadata == {"own": "1"}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (pa.table({"n": pa.nulls(1)}), "no type for null"),
        (pa.table([pa.array([1]), pa.array([2])], names=["a", "a"]), "two columns have the same name"),
        (pa.table({"a\n": [1]}), "invalid name"),
        (
            pa.Table.from_arrays([pa.array([None], pa.int8())], schema=pa.schema([pa.field("a", pa.int8(), False)])),
            "column a is required, but has 1 nulls",
        ),
    ],
)
def test_invalid_input_leaves_nothing_behind(tmp_path: Path, table: pa.Table, message: str) -> None:
    for name in ("t", "t.albis"):
        with pytest.raises(pyalbis.UnsupportedTypeError, match=message):
            pyalbis.write(table, tmp_path / name)
    assert files_below(tmp_path) == []


def test_a_failing_reader_leaves_the_table_unchanged(tmp_path: Path) -> None:
    pyalbis.write(ONE, tmp_path / "t")
    before = files_below(tmp_path)

    def batches() -> Iterator[pa.RecordBatch]:
        yield from ONE.to_batches()
        raise OSError("the source failed")

    reader = pa.RecordBatchReader.from_batches(ONE.schema, batches())
    with pytest.raises(OSError, match="the source failed"):
        pyalbis.write(reader, tmp_path / "t", mode="append", row_group_size=1)
    assert files_below(tmp_path) == before


@pytest.mark.parametrize(
    ("groups", "error", "message"),
    [
        ([["a"], ["b", "a"]], ValueError, "a is in two groups"),
        ([["c"]], KeyError, "Cannot find column c"),
        ("some", ValueError, "Invalid column_groups"),
        ([["a", "l"]], pyalbis.UnsupportedTypeError, "list or map l"),
        ([["a", "w1", "w2"]], pyalbis.UnsupportedTypeError, "too long"),
    ],
)
def test_invalid_column_groups(tmp_path: Path, groups: Any, error: type[Exception], message: str) -> None:
    wide = pa.array([b"\0" * 40_000] * 2, pa.binary(40_000))
    table = ONE.append_column("l", pa.array([[1], []])).append_column("w1", wide).append_column("w2", wide)
    with pytest.raises(error, match=message):
        pyalbis.write(table, tmp_path / "t", column_groups=groups)


# ------------------------------------------------------------------ commits


def test_appends_of_many_writers(tmp_path: Path) -> None:
    pyalbis.write(ONE.slice(0, 0), tmp_path / "t")
    failures: list[BaseException] = []

    def append(writer: int) -> None:
        try:
            for i in range(5):
                pyalbis.write(pa.table({"a": pa.array([writer * 10 + i], pa.int32())}), tmp_path / "t", mode="append")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=append, args=(i,)) for i in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failures == []
    table = pyalbis.open(tmp_path / "t")
    assert sorted(table.to_table()["a"].to_pylist()) == sorted(w * 10 + i for w in range(4) for i in range(5))
    assert isinstance(table, pyalbis.Table)
    assert table.snapshot_id == 21
    assert problems(tmp_path / "t") == []


def race(monkeypatch: pytest.MonkeyPatch, other: Any) -> None:
    """Lets another writer commit right before the next publication."""
    original = _io.LocalStorage.publish
    done = []

    def publish(self: Any, path: str, data: bytes) -> None:
        if not done:
            done.append(1)
            other()
        original(self, path, data)

    monkeypatch.setattr(_io.LocalStorage, "publish", publish)


def test_an_append_follows_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyalbis.write(ONE, tmp_path / "t")
    race(monkeypatch, lambda: pyalbis.write(ONE.slice(1), tmp_path / "t", mode="append"))
    assert pyalbis.write(ONE.slice(0, 1), tmp_path / "t", mode="append") == 3
    found = pyalbis.open(tmp_path / "t").to_table()
    assert same(found, pa.concat_tables([ONE, ONE.slice(1), ONE.slice(0, 1)]))
    assert problems(tmp_path / "t") == []


@pytest.mark.parametrize("mode", ["append", "overwrite"])
def test_conflicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    pyalbis.write(ONE, tmp_path / "t")
    other = pa.table({"z": [1]})
    race(monkeypatch, lambda: pyalbis.write(other, tmp_path / "t", mode="overwrite"))
    with pytest.raises(pyalbis.CommitConflictError, match="another writer changed"):
        pyalbis.write(ONE, tmp_path / "t", mode=mode)
    assert pyalbis.open(tmp_path / "t").to_table().equals(other)
    assert len([name for name in files_below(tmp_path / "t") if "manifest-" in name or name.startswith("data/")]) == 4


def test_a_table_that_was_created_again_is_not_the_table_that_was_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyalbis.write(ONE, tmp_path / "t")
    original = _manifest.ManifestBuilder.write

    def write(*arguments: Any) -> Any:
        monkeypatch.undo()
        shutil.rmtree(tmp_path / "t")
        pyalbis.write(ONE.slice(1), tmp_path / "t")
        return original(*arguments)

    monkeypatch.setattr(_manifest.ManifestBuilder, "write", write)
    with pytest.raises(pyalbis.CommitConflictError, match="created again"):
        pyalbis.write(ONE, tmp_path / "t", mode="append")
    assert pyalbis.open(tmp_path / "t").to_table().equals(ONE.slice(1))
    assert problems(tmp_path / "t") == []


@pytest.mark.parametrize("problem", ["no parent", "no answer", "slow"])
def test_a_commit_must_follow_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: str) -> None:
    pyalbis.write(ONE, tmp_path / "t")
    original = _io.LocalStorage.is_file

    def is_file(self: Any, path: str) -> bool:
        if problem == "no answer" and "snapshot-" in path:
            raise OSError("no answer")
        return (problem != "no parent" or "snapshot-" not in path) and original(self, path)

    monkeypatch.setattr(_io.LocalStorage, "is_file", is_file)
    if problem == "slow":
        clock = iter([0.0, 301.0])
        monkeypatch.setattr(_commit.time, "monotonic", lambda: next(clock))
        assert pyalbis.write(ONE, tmp_path / "t", mode="append") == 2
    else:
        message = "follows snapshot 1" if problem == "no parent" else "no answer"
        with pytest.raises(pyalbis.CommitStateUnknownError, match=message):
            pyalbis.write(ONE, tmp_path / "t", mode="append")
    monkeypatch.undo()
    assert pyalbis.open(tmp_path / "t").num_rows == 4
    assert problems(tmp_path / "t") == []


def test_two_writers_create(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    race(monkeypatch, lambda: pyalbis.write(ONE, tmp_path / "t"))
    with pytest.raises(pyalbis.CommitConflictError, match="another writer was first"):
        pyalbis.write(ONE, tmp_path / "t")


def test_the_state_of_a_commit_may_be_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyalbis.write(ONE, tmp_path / "t")
    original = _io.sync_directory

    def fail(path: str) -> None:
        if "snapshots" in path and any("-00000000000000000002" in name for name in os.listdir(path)):
            raise OSError("no space")
        original(path)

    monkeypatch.setattr(_io, "sync_directory", fail)
    with pytest.raises(pyalbis.CommitStateUnknownError, match="no space"):
        pyalbis.write(ONE, tmp_path / "t", mode="append")
    monkeypatch.undo()
    assert pyalbis.open(tmp_path / "t").num_rows == 4
    assert problems(tmp_path / "t") == []


def test_manifests_are_merged(tmp_path: Path) -> None:
    for i in range(20):
        pyalbis.write(pa.table({"i": [i]}), tmp_path / "t", mode="append")
    table = pyalbis.open(tmp_path / "t")
    assert [ref.row_group_count for ref in table.head.message.manifests] == [8, 8, 1, 1, 1, 1]
    assert table.to_table()["i"].to_pylist() == list(range(20))
    assert problems(tmp_path / "t") == []


def test_a_newer_minor_version_is_not_overwritten(tmp_path: Path) -> None:
    import shutil

    from golden import GOLDEN

    shutil.copytree(GOLDEN / "newer-minor-version" / "table", tmp_path / "t")
    with pytest.raises(pyalbis.UnsupportedFormatError, match="nothing can be committed"):
        pyalbis.write(ONE, tmp_path / "t", mode="append")


def test_fsspec(tmp_path: Path) -> None:
    uri = f"memory://{uuid.uuid4()}/t"
    for _ in range(2):
        pyalbis.write(ONE, uri, mode="append")
    table = pyalbis.open(uri)
    assert table.to_table().equals(pa.concat_tables([ONE, ONE]))
    pyalbis.write(ONE, uri + "/single.albis")
    assert pyalbis.open(uri + "/single.albis").to_table().equals(ONE)
    storage = _storage.storage_of(uri)
    with pytest.raises(FileExistsError):
        storage.publish("_albis/snapshots/00000000000000000/snapshot-00000000000000000002", b"")


def test_a_row_group_is_read_by_one_request(monkeypatch: pytest.MonkeyPatch) -> None:
    uri = f"memory://{uuid.uuid4()}/t"
    table = pa.table({f"c{i}": pa.array(range(1000)) for i in range(20)})
    pyalbis.write(table, uri)
    dataset = pyalbis.open(uri)
    requests = []
    original = _fsspec.FsspecBlob.read_many

    def read_many(self: Any, ranges: list[tuple[int, int]], executor: Any = None) -> Any:
        requests.extend(_io.joined(ranges, self._gap))
        return original(self, ranges, executor)

    monkeypatch.setattr(_fsspec.FsspecBlob, "read_many", read_many)
    assert dataset.to_table().equals(table)
    assert len(requests) <= 3  # manifest, end of the data file, data


def test_requests_are_joined() -> None:
    """The rule of `ReadBatchesTest` in Java."""

    def requests(ranges: list[tuple[int, int]], gap: int) -> list[tuple[int, int, list[tuple[int, int, int]]]]:
        return [(one.start, one.end, one.pieces) for one in _io.joined(ranges, gap)]

    assert requests([(100, 10), (0, 10), (111, 5), (1000, 1), (50, 0)], 5) == [
        (0, 10, [(1, 0, 10)]),
        (100, 116, [(0, 100, 110), (2, 111, 116)]),
        (1000, 1001, [(3, 1000, 1001)]),
    ]
    most = _io.MOST
    assert requests([(0, most - 60), (most - 60, 61)], 5) == [
        (0, most - 60, [(0, 0, most - 60)]),
        (most - 60, most + 1, [(1, most - 60, most + 1)]),
    ]
    long = [(7, 7 + most), (7 + most, 7 + 2 * most), (7 + 2 * most, 17 + 2 * most)]
    assert requests([(7, 2 * most + 5), (12 + 2 * most, 5)], 0) == [
        (*long[0], [(0, *long[0])]),
        (*long[1], [(0, *long[1])]),
        (*long[2], [(0, 7 + 2 * most, 12 + 2 * most), (1, 12 + 2 * most, 17 + 2 * most)]),
    ]


@pytest.mark.parametrize("seed", seeds(4))
def test_ranges_are_read_by_any_requests(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    print(f"seed {seed}")
    generator = random.Random(seed)
    monkeypatch.setattr(_io, "MOST", 64)
    data = generator.randbytes(1_000)
    (tmp_path / "x").write_bytes(data)
    starts = [generator.randrange(900) for _ in range(9)]
    ranges = [(start, generator.choice([0, 1, 10, 64, 65, 1000 - start])) for start in starts]
    for blob in (_io.LocalBlob(str(tmp_path / "x")), _io.MappedBlob(str(tmp_path / "x"))):
        assert [bytes(one) for one in blob.read_many(ranges)] == [data[at : at + length] for at, length in ranges]


def test_commits_give_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyalbis.write(ONE, tmp_path / "t")
    monkeypatch.setattr(_commit, "ATTEMPTS", 3)

    def publish(*_: Any) -> None:
        raise FileExistsError

    monkeypatch.setattr(_io.LocalStorage, "publish", publish)
    with pytest.raises(pyalbis.CommitConflictError, match="3 times"):
        pyalbis.write(ONE, tmp_path / "t", mode="append")
