# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures reading store_sales of TPC-DS, or data like it, warm.

    python bench/store_sales.py [--rows 2880404] [--table TABLE --parquet FILES] [--directory DIR] [--runs 7]

- on one thread the sum of all columns by pyarrow's kernels: Albis against a mapped Arrow IPC file, and Parquet
- queries of DuckDB, on one thread and on all: Albis through the Arrow stream and as a dataset, against Parquet

Reports the best of the runs, in which the formats take turns.
"""

from __future__ import annotations

import argparse
import glob
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import pyalbis

KEYS = [
    *("sold_date_sk", "sold_time_sk", "item_sk", "customer_sk", "cdemo_sk", "hdemo_sk", "addr_sk", "store_sk"),
    *("promo_sk", "quantity"),
]
MONEY = [
    *("wholesale_cost", "list_price", "sales_price", "ext_discount_amt", "ext_sales_price", "ext_wholesale_cost"),
    *("ext_list_price", "ext_tax", "coupon_amt", "net_paid", "net_paid_inc_tax", "net_profit"),
]
QUERIES = {
    "sum of all columns": "",
    "max of 3 columns": "SELECT max(ss_net_paid), max(ss_quantity), max(ss_net_profit) FROM sales",
    "sum of 3 columns": "SELECT sum(ss_net_paid), sum(ss_quantity), sum(ss_net_profit) FROM sales",
    "filter and sum": "SELECT sum(ss_ext_sales_price) FROM sales WHERE ss_quantity BETWEEN 10 AND 20",
    "group by": "SELECT ss_store_sk, sum(ss_net_paid) FROM sales GROUP BY ss_store_sk ORDER BY 1",
}
COLUMNS = {
    "max of 3 columns": ["ss_net_paid", "ss_quantity", "ss_net_profit"],
    "sum of 3 columns": ["ss_net_paid", "ss_quantity", "ss_net_profit"],
    "filter and sum": ["ss_ext_sales_price", "ss_quantity"],
    "group by": ["ss_store_sk", "ss_net_paid"],
}
MAPPED = "Arrow IPC, mapped"
CLOCK = time.perf_counter


def sales(rows: int) -> pa.Table:
    """Integers and doubles with 4.5 % nulls, as store_sales has them."""
    generator = np.random.default_rng(1)
    columns = {}
    for i, name in enumerate(KEYS):
        values = generator.integers(1, 100 if name == "quantity" else 10 ** (1 + i % 6), rows, np.int32)
        columns["ss_" + name] = pa.array(values, mask=generator.random(rows) < 0.045)
    columns["ss_ticket_number"] = pa.array(np.arange(rows) // 12)
    for name in MONEY:
        values = generator.integers(0, 2_000_000, rows) / 100
        columns["ss_" + name] = pa.array(values, mask=generator.random(rows) < 0.045)
    return pa.table(columns)


def best(runs: int, tasks: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The least time of each task in seconds; the first round does not count."""
    times: dict[str, float] = {}
    results = {name: str(task()) for name, task in tasks.items()}
    if len(set(results.values())) != 1:
        sys.exit(f"Results differ: {results}")
    for _ in range(runs):
        for name, task in tasks.items():
            start = CLOCK()
            task()
            times[name] = min(times.get(name, 1e9), CLOCK() - start)
    return times


def report(what: str, rows: int, times: dict[str, float]) -> None:
    reference = next(iter(times.values()))
    for name, seconds in times.items():
        each = f"{seconds * 1e3:9.1f} ms {seconds / rows * 1e9:8.1f} ns/row {seconds / reference:6.2f}x"
        print(f"{what:36} {name:22} {each}", flush=True)


def column_sum(column: pa.ChunkedArray | pa.Array) -> Any:
    """The sum of a column. Decimals of 4 and 8 bytes, for which pyarrow has no sum, are converted."""
    kind = column.type
    if pa.types.is_decimal32(kind) or pa.types.is_decimal64(kind):
        column = column.cast(pa.decimal128(kind.precision, kind.scale))
    return pc.sum(column).as_py()


def column_sums(data: pa.Table | Iterable[pa.RecordBatch]) -> list[int]:
    """The sums of all columns of a table, or of batches, rounded as sums of doubles depend on the order."""
    if isinstance(data, pa.Table):
        found = [column_sum(column) for column in data.columns]
    else:
        found = [sum(parts) for parts in zip(*([column_sum(column) for column in one.columns] for one in data))]
    return [round(each, -3) if isinstance(each, float) else int(each) for each in found]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures reading a table like store_sales")
    parser.add_argument("--rows", type=int, default=2_880_404, help="of the data that is made")
    parser.add_argument("--table", help="a table of Albis to read instead")
    parser.add_argument("--parquet", help="its rows as Parquet: a file, or a pattern of files")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--directory", help="where temporary files are written")
    parser.add_argument("--cpu", action="store_true", help="CPU time, for when other programs run at the same time")
    options = parser.parse_args()
    if (options.table is None) != (options.parquet is None):
        parser.error("--table needs --parquet")
    if options.cpu:
        global CLOCK
        CLOCK = time.process_time
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors, pyarrow {pa.__version__}, ", end="")
    print(f"DuckDB {duckdb.__version__}")
    with tempfile.TemporaryDirectory(dir=options.directory) as name:
        directory = Path(name)
        if options.table is not None:
            run(directory, options.table, options.parquet, options.runs)
            return
        table = sales(options.rows)
        pyalbis.write(table, directory / "columns")
        pyalbis.write(table, directory / "rows", column_groups="all")
        pq.write_table(table, directory / "sales.parquet")
        del table
        run(directory, str(directory / "columns"), str(directory / "sales.parquet"), options.runs)


def run(directory: Path, path: str, parquet: str, runs: int) -> None:
    ratios: dict[str, float] = {}
    for decimals in ("decimal128", "native"):
        table = pyalbis.open(path, decimals=decimals).to_table()
        if decimals == "native" and not any(
            pa.types.is_decimal32(f.type) or pa.types.is_decimal64(f.type) for f in table.schema
        ):
            continue
        rows = len(table)
        with pa.ipc.new_file(directory / decimals, table.schema) as writer:
            writer.write_table(table, max_chunksize=128 * 1024)
        del table
        pa.set_cpu_count(1)
        times = sums(directory, path, parquet, decimals, runs)
        report(f"sum of all, {decimals}", rows, times)
        ratios |= {
            f"sum of all, {decimals}: {name} / {MAPPED}": seconds / times[MAPPED]
            for name, seconds in times.items()
            if "Albis" in name
        }
    for threads in sorted({1, os.cpu_count() or 1}):
        pa.set_cpu_count(threads)
        ratios |= duck(path, parquet, rows, threads, runs)
    print("\nRatios")
    for name, ratio in ratios.items():
        print(f"{name:72} {ratio:6.2f}")


def sums(directory: Path, path: str, parquet: str, decimals: str, runs: int) -> dict[str, float]:
    opened = pyalbis.open(path, decimals=decimals)

    def ipc() -> pa.Table:
        with pa.memory_map(str(directory / decimals)) as file:
            return pa.ipc.open_file(file).read_all()

    tasks: dict[str, Callable[[], object]] = {
        MAPPED: lambda: column_sums(ipc()),
        "Albis": lambda: column_sums(opened.to_table()),
        "Albis, batches": lambda: column_sums(opened.scan().to_batches()),
        "Albis, opened again": lambda: column_sums(pyalbis.open(path, decimals=decimals).to_table()),
    }
    if (directory / "rows").exists():
        tasks["Albis, rows"] = lambda: column_sums(pyalbis.open(directory / "rows").to_table())
    if decimals == "decimal128":
        tasks["Parquet"] = lambda: column_sums(pq.read_table(glob.glob(parquet), use_threads=False))
    return best(runs, tasks)


def duck(path: str, parquet: str, rows: int, threads: int, runs: int) -> dict[str, float]:
    """Queries over Albis, Parquet, and a table of DuckDB in memory, which shows how much of a query is the scan."""
    connection = duckdb.connect(config={"threads": threads})
    dataset = pyalbis.open(path, decimals="native")
    whole = dataset.to_pyarrow_dataset()
    memory = dataset.to_table()
    connection.execute("CREATE TABLE memory AS SELECT * FROM memory")
    del memory
    ratios: dict[str, float] = {}
    for what, template in QUERIES.items():
        columns = COLUMNS.get(what, dataset.schema.names)
        query = template or f"SELECT {', '.join(f'sum({name})' for name in columns)} FROM sales"
        scan = dataset.scan(columns)

        def result(source: str, registered: object = None, query: str = query) -> object:
            if registered is not None:
                connection.register("sales", registered)
            return rounded(connection.execute(query.replace("FROM sales", f"FROM {source}")).fetchall())

        tasks = {
            "Parquet": lambda result=result: result(f"read_parquet('{parquet}')"),
            "DuckDB, in memory": lambda result=result: result("memory"),
            "Albis stream": lambda result=result, scan=scan: result("sales", scan),
            "Albis dataset": lambda result=result: result("sales", whole),
        }
        times = best(runs, tasks)
        name = f"DuckDB, threads {threads}: {what}"
        report(name, rows, times)
        ratios |= {f"{name}: Parquet / {each}": times["Parquet"] / times[each] for each in times if each != "Parquet"}
    return ratios


def rounded(result: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Sums of doubles depend on the order of addition."""
    return [tuple(round(v, -2) if isinstance(v, float) else v for v in row) for row in result]


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
