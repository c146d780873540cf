# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""A program that a type checker accepts with the installed package; it is not run."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pyalbis


def use(path: Path) -> tuple[int, list[str], str]:
    dataset: pyalbis.Dataset = pyalbis.open(path, snapshot="tag", memory_map=False, storage_options={"key": "k"})
    scan: pyalbis.Scan = dataset.scan(["a", "b.c"], [("a", ">", 1)], batch_size=100)
    rows: int = sum(len(batch) for batch in scan.to_batches())
    statistics: dict[str, pyalbis.ColumnStatistics] | None = dataset.statistics
    names: list[str] = [] if statistics is None else [name for name, one in statistics.items() if one.null_count == 0]
    if isinstance(dataset, pyalbis.Table):
        older: pyalbis.Table = dataset.at(datetime.now())
        names += [one.operation for one in older.snapshots()]
        rows += older.scan(snapshot=3).count_rows()
    number: int | None = pyalbis.write(scan, path, column_groups=[["a", "b"]], partition_by=["day(c)"], mode="append")
    try:
        pyalbis.open(str(path))
    except pyalbis.CorruptFileError as error:
        return rows, names, f"{error.file} {error.offset}"
    return rows, names, str(number)
