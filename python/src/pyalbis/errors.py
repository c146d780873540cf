# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The exceptions of this package. All of them are subclasses of `AlbisError`."""

from __future__ import annotations


class AlbisError(Exception):
    """Base class of all errors that this package raises on purpose."""


class CorruptFileError(AlbisError):
    """A file violates the specification.

    Attributes:
        file: name of the file
        offset: where in the file, in bytes, or None if no place in particular is wrong
        expected: the expected value, or None
        found: the value found, or None
    """

    def __init__(
        self,
        file: str,
        offset: int | None,
        message: str,
        expected: object = None,
        found: object = None,
    ) -> None:
        place = "" if offset is None else f" at offset {offset}"
        values = "" if expected is None and found is None else f" (expected {expected}, found {found})"
        super().__init__(f"Invalid {message} in {file}{place}{values}")
        self.file, self.offset, self.expected, self.found = file, offset, expected, found


class UnsupportedFormatError(AlbisError):
    """A file has a version or a feature that this reader does not know.

    Attributes:
        file: name of the file
        offset: where in the file, in bytes
    """

    def __init__(self, file: str, offset: int, message: str) -> None:
        super().__init__(f"Cannot read {file}: {message}")
        self.file, self.offset = file, offset


class NotATableError(AlbisError, FileNotFoundError):
    """There is neither a table nor a file at a location."""

    def __init__(self, file: str) -> None:
        super().__init__(f"Cannot open {file}: it is not a file, and it has no snapshots")
        self.file = file


class SnapshotExpiredError(AlbisError):
    """The snapshot of a table has expired, so that its files may be missing."""

    def __init__(self, file: str, snapshot: int, why: str = "") -> None:
        super().__init__(f"Cannot read {file}: {why or f'snapshot {snapshot} has expired or never existed'}")
        self.file, self.snapshot = file, snapshot


class SnapshotNotFoundError(AlbisError, LookupError):
    """The table has no such snapshot or tag."""


class UnsupportedTypeError(AlbisError, TypeError):
    """An Arrow type or value cannot be represented in the format."""


class CommitConflictError(AlbisError):
    """Another writer has changed the table in a way that conflicts with this commit."""


class CommitStateUnknownError(AlbisError):
    """It is unknown whether a commit took place, because storage failed while it was published."""
