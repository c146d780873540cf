# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Storage: local files, mapped or read, and the file systems of fsspec."""

from __future__ import annotations

import contextlib
import os
import posixpath
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any, Protocol
from urllib.parse import unquote, urlsplit

import pyarrow as pa

from albis.errors import AlbisError, CommitStateUnknownError

Range = tuple[int, int]  # offset and length


class Blob(Protocol):
    """An immutable file that can be read at any position, by several threads."""

    size: int
    mapped: bool

    def read(self, offset: int, length: int) -> pa.Buffer:
        """Reads a range that lies within the file."""

    def read_many(self, ranges: list[Range]) -> list[pa.Buffer]:
        """Reads ranges that lie within the file, neighbours by one request."""


class Storage(Protocol):
    """A directory in which paths are resolved, or the one of a single file."""

    root: str

    def name(self, path: str) -> str:
        """The full name of a path, for errors."""

    def open(self, path: str) -> Blob:
        """Opens a file. Raises `FileNotFoundError`."""

    def is_file(self, path: str) -> bool: ...

    def names(self, directory: str) -> list[str]:
        """The names in a directory; empty if it does not exist."""

    def create(self, path: str) -> contextlib.AbstractContextManager[IO[bytes]]:
        """Creates a file, which is durable when the context ends without an exception."""

    def publish(self, path: str, data: bytes) -> None:
        """Makes a complete, durable file appear. Raises `FileExistsError` if it exists."""

    def remove(self, path: str) -> None:
        """Removes a file if it exists."""


def joined(ranges: Iterable[Range], gap: int, most: int) -> list[tuple[int, int, list[int]]]:
    """Joins ranges to requests: offset, end, and the positions of the ranges in it."""
    requests: list[tuple[int, int, list[int]]] = []
    numbered = sorted((offset, length, i) for i, (offset, length) in enumerate(ranges))
    for offset, length, i in numbered:
        end = offset + length
        if requests:
            start, last, members = requests[-1]
            if offset <= last + gap and max(end, last) - start <= most:
                members.append(i)
                requests[-1] = (start, max(end, last), members)
                continue
        requests.append((offset, end, [i]))
    return requests


# ------------------------------------------------------------------ local files


class MappedBlob:
    """A local file in mapped memory; reading is slicing."""

    mapped = True

    def __init__(self, path: str) -> None:
        self.size = os.stat(path).st_size
        self._data = pa.memory_map(path).read_buffer() if self.size else pa.py_buffer(b"")

    def read(self, offset: int, length: int) -> pa.Buffer:
        return self._data.slice(offset, length)

    def read_many(self, ranges: list[Range]) -> list[pa.Buffer]:
        return [self._data.slice(offset, length) for offset, length in ranges]


class LocalBlob:
    """A local file that is read into memory."""

    mapped = False
    GAP, MOST = 64 << 10, 8 << 20

    def __init__(self, path: str) -> None:
        self._file = pa.OSFile(path)
        self.size = self._file.size()

    def read(self, offset: int, length: int) -> pa.Buffer:
        return self.read_many([(offset, length)])[0]

    def read_many(self, ranges: list[Range]) -> list[pa.Buffer]:
        found: list[Any] = [None] * len(ranges)
        for start, end, members in joined(ranges, self.GAP, self.MOST):
            data = pa.py_buffer(self._file.read_at(end - start, start))
            for i in members:
                found[i] = data.slice(ranges[i][0] - start, ranges[i][1])
        return found


class LocalStorage:
    """Files below a local directory."""

    def __init__(self, root: str, memory_map: bool = True) -> None:
        self.root = root
        self._blob = MappedBlob if memory_map else LocalBlob

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
    def create(self, path: str) -> Any:
        name = self.name(path)
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        try:
            with open(name, "xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            self.remove(path)
            raise
        sync_directory(os.path.dirname(name))

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
            os.link(temporary, name)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
        try:
            sync_directory(directory)
        except OSError as error:
            raise CommitStateUnknownError(f"Failed to flush {directory}: {error}") from error

    def remove(self, path: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.name(path))


def sync_directory(path: str) -> None:
    """Makes the names in a directory durable, where the system can."""
    if os.name != "posix":
        return
    descriptor = os.open(path or ".", os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# ------------------------------------------------------------------ fsspec


class FsspecBlob:
    """A file of an fsspec file system. Requests go over gaps that cost less than another request."""

    mapped = False
    GAP, MOST = 1 << 20, 16 << 20

    def __init__(self, system: Any, path: str) -> None:
        self._system, self._path = system, path
        self.size = int(system.size(path))

    def read(self, offset: int, length: int) -> pa.Buffer:
        return self.read_many([(offset, length)])[0]

    def read_many(self, ranges: list[Range]) -> list[pa.Buffer]:
        requests = joined(ranges, self.GAP, self.MOST)
        starts, ends = [r[0] for r in requests], [r[1] for r in requests]
        answers = self._system.cat_ranges([self._path] * len(requests), starts, ends)
        found: list[Any] = [None] * len(ranges)
        for (start, end, members), answer in zip(requests, answers):
            if len(answer) != end - start:
                raise EOFError(f"Failed to read {self._path}: it ends before offset {end}")
            data = pa.py_buffer(answer)
            for i in members:
                found[i] = data.slice(ranges[i][0] - start, ranges[i][1])
        return found


class FsspecStorage:
    """Files below a directory of an fsspec file system."""

    def __init__(self, system: Any, root: str) -> None:
        self._system, self.root = system, root.rstrip("/")

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
    def create(self, path: str) -> Any:
        name = self.name(path)
        self._system.makedirs(posixpath.dirname(name), exist_ok=True)
        with self._system.open(name, "wb") as file:
            yield file

    def publish(self, path: str, data: bytes) -> None:
        name = self.name(path)
        self._system.makedirs(posixpath.dirname(name), exist_ok=True)
        try:
            self._system.pipe_file(name, data, mode="create")
        except (FileExistsError, NotImplementedError, TypeError):
            raise
        except OSError as error:
            raise CommitStateUnknownError(f"Failed to publish {name}: {error}") from error

    def remove(self, path: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._system.rm_file(self.name(path))


def storage_of(
    uri: str | os.PathLike[str],
    memory_map: bool = True,
    storage_options: Mapping[str, Any] | None = None,
) -> Storage:
    """The storage of a URI or path, whose root is the URI or path itself."""
    text = os.fspath(uri)
    scheme = text.split("://", 1)[0] if "://" in text else ""
    if scheme == "" and text.startswith("file:"):
        return LocalStorage(unquote(urlsplit(text).path), memory_map)
    if scheme in ("", "file") and not storage_options:
        return LocalStorage(unquote(urlsplit(text).path) if scheme else text, memory_map)
    try:
        import fsspec
    except ImportError as error:
        raise AlbisError(f"Cannot open {text}: URIs need fsspec (pip install fsspec)") from error
    system, path = fsspec.core.url_to_fs(text, **(storage_options or {}))
    return FsspecStorage(system, path)
