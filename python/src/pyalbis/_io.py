# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The contract of storage, requests for ranges of files, and storage in local files."""

from __future__ import annotations

import contextlib
import errno
import os
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

import pyarrow as pa

from pyalbis.errors import CommitStateUnknownError

Range = tuple[int, int]  # offset and length


class Blob(Protocol):
    """An immutable file that can be read at any position, by several threads."""

    size: int
    mapped: bool

    @property
    def verified(self) -> set[tuple[int, int, int]] | None:
        """Offset, length and checksum of the ranges of a mapped file that have been verified."""

    def read(self, offset: int, length: int) -> pa.Buffer:
        """Reads a range that lies within the file."""

    def read_many(self, ranges: list[Range], executor: Executor | None = None) -> list[pa.Buffer]:
        """Reads ranges that lie within the file, neighbours by one request; several at a time with an executor."""


class Storage(Protocol):
    """A directory in which paths are resolved, or the one of a single file."""

    root: str

    def name(self, path: str) -> str:
        """The full name of a path, for errors."""

    def open(self, path: str) -> Blob:
        """Opens a file. Raises `FileNotFoundError`."""

    def parent(self) -> tuple[Storage, str]:
        """The storage of the directory that the root is in, and the name of the root there."""

    def is_file(self, path: str) -> bool: ...

    def names(self, directory: str) -> list[str]:
        """The names in a directory; empty if it does not exist."""

    def create(self, path: str, replace: bool = False) -> contextlib.AbstractContextManager[IO[bytes]]:
        """Creates a file, which is durable when the context ends without an exception, and else does not exist.

        `replace`: replaces one that exists, when the new one is complete. Otherwise raises `FileExistsError`.
        """

    def require_commits(self) -> None:
        """Raises `AlbisError` unless `publish` is atomic and exclusive."""

    def publish(self, path: str, data: bytes) -> None:
        """Makes a complete, durable file appear.

        Raises `FileExistsError` if it exists, and `CommitStateUnknownError` if it may have appeared. After another
        `OSError` it has not appeared.
        """

    def remove(self, path: str) -> None:
        """Removes a file if it exists."""


# The longest gap between two ranges, in bytes, that costs less to read than another request.
LOCAL_GAP, HDFS_GAP, OBJECT_STORE_GAP = 32_000, 100_000, 1_000_000
MOST = 4 << 20  # bytes of a request; longer ones are not faster


@dataclass
class Request:
    """A request, and the pieces in it: the position of their range in a list, start and end."""

    start: int
    end: int
    pieces: list[tuple[int, int, int]]


def joined(ranges: Iterable[Range], gap: int) -> list[Request]:
    """The requests for ranges: neighbours are joined, long ranges are divided, and empty ones left out."""
    requests: list[Request] = []
    for first, length, i in sorted((offset, length, i) for i, (offset, length) in enumerate(ranges)):
        for start in range(first, first + length, MOST):
            end = min(first + length, start + MOST)
            last = requests[-1] if requests else None
            if last is not None and 0 <= start - last.end <= gap and end - last.start <= MOST:
                last.pieces.append((i, start, end))
                last.end = end
            else:
                requests.append(Request(start, end, [(i, start, end)]))
    return requests


def divided(path: str, requests: Iterable[Request], answers: Iterable[bytes], count: int) -> list[pa.Buffer]:
    """The bytes of ranges of a file from the answers to their requests."""
    parts: list[list[pa.Buffer]] = [[] for _ in range(count)]
    for one, answer in zip(requests, answers):
        if len(answer) != one.end - one.start:
            found = f"{len(answer)} bytes from offset {one.start} on (expected {one.end - one.start})"
            raise OSError(f"Failed to read {path}: {found}")
        data = pa.py_buffer(answer)
        for i, start, end in one.pieces:
            parts[i].append(data.slice(start - one.start, end - start))
    return [each[0] if len(each) == 1 else pa.py_buffer(b"".join(each)) for each in parts]


# ------------------------------------------------------------------ local files


class MappedBlob:
    """A local file in mapped memory; reading is slicing."""

    mapped = True

    def __init__(self, path: str) -> None:
        before = os.stat(path)
        self.size = before.st_size
        self._data = pa.memory_map(path).read_buffer() if self.size else pa.py_buffer(b"")
        self.verified = _verified_of(before, os.stat(path))

    def read(self, offset: int, length: int) -> pa.Buffer:
        return self._data.slice(offset, length)

    def read_many(self, ranges: list[Range], executor: Executor | None = None) -> list[pa.Buffer]:
        return [self._data.slice(offset, length) for offset, length in ranges]


_verified: OrderedDict[tuple[int, int, int, int], set[tuple[int, int, int]]] = OrderedDict()
_verified_lock = threading.Lock()
MOST_VERIFIED = 200_000  # ranges of all files


def _verified_of(before: os.stat_result, after: os.stat_result) -> set[tuple[int, int, int]]:
    """What has been verified of a file, shared by all that map it in this process: offset, length, and checksum.

    A file that has just been written could change again without a change of its time.
    """
    key, same = ((each.st_dev, each.st_ino, each.st_size, each.st_mtime_ns) for each in (before, after))
    if key != same or abs(time.time_ns() - before.st_mtime_ns) < 2_000_000_000:
        return set()
    with _verified_lock:
        found = _verified.setdefault(key, set())
        _verified.move_to_end(key)
        while len(_verified) > 1_000 or sum(map(len, _verified.values())) > MOST_VERIFIED:
            _verified.popitem(last=False)
        return found


class LocalBlob:
    """A local file that is read into memory."""

    mapped = False
    verified = None

    def __init__(self, path: str) -> None:
        self._path, self._file = path, pa.OSFile(path)
        self.size = self._file.size()

    def read(self, offset: int, length: int) -> pa.Buffer:
        return self.read_many([(offset, length)])[0]

    def read_many(self, ranges: list[Range], executor: Executor | None = None) -> list[pa.Buffer]:
        requests = joined(ranges, LOCAL_GAP)
        answers = (map if executor is None else executor.map)(self._answer, requests)
        return divided(self._path, requests, answers, len(ranges))

    def _answer(self, request: Request) -> bytes:
        return bytes(self._file.read_at(request.end - request.start, request.start))


class LocalStorage:
    """Files below a local directory."""

    def __init__(self, root: str, memory_map: bool = True) -> None:
        self.root = root
        self._blob = MappedBlob if memory_map else LocalBlob

    def parent(self) -> tuple[Storage, str]:
        directory, name = os.path.split(self.root.rstrip("/"))
        return LocalStorage(directory or ".", self._blob is MappedBlob), name

    def name(self, path: str) -> str:
        return os.path.join(self.root, path) if path else self.root

    def open(self, path: str) -> Blob:
        return self._blob(self.name(path))

    def is_file(self, path: str) -> bool:
        return os.path.isfile(self.name(path))

    def names(self, directory: str) -> list[str]:
        try:
            return os.listdir(self.name(directory))
        except (FileNotFoundError, NotADirectoryError):
            return []

    @contextlib.contextmanager
    def create(self, path: str, replace: bool = False) -> Any:
        name = self.name(path)
        directory = os.path.dirname(name)
        os.makedirs(directory or ".", exist_ok=True)
        temporary = os.path.join(directory, f".{os.path.basename(name)[:100]}-{uuid.uuid4()}")
        try:
            with open(temporary, "xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if replace:
                os.replace(temporary, name)
            else:
                _link(temporary, name)
        finally:
            with contextlib.suppress(OSError):  # what is left of it is not part of the table
                os.unlink(temporary)
        sync_directory(directory)

    def require_commits(self) -> None:
        """Links are atomic and exclusive."""

    def publish(self, path: str, data: bytes) -> None:
        name = self.name(path)
        directory = os.path.dirname(name)
        os.makedirs(directory, exist_ok=True)
        for parent in list(Path(directory).parents)[:3]:
            sync_directory(str(parent))
        temporary = os.path.join(directory, f".{os.path.basename(name)}-{uuid.uuid4()}")
        try:
            with open(temporary, "xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            linked = False
            try:
                _link(temporary, name)
                linked = True
                sync_directory(directory)
            except Exception as error:  # also of a signal handler
                if not linked and getattr(error, "errno", None) in _REFUSED:
                    raise
                raise CommitStateUnknownError(f"Failed to publish {name}: {error}") from error
        finally:
            with contextlib.suppress(OSError):  # what is left of it is not part of the table
                os.unlink(temporary)

    def remove(self, path: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.name(path))


# The errors with which a link is refused. After others, such as EIO, a server may have made it, or may make it yet.
_REFUSED = {
    *(errno.EACCES, errno.EDQUOT, errno.EEXIST, errno.EINVAL, errno.ELOOP, errno.EMLINK, errno.ENAMETOOLONG),
    *(errno.ENOENT, errno.ENOSPC, errno.ENOSYS, errno.ENOTDIR, errno.EOPNOTSUPP, errno.EPERM, errno.EROFS, errno.EXDEV),
}


def _link(temporary: str, name: str) -> None:
    """Gives a file another name. NFS may repeat the request, or lose the answer to it, after the link was made."""
    try:
        os.link(temporary, name)
    except OSError:
        with contextlib.suppress(OSError):
            if os.path.samefile(temporary, name):
                return
        raise


def sync_directory(path: str) -> None:
    """Makes the names in a directory durable, where the system can."""
    if os.name != "posix":
        return
    descriptor = os.open(path or ".", os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
