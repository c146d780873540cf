# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads and writes tables and files of the Albis format with Apache Arrow.

table = pyalbis.open("sales")
table.scan(columns=["price"], filter=pc.field("id") < 1000).to_table()
"""

from pyalbis._dataset import Dataset, File, SnapshotInfo, Table, open
from pyalbis._scan import Scan
from pyalbis._stats import ColumnStatistics
from pyalbis._version import __version__
from pyalbis._write import write
from pyalbis.errors import (
    AlbisError,
    CommitConflictError,
    CommitStateUnknownError,
    CorruptFileError,
    NotATableError,
    SnapshotExpiredError,
    SnapshotNotFoundError,
    UnsupportedFormatError,
    UnsupportedTypeError,
)

__all__ = [
    "AlbisError",
    "ColumnStatistics",
    "CommitConflictError",
    "CommitStateUnknownError",
    "CorruptFileError",
    "Dataset",
    "File",
    "NotATableError",
    "Scan",
    "SnapshotExpiredError",
    "SnapshotInfo",
    "SnapshotNotFoundError",
    "Table",
    "UnsupportedFormatError",
    "UnsupportedTypeError",
    "__version__",
    "open",
    "write",
]
