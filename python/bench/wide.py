# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures opening a table of many columns, and reading few of them, warm.

python bench/wide.py [--columns 14000] [--rows 100] [--read 10] [--directory DIR] [--runs 7]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).parent))
from store_sales import best, report

import pyalbis


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures opening a table of many columns")
    parser.add_argument("--columns", type=int, default=14_000)
    parser.add_argument("--rows", type=int, default=100)
    parser.add_argument("--read", type=int, default=10, help="the number of columns that are read")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--directory", help="where temporary files are written")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {options.columns} columns, {options.rows} rows")
    with tempfile.TemporaryDirectory(dir=options.directory) as name:
        table, file, parquet = (Path(name) / each for each in ("t", "t.albis", "t.parquet"))
        values = pa.array(range(options.rows))
        data = pa.table({f"column_{i}": values for i in range(options.columns)})
        pyalbis.write(data, table)
        pyalbis.write(data, file)
        pq.write_table(data, parquet)
        wanted = [f"column_{i}" for i in range(0, options.columns, max(1, options.columns // options.read))]
        del data
        pa.set_cpu_count(1)
        for what, task in {
            "open": {
                "Parquet": lambda: pq.ParquetFile(parquet).metadata.num_rows,
                "Albis table": lambda: pyalbis.open(table).num_rows,
                "Albis file": lambda: pyalbis.open(file).num_rows,
            },
            f"open, read {len(wanted)} columns": {
                "Parquet": lambda: pq.ParquetFile(parquet).read(wanted, use_threads=False).num_columns,
                "Albis table": lambda: pyalbis.open(table).to_table(wanted).num_columns,
                "Albis file": lambda: pyalbis.open(file).to_table(wanted).num_columns,
            },
            "open, all columns of the schema": {
                "Parquet": lambda: len(pq.ParquetFile(parquet).schema_arrow),
                "Albis table": lambda: len(pyalbis.open(table).schema),
                "Albis file": lambda: len(pyalbis.open(file).schema),
            },
        }.items():
            report(what, options.rows, best(options.runs, task))


if __name__ == "__main__":
    main()
