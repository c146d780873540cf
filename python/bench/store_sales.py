# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures reading a table like TPC-DS store_sales, warm, on one thread.

    python bench/store_sales.py [--rows 2880404] [--directory DIR] [--runs 7]

- the sum of all columns by pyarrow's kernels: Albis against a mapped Arrow IPC file and Parquet
- queries of DuckDB: Albis through the Arrow stream and as a dataset, against Parquet

Reports the best of the runs, in which the formats take turns.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import albis

KEYS = [
    *("sold_date_sk", "sold_time_sk", "item_sk", "customer_sk", "cdemo_sk", "hdemo_sk", "addr_sk", "store_sk"),
    *("promo_sk", "quantity"),
]
MONEY = [
    *("wholesale_cost", "list_price", "sales_price", "ext_discount_amt", "ext_sales_price", "ext_wholesale_cost"),
    *("ext_list_price", "ext_tax", "coupon_amt", "net_paid", "net_paid_inc_tax", "net_profit"),
]
QUERIES = {
    "sum of 3 columns": "SELECT sum(ss_net_paid), sum(ss_quantity), sum(ss_net_profit) FROM sales",
    "filter and sum": "SELECT sum(ss_ext_sales_price) FROM sales WHERE ss_quantity BETWEEN 10 AND 20",
    "group by": "SELECT ss_store_sk, sum(ss_net_paid) FROM sales GROUP BY ss_store_sk ORDER BY 1",
}
COLUMNS = {
    "sum of 3 columns": ["ss_net_paid", "ss_quantity", "ss_net_profit"],
    "filter and sum": ["ss_ext_sales_price", "ss_quantity"],
    "group by": ["ss_store_sk", "ss_net_paid"],
}


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
        print(f"{what:26} {name:22} {each}")


def column_sums(table: pa.Table) -> list[object]:
    return [round(pc.sum(column).as_py(), -3) for column in table.columns]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures reading a table like store_sales")
    parser.add_argument("--rows", type=int, default=2_880_404)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--directory")
    parser.add_argument("--cpu", action="store_true", help="CPU time, for when other programs run at the same time")
    options = parser.parse_args()
    if options.cpu:
        global CLOCK
        CLOCK = time.process_time
    pa.set_cpu_count(1)
    with tempfile.TemporaryDirectory(dir=options.directory) as name:
        run(Path(name), options.rows, options.runs)


def run(directory: Path, rows: int, runs: int) -> None:
    table = sales(rows)
    arrow, parquet = directory / "sales.arrow", directory / "sales.parquet"
    albis.write(table, directory / "columns")
    albis.write(table, directory / "rows", column_groups="all")
    with pa.ipc.new_file(arrow, table.schema) as writer:
        writer.write_table(table, max_chunksize=128 * 1024)
    pq.write_table(table, parquet)
    del table

    def ipc() -> pa.Table:
        with pa.memory_map(str(arrow)) as file:
            return pa.ipc.open_file(file).read_all()

    opened = albis.open(directory / "columns")
    tasks: dict[str, Callable[[], object]] = {
        "Arrow IPC, mapped": lambda: column_sums(ipc()),
        "Albis columns": lambda: column_sums(opened.to_table()),
        "Albis columns, opened": lambda: column_sums(albis.open(directory / "columns").to_table()),
        "Albis rows": lambda: column_sums(albis.open(directory / "rows").to_table()),
        "Parquet": lambda: column_sums(pq.read_table(parquet, use_threads=False)),
    }
    times = best(runs, tasks)
    report("sum of all", rows, times)
    mapped = times["Arrow IPC, mapped"]
    ratios = {f"{name} / Arrow IPC, mapped": seconds / mapped for name, seconds in times.items() if "Albis" in name}
    ratios |= duck(directory, parquet, rows, runs)
    print("\nRatios")
    for name, ratio in ratios.items():
        print(f"{name:60} {ratio:6.2f}")


def duck(directory: Path, parquet: Path, rows: int, runs: int) -> dict[str, float]:
    import duckdb

    connection = duckdb.connect(config={"threads": 1})
    dataset = albis.open(directory / "columns")
    whole = dataset.to_pyarrow_dataset()
    ratios: dict[str, float] = {}
    for what, query in QUERIES.items():
        scan = dataset.scan(COLUMNS[what])

        def stream(query: str = query, scan: albis.Scan = scan) -> object:
            connection.register("sales", scan.to_reader())
            return rounded(connection.execute(query).fetchall())

        def from_parquet(query: str = query) -> object:
            return rounded(
                connection.execute(query.replace("FROM sales", f"FROM read_parquet('{parquet}')")).fetchall()
            )

        def pushed(query: str = query) -> object:
            connection.register("sales", whole)
            return rounded(connection.execute(query).fetchall())

        tasks = {"Parquet": from_parquet, "Albis stream": stream, "Albis dataset": pushed}
        times = best(runs, tasks)
        report(f"DuckDB: {what}", rows, times)
        ratios[f"DuckDB, Parquet / Albis stream: {what}"] = times["Parquet"] / times["Albis stream"]
        ratios[f"DuckDB, Parquet / Albis dataset: {what}"] = times["Parquet"] / times["Albis dataset"]
    return ratios


def rounded(result: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Sums of doubles depend on the order of addition."""
    return [tuple(round(v, -2) if isinstance(v, float) else v for v in row) for row in result]


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
