# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Commits that are interrupted: the files of a snapshot that may have been published are kept, others are removed."""

from __future__ import annotations

import errno
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from fsspec.implementations.memory import MemoryFileSystem
from test_random import problems

import pyalbis
from pyalbis import _io

ONE = pa.table({"a": [1, 2]})
MODES = ["create", "append", "overwrite"]
LINK = os.link


class Alarm(Exception):
    """What a program may raise when a signal arrives."""


def prepared(path: Path, mode: str) -> list[Path]:
    """The files of the table before a write in a mode."""
    if mode != "create":
        pyalbis.write(ONE, path)
    return files(path)


def files(path: Path) -> list[Path]:
    return sorted(each for each in path.rglob("*") if each.is_file())


def fail_links(monkeypatch: pytest.MonkeyPatch, error: BaseException, what: str, made: bool) -> None:
    """Lets links end with an error if the name contains a text. `made`: after the link was made."""

    def link(old: str, new: str) -> None:
        if what not in new or made:
            LINK(old, new)
        if what in new:
            raise error

    monkeypatch.setattr(os, "link", link)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("step", "error"),
    [
        ("link", KeyboardInterrupt()),
        ("link", SystemExit()),
        ("link", Alarm()),
        ("flush", KeyboardInterrupt()),
        ("flush", Alarm()),
        ("flush", OSError(errno.EIO, "broken")),
        ("flush", OSError(errno.ENOSPC, "full")),
    ],
)
def test_interrupts_after_publication(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, step: str, error: BaseException
) -> None:
    prepared(tmp_path / "t", mode)
    if step == "link":
        fail_links(monkeypatch, error, "/snapshot-", made=True)
    else:
        original = _io.sync_directory

        def sync_directory(path: str) -> None:
            original(path)
            if path.rsplit("/", 2)[-2] == "snapshots":
                raise error

        monkeypatch.setattr(_io, "sync_directory", sync_directory)
    expected = pyalbis.CommitStateUnknownError if isinstance(error, Exception) else type(error)
    with pytest.raises(expected):
        pyalbis.write(ONE, tmp_path / "t", mode=mode)
    monkeypatch.undo()
    assert pyalbis.open(tmp_path / "t").num_rows == (4 if mode == "append" else 2)
    assert problems(tmp_path / "t") == []
    assert not [each for each in files(tmp_path) if each.name.startswith(".")]


def test_an_interrupt_after_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyalbis.write(ONE, tmp_path / "t")
    original = _io.LocalStorage.publish

    def publish(self: Any, path: str, data: bytes) -> None:
        original(self, path, data)
        raise KeyboardInterrupt

    monkeypatch.setattr(_io.LocalStorage, "publish", publish)
    with pytest.raises(KeyboardInterrupt):
        pyalbis.write(ONE, tmp_path / "t", mode="append")
    assert pyalbis.open(tmp_path / "t").to_table().num_rows == 4


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("code", [errno.EIO, errno.ETIMEDOUT, errno.EEXIST])
def test_links_whose_answer_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, code: int) -> None:
    """They are known to have been made, those of data files, too."""
    prepared(tmp_path / "t", mode)
    fail_links(monkeypatch, OSError(code, "lost"), "", made=True)
    assert pyalbis.write(ONE, tmp_path / "t", mode=mode) == (1 if mode == "create" else 2)
    assert pyalbis.open(tmp_path / "t").num_rows == (4 if mode == "append" else 2)
    assert problems(tmp_path / "t") == []


@pytest.mark.parametrize("code", [errno.EIO, errno.ETIMEDOUT, errno.ESTALE])
def test_links_that_may_yet_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    before = prepared(tmp_path / "t", "append")
    fail_links(monkeypatch, OSError(code, "lost"), "/snapshot-", made=False)
    with pytest.raises(pyalbis.CommitStateUnknownError, match="lost"):
        pyalbis.write(ONE, tmp_path / "t", mode="append")
    assert len(files(tmp_path / "t")) == len(before) + 2  # a data file and a manifest


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("what", ["/snapshot-", "/manifest-", "/data/"])
def test_links_that_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, what: str) -> None:
    before = prepared(tmp_path / "t", mode)
    fail_links(monkeypatch, OSError(errno.EPERM, "no links"), what, made=False)
    with pytest.raises(PermissionError, match="no links"):
        pyalbis.write(ONE, tmp_path / "t", mode=mode)
    assert files(tmp_path / "t") == before


def test_errors_before_publication(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = prepared(tmp_path / "t", "append")
    original = _io.sync_directory

    def sync_directory(path: str) -> None:
        if path.endswith("/snapshots"):
            raise OSError(errno.EIO, "broken")
        original(path)

    monkeypatch.setattr(_io, "sync_directory", sync_directory)
    with pytest.raises(OSError, match="broken"):
        pyalbis.write(ONE, tmp_path / "t", mode="append")
    assert files(tmp_path / "t") == before


def test_an_interrupt_before_the_commit(tmp_path: Path) -> None:
    before = prepared(tmp_path / "t", "append")

    def batches() -> Iterator[pa.RecordBatch]:
        yield from ONE.to_batches()
        raise KeyboardInterrupt

    reader = pa.RecordBatchReader.from_batches(ONE.schema, batches())
    with pytest.raises(KeyboardInterrupt):
        pyalbis.write(reader, tmp_path / "t", mode="append", row_group_size=1)
    assert files(tmp_path / "t") == before


@pytest.mark.parametrize("made", [True, False])
def test_interrupts_of_requests(monkeypatch: pytest.MonkeyPatch, made: bool) -> None:
    """An object store may carry out a request after its caller has stopped waiting."""
    uri = f"memory://{uuid.uuid4()}/t"
    pyalbis.write(ONE, uri)
    original = MemoryFileSystem.pipe_file
    waiting: list[Any] = []

    def pipe_file(self: Any, path: str, value: bytes, mode: str = "overwrite", **_: Any) -> None:
        waiting.append(lambda: original(self, path, value, mode=mode))
        if made:
            waiting.pop()()
        raise KeyboardInterrupt

    monkeypatch.setattr(MemoryFileSystem, "pipe_file", pipe_file)
    with pytest.raises(KeyboardInterrupt):
        pyalbis.write(ONE, uri, mode="append")
    monkeypatch.undo()
    for each in waiting:
        each()
    assert pyalbis.open(uri).to_table().num_rows == 4
