# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Storage in the file systems of fsspec."""

from __future__ import annotations

import contextlib
import inspect
import posixpath
import threading
from collections.abc import Iterable
from concurrent.futures import Executor
from typing import Any

import pyarrow as pa
from fsspec.implementations.arrow import ArrowFSWrapper

from pyalbis._io import HDFS_GAP, LOCAL_GAP, OBJECT_STORE_GAP, Blob, Range, Request, divided, joined
from pyalbis.errors import AlbisError, CommitStateUnknownError

# The file systems that can create a complete file exclusively, by the names of their classes. Others ignore
# `mode="create"`, or look first and write then, so that two writers would overwrite each other's snapshots.
_MEMORY = "fsspec.implementations.memory.MemoryFileSystem"
EXCLUSIVE = {_MEMORY, "s3fs.core.S3FileSystem", "gcsfs.core.GCSFileSystem"}
_memory_lock = threading.Lock()  # that file system looks first, too, but within this process


class FsspecBlob:
    """A file of an fsspec file system. Requests go over gaps that cost less than another request."""

    mapped = False
    verified = None

    def __init__(self, system: Any, path: str) -> None:
        self._system, self._path = system, path
        self.size = int(system.size(path))
        self._gap = gap_of(system)

    def read(self, offset: int, length: int) -> pa.Buffer:
        return self.read_many([(offset, length)])[0]

    def read_many(self, ranges: list[Range], executor: Executor | None = None) -> list[pa.Buffer]:
        requests = joined(ranges, self._gap)
        return divided(self._path, requests, self._answers(requests, executor), len(ranges))

    def _answers(self, requests: list[Request], executor: Executor | None) -> Iterable[bytes]:
        if isinstance(self._system, ArrowFSWrapper):  # such as HDFS: those of Arrow can be used by several threads
            return (map if executor is None else executor.map)(self._answer, requests)
        if not requests:
            return []
        starts, ends = [one.start for one in requests], [one.end for one in requests]
        found: Iterable[bytes] = self._system.cat_ranges([self._path] * len(requests), starts, ends, on_error="raise")
        return found

    def _answer(self, request: Request) -> bytes:
        # By default the file would be opened as a stream if the range starts at 0.
        return bytes(self._system.cat_file(self._path, request.start, request.end, seekable=True))


def gap_of(system: Any) -> int:
    """The longest gap between two ranges that is read in one request."""
    protocols = {system.protocol} if isinstance(system.protocol, str) else set(system.protocol)
    if protocols & {"file", "local", "memory"}:
        return LOCAL_GAP
    return HDFS_GAP if protocols & {"hdfs", "arrow_hdfs", "webhdfs"} else OBJECT_STORE_GAP


class FsspecStorage:
    """Files below a directory of an fsspec file system."""

    def __init__(self, system: Any, root: str) -> None:
        self._system, self.root = system, root.rstrip("/")

    def parent(self) -> tuple[FsspecStorage, str]:
        directory, name = posixpath.split(self.root)
        return FsspecStorage(self._system, directory), name

    def name(self, path: str) -> str:
        return f"{self.root}/{path}" if path else self.root

    def open(self, path: str) -> Blob:
        return FsspecBlob(self._system, self.name(path))

    def is_file(self, path: str) -> bool:
        return bool(self._system.isfile(self.name(path)))

    def names(self, directory: str) -> list[str]:
        try:
            found = self._system.ls(self.name(directory), detail=False, refresh=True)
        except (FileNotFoundError, NotADirectoryError):
            return []
        return [posixpath.basename(each.rstrip("/")) for each in found]

    @contextlib.contextmanager
    def create(self, path: str, replace: bool = False) -> Any:
        """An object becomes visible when it is complete; what is left of others is removed."""
        name = self.name(path)
        if not replace and self._system.exists(name):
            raise FileExistsError(f"Cannot create {name}: it exists")
        self._system.makedirs(posixpath.dirname(name), exist_ok=True)
        file = self._system.open(name, "wb")
        try:
            yield file
        except BaseException:
            _discard(file)
            if not replace:
                self.remove(path)
            raise
        file.close()

    def require_commits(self) -> None:
        kinds = {f"{kind.__module__}.{kind.__qualname__}" for kind in type(self._system).__mro__}
        function = getattr(type(self._system), "_pipe_file", type(self._system).pipe_file)
        if not kinds & EXCLUSIVE or "mode" not in inspect.signature(function).parameters:
            raise AlbisError(
                f"Cannot write a table to {self.root}: {type(self._system).__name__} cannot create a file only if it "
                "does not exist, in one step (expected local files, S3, Google Cloud Storage, or memory)"
            )

    def publish(self, path: str, data: bytes) -> None:
        name = self.name(path)
        self._system.makedirs(posixpath.dirname(name), exist_ok=True)
        try:
            with _memory_lock if self._system.protocol == "memory" else contextlib.nullcontext():
                self._system.pipe_file(name, data, mode="create")
        except Exception as error:  # file systems have errors of their own, which are not all of `OSError`
            # A request may have been repeated after it had succeeded, and other errors may leave that open.
            found = self._content(name, error)
            if found == data:
                return
            if found is not None:
                raise FileExistsError(f"Cannot create {name}: it exists") from error
            raise CommitStateUnknownError(f"Failed to publish {name}: {error}") from error

    def _content(self, name: str, reason: Exception) -> bytes | None:
        """The content of a file, or None if there is none."""
        try:
            self._system.invalidate_cache()
            return bytes(self._system.cat_file(name))
        except FileNotFoundError:
            return None
        except Exception:
            raise CommitStateUnknownError(f"Failed to publish {name}: {reason}") from reason

    def remove(self, path: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._system.rm_file(self.name(path))


def _discard(file: Any) -> None:
    """Closes a file without making it visible, where the file system can."""
    from fsspec.spec import AbstractBufferedFile

    if isinstance(file, AbstractBufferedFile):
        file.discard()
        file.closed = True
    else:
        file.close()
