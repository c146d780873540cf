# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Object stores and other file systems of fsspec: requests, commits, and which of them can commit."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import fsspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.fs
import pytest
import s3fs
from fsspec.implementations.arrow import ArrowFSWrapper
from fsspec.implementations.memory import MemoryFileSystem
from gcs_server import GcsServer
from moto.server import ThreadedMotoServer

import pyalbis
from pyalbis._fsspec import gap_of

pytestmark = pytest.mark.filterwarnings("ignore")  # of the server, which runs in this process

TABLE = pa.table({f"c{i}": pa.array(range(1_000)) for i in range(20)})


@pytest.fixture(scope="module")
def options() -> Iterator[dict[str, Any]]:
    """The options for an S3 server with a bucket `bucket`."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    found = {
        "key": "k",
        "secret": "s",
        "endpoint_url": f"http://{host}:{port}",
        "client_kwargs": {"region_name": "us-east-1"},
    }
    s3fs.S3FileSystem(**found).call_s3("create_bucket", Bucket="bucket")
    yield found
    server.stop()


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int | None, int | None]]:
    """The reads of data from S3."""
    found: list[tuple[str, int | None, int | None]] = []
    original = s3fs.S3FileSystem._cat_file

    async def cat_file(self: Any, path: str, version_id: Any = None, start: Any = None, end: Any = None) -> Any:
        found.append((path, start, end))
        return await original(self, path, version_id, start, end)

    monkeypatch.setattr(s3fs.S3FileSystem, "_cat_file", cat_file)
    return found


def test_s3(options: dict[str, Any], requests: list[Any]) -> None:
    uri = f"s3://bucket/{uuid.uuid4()}/t"
    assert pyalbis.write(TABLE, uri, storage_options=options) == 1
    assert pyalbis.write(TABLE, uri, storage_options=options, mode="append") == 2
    requests.clear()
    table = pyalbis.open(uri, storage_options=options)
    assert len(requests) == 1  # the snapshot
    assert table.to_table().equals(pa.concat_tables([TABLE, TABLE]))
    assert len(requests) == 1 + 2 * 2  # of each commit the manifest, and the only row group
    assert table.scan(["c3"], pc.field("c3") < 2).count_rows() == 4
    assert table.at(1).num_rows == 1_000
    with pytest.raises(FileExistsError):
        pyalbis.write(TABLE, uri, storage_options=options)
    with pytest.raises(pyalbis.NotATableError):
        pyalbis.open(uri + "x", storage_options=options)


def test_requests_do_not_read_far_more_than_they_need(options: dict[str, Any], requests: list[Any]) -> None:
    uri = f"s3://bucket/{uuid.uuid4()}/t"
    wide = pa.table({f"c{i}": pa.array(range(100_000)) for i in range(8)})
    pyalbis.write(wide, uri, storage_options=options)
    table = pyalbis.open(uri, storage_options=options)
    requests.clear()
    assert pc.sum(table.to_table(["c0", "c7"])["c7"]).as_py() == 4_999_950_000
    data = [end - start for path, start, end in requests if "/data/" in path]
    assert len(data) == 2
    assert sum(data) < 2_000_000


def test_files_on_s3(options: dict[str, Any]) -> None:
    place = f"s3://bucket/{uuid.uuid4()}"
    check_files(place, options, lambda: s3fs.S3FileSystem(**options).find(place + "/failing"))


def check_files(place: str, options: dict[str, Any], failed: Callable[[], list[str]]) -> None:
    """`failed`: the files below `failing`."""
    uri = f"{place}/one.albis"
    pyalbis.write(TABLE, uri, storage_options=options)
    assert pyalbis.open(uri, storage_options=options).to_table().equals(TABLE)
    with pytest.raises(FileExistsError):
        pyalbis.write(TABLE, uri, storage_options=options)
    pyalbis.write(TABLE.select(["c1"]), uri, storage_options=options, mode="overwrite")
    assert pyalbis.open(uri, storage_options=options).schema.names == ["c1"]
    large = pa.table({"x": np.random.default_rng(1).integers(0, 1 << 60, 1_500_000)})
    pyalbis.write(large, f"{place}/large.albis", storage_options=options, row_group_size=1_000_000)
    assert pyalbis.open(f"{place}/large.albis", storage_options=options).to_table().equals(large)

    def failing() -> Iterator[pa.RecordBatch]:
        yield from TABLE.to_batches()
        raise OSError("the source failed")

    for name in ("t", "two.albis"):
        reader = pa.RecordBatchReader.from_batches(TABLE.schema, failing())
        with pytest.raises(OSError, match="the source failed"):
            pyalbis.write(reader, f"{place}/failing/{name}", storage_options=options, row_group_size=1_000)
        assert failed() == []


def test_appends_to_s3(options: dict[str, Any]) -> None:
    uri = f"s3://bucket/{uuid.uuid4()}/t"
    check_appends(uri, options)


def test_appends_to_memory() -> None:
    check_appends(f"memory://{uuid.uuid4()}/t", None)


def check_appends(uri: str, options: dict[str, Any] | None) -> None:
    pyalbis.write(pa.table({"a": pa.array([], pa.int64())}), uri, storage_options=options)
    failures: list[BaseException] = []

    def append(writer: int) -> None:
        try:
            for i in range(4):
                pyalbis.write(pa.table({"a": [writer * 10 + i]}), uri, storage_options=options, mode="append")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=append, args=(i,)) for i in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failures == []
    found = pyalbis.open(uri, storage_options=options)
    assert sorted(found.to_table()["a"].to_pylist()) == sorted(w * 10 + i for w in range(3) for i in range(4))
    assert isinstance(found, pyalbis.Table)
    assert found.snapshot_id == 13


class IgnoringFileSystem(MemoryFileSystem):  # type: ignore[misc]
    """Like many, it overwrites a file that is to be created."""

    protocol = "ignoring"
    store: dict[str, Any] = {}  # noqa: RUF012
    pseudo_dirs = [""]  # noqa: RUF012

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return "/" + path.removeprefix("ignoring://").lstrip("/")

    def pipe_file(self, path: str, value: bytes, **_: Any) -> None:
        super().pipe_file(path, value)


def test_others_refuse_to_write_tables(tmp_path: Path) -> None:
    fsspec.register_implementation("ignoring", IgnoringFileSystem, clobber=True)
    with pytest.raises(pyalbis.AlbisError, match="IgnoringFileSystem cannot create a file only if it does not exist"):
        pyalbis.write(TABLE, "ignoring://t")
    assert IgnoringFileSystem.store == {}
    with pytest.raises(pyalbis.AlbisError, match="LocalFileSystem cannot create"):
        pyalbis.write(TABLE, (tmp_path / "t").as_uri(), storage_options={"auto_mkdir": True})
    assert list(tmp_path.iterdir()) == []
    pyalbis.write(TABLE, "ignoring://one.albis")
    assert pyalbis.open("ignoring://one.albis").to_table().equals(TABLE)


class Hdfs(ArrowFSWrapper):  # type: ignore[misc]
    """The class of fsspec for HDFS, over local files."""

    protocol = "hdfs"

    def __init__(self) -> None:
        super().__init__(pa.fs.LocalFileSystem())


def test_hdfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are read by few requests, and cannot be written."""
    columns = {f"c{i}": pa.array(range(8_000)) for i in range(6)}  # of 64,000 bytes each
    pyalbis.write(pa.table(columns), tmp_path / "t")
    fsspec.register_implementation("hdfs", Hdfs, clobber=True)
    uri = f"hdfs://localhost{tmp_path}/t"
    table = pyalbis.open(uri)
    requests: list[tuple[int, int]] = []
    original = Hdfs.cat_file

    def cat_file(self: Any, path: str, start: Any = None, end: Any = None, **options: Any) -> Any:
        if "/data/" in path:
            requests.append((start, end))
        return original(self, path, start, end, **options)

    monkeypatch.setattr(Hdfs, "cat_file", cat_file)
    assert table.to_table().equals(pa.table(columns))
    assert len(requests) == 1
    requests.clear()
    assert table.to_table(["c0", "c2", "c5"]).num_rows == 8_000
    assert len(requests) == 2  # the gap behind c2 is longer than 100,000 bytes
    assert [gap_of(each) for each in (Hdfs(), s3fs.S3FileSystem(), MemoryFileSystem())] == [100_000, 1_000_000, 32_000]
    with pytest.raises(pyalbis.AlbisError, match="Hdfs cannot create a file only if it does not exist"):
        pyalbis.write(TABLE, uri, mode="append")
    pyalbis.write(TABLE, f"hdfs://localhost{tmp_path}/one.albis")
    assert pyalbis.open(tmp_path / "one.albis").to_table().equals(TABLE)


@pytest.mark.parametrize("error", [FileExistsError, TimeoutError])
def test_a_commit_whose_answer_is_lost(monkeypatch: pytest.MonkeyPatch, error: type[OSError]) -> None:
    """It is known to have taken place, and not repeated."""
    uri = f"memory://{uuid.uuid4()}/t"
    pyalbis.write(TABLE, uri)
    original = MemoryFileSystem.pipe_file

    def pipe_file(self: Any, path: str, value: bytes, mode: str = "overwrite", **_: Any) -> None:
        original(self, path, value, mode=mode)
        raise error("lost")

    monkeypatch.setattr(MemoryFileSystem, "pipe_file", pipe_file)
    assert pyalbis.write(TABLE, uri, mode="append") == 2
    monkeypatch.undo()
    assert pyalbis.open(uri).num_rows == 2_000


def test_a_commit_that_nobody_knows_of(monkeypatch: pytest.MonkeyPatch) -> None:
    uri = f"memory://{uuid.uuid4()}/t"
    pyalbis.write(TABLE, uri)

    def pipe_file(self: Any, path: str, value: bytes, mode: str = "overwrite", **_: Any) -> None:
        raise TimeoutError("no answer")

    monkeypatch.setattr(MemoryFileSystem, "pipe_file", pipe_file)
    with pytest.raises(pyalbis.CommitStateUnknownError, match="no answer"):
        pyalbis.write(TABLE, uri, mode="append")
    assert pyalbis.open(uri).num_rows == 1_000


def test_errors_of_reads_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    uri = f"memory://{uuid.uuid4()}/t"
    pyalbis.write(TABLE, uri)
    table = pyalbis.open(uri)
    monkeypatch.setattr(MemoryFileSystem, "cat_ranges", lambda *_, **__: [b""] * 10)
    with pytest.raises(OSError, match=r"0 bytes from offset \d+ on \(expected \d+\)"):
        table.to_table()


# ------------------------------------------------------------------ Google Cloud Storage


@pytest.fixture
def gcs(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[GcsServer, dict[str, Any]]]:
    monkeypatch.setenv("GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT", "false")  # which would ask another service
    server = GcsServer()
    yield server, {"token": "anon", "endpoint_url": server.start()}
    server.stop()


def test_gcs(gcs: tuple[GcsServer, dict[str, Any]]) -> None:
    server, options = gcs
    uri = f"gs://bucket/{uuid.uuid4()}/t"
    assert pyalbis.write(TABLE, uri, storage_options=options) == 1
    assert pyalbis.write(TABLE, uri, storage_options=options, mode="append") == 2
    server.reads.clear()
    table = pyalbis.open(uri, storage_options=options)
    assert len(server.reads) == 1  # the snapshot
    assert table.to_table().equals(pa.concat_tables([TABLE, TABLE]))
    assert len(server.reads) == 1 + 2 * 2  # of each commit the manifest, and the only row group
    with pytest.raises(FileExistsError):
        pyalbis.write(TABLE, uri, storage_options=options)
    check_appends(f"gs://bucket/{uuid.uuid4()}/t", options)
    check_files(
        f"gs://bucket/{uuid.uuid4()}", options, lambda: [name for _, name in server.objects if "failing" in name]
    )
