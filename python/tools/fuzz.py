# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads files that were changed at random, with checksums that fit, in child processes. See python/fuzz."""

from __future__ import annotations

import argparse
import contextlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT.parent / "format-spec" / "golden"
sys.path.insert(0, str(ROOT / "tests"))

BATCH = 1_000  # executions of a child process
MOST_SECONDS = 300  # of an execution, after which it counts as a hang
SLOW_SECONDS = 5.0  # of CPU time
MOST_GROWTH = 400 << 20  # bytes of memory that an execution may need
ADDRESS_SPACE = 16 << 30


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=60, help="how long (default: 60)")
    parser.add_argument("seed", type=int, nargs="?", help="of the first execution (default: from the clock)")
    parser.add_argument("--keep", type=Path, default=ROOT / "target" / "fuzz", help="where failing inputs are kept")
    parser.add_argument("--count", type=int, help="executions, instead of minutes: 1 repeats one with its seed")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    seed = time.time_ns() // 1_000_000 % 1_000_000_000 if options.seed is None else options.seed
    if options.child is not None:
        return Child(options.child, options.keep).run(seed, options.count)
    return parent(seed, options)


# ------------------------------------------------------------------ the parent


def parent(seed: int, options: argparse.Namespace) -> int:
    print(f"First seed {seed}", flush=True)
    end, start = time.monotonic() + 60 * options.minutes, time.monotonic()
    done = failures = 0
    options.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pyalbis-fuzz-") as name:
        directory = Path(name)
        while (done < options.count) if options.count else (time.monotonic() < end):
            count = min(BATCH, options.count - done) if options.count else BATCH
            status = run_child(directory, seed + done, count, options.keep, end if not options.count else None)
            ended = directory / "executions"
            executed = int(ended.read_text()) if ended.exists() else 0
            if status == "failed":
                failures += 1
            elif status != "ok":
                failures += 1
                number = seed + done + max(0, executed - 1)
                print(f"{status} at seed {number}", flush=True)
                shutil.copytree(directory / "input", options.keep / str(number), dirs_exist_ok=True)
            done += max(1, executed)
            print(
                f"{done} executions in {(time.monotonic() - start) / 60:.1f} minutes, {failures} failures", flush=True
            )
    return 1 if failures else 0


def run_child(directory: Path, seed: int, count: int, keep: Path, end: float | None) -> str:
    command = [sys.executable, "-X", "faulthandler", __file__, "60", str(seed), "--count", str(count)]
    child = subprocess.Popen([*command, "--child", str(directory), "--keep", str(keep)])
    executions, seen, since = directory / "executions", -1, time.monotonic()
    while True:
        try:
            code = child.wait(1)
        except subprocess.TimeoutExpired:
            now = int(executions.read_text() or 0) if executions.exists() else 0
            if now != seen:
                seen, since = now, time.monotonic()
            if time.monotonic() - since > MOST_SECONDS:
                child.kill()
                child.wait()
                return "HANG"
            if end is not None and time.monotonic() > end:
                child.terminate()
                child.wait()
                return "ok"
            continue
        return "ok" if code == 0 else "failed" if code == 1 else f"CRASH ({code})"


# ------------------------------------------------------------------ the child


class Child:
    """Executes a number of changes. Prints what fails, and keeps its input."""

    def __init__(self, directory: Path, keep: Path) -> None:
        import pyarrow as pa
        from mutations import StoredTable
        from random_tables import RandomTables

        import pyalbis
        from pyalbis import _datafile

        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        pa.set_cpu_count(2)
        pa.set_io_thread_count(1)
        self.directory, self.keep = directory, keep
        self.sources = []
        for each in sorted(GOLDEN.iterdir()):
            target = each / "file.albis" if (each / "file.albis").exists() else each / "table"
            if target.exists() and sum(p.stat().st_size for p in [target, *target.rglob("*")] if p.is_file()) < 1 << 20:
                self.sources.append(StoredTable(target))
        _datafile.SEGMENT = 2_000
        made = directory / "made"
        for i in range(12):
            shutil.rmtree(made, ignore_errors=True)
            tables = RandomTables(i)
            schema = tables.schema()
            options = {"column_groups": tables.column_groups(schema), "partition_by": tables.partition_by(schema)}
            target = made / ("t.albis" if i % 3 == 0 else "t")
            for _ in range(1 if i % 3 == 0 else 2):
                pyalbis.write(
                    tables.table(schema, 100),
                    target,
                    row_group_size=4_000,
                    mode="overwrite" if i % 3 == 0 else "append",
                    **options,
                )
            self.sources.append(StoredTable(target))

    def run(self, seed: int, count: int) -> int:
        failures = 0
        for number in range(seed, seed + count):
            (self.directory / "executions").write_text(str(number - seed + 1))
            failures += not self.execute(number)
        return 1 if failures else 0

    def execute(self, number: int) -> bool:
        import pyalbis

        generator = random.Random(number)
        place = self.directory / "input"
        shutil.rmtree(place, ignore_errors=True)
        source = generator.choice(self.sources)
        target = place / ("file.albis" if source.single else "table")
        source.write(target, generator)
        start, memory = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        problem = ""
        try:
            read(target, generator)
        except pyalbis.AlbisError as error:
            if isinstance(error, pyalbis.CorruptFileError) and str(place) not in error.file:
                problem = f"the error does not name the file: {error}"
        except Exception:
            problem = traceback.format_exc()
        seconds = time.process_time() - start
        growth = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) << 10
        if seconds > SLOW_SECONDS:
            problem += f"\nit took {seconds:.1f} s"
        if growth > MOST_GROWTH:
            problem += f"\nit needed {growth >> 20} MiB"
        if problem:
            print(f"FAILURE at seed {number}: {problem}", flush=True)
            shutil.copytree(place, self.keep / str(number), dirs_exist_ok=True)
        return not problem


def read(target: Path, generator: random.Random) -> None:
    """Uses a table or file in many ways."""
    import pyarrow as pa
    import pyarrow.compute as pc

    import pyalbis
    from pyalbis._projection import names_of
    from pyalbis._types import DATE, INTEGERS, STRING
    from pyalbis._verify import verify

    ordered = (*INTEGERS, STRING, DATE)
    dataset = pyalbis.open(
        target,
        checksums=generator.random() < 0.7,
        memory_map=generator.random() < 0.5,
        decimals=generator.choice(["decimal128", "native"]),
    )
    if isinstance(dataset, pyalbis.Table):
        dataset.snapshots()
    with contextlib.suppress(pyalbis.CorruptFileError):
        _ = dataset.statistics
    few = dataset.num_rows <= 1_000_000
    columns = [path for path in paths(dataset.head.fields, generator) if generator.random() < 0.7]
    for batch in dataset.scan(columns).to_batches():
        touch(batch)
        if not few:
            break
    names = [
        f.name
        for f in dataset.schema
        if not (pa.types.is_nested(f.type) or pa.types.is_decimal(f.type) or f.type == pa.uuid())
    ]
    if names and few:
        name = generator.choice(names)
        filters = [pc.field(name).is_null(), pc.field(name).is_valid()]
        column = dataset.scan([name]).head(10)[name]
        if len(column) and column[0].is_valid:
            filters += [pc.field(name) == column[0], pc.field(name) >= column[0], pc.field(name).isin(column.unique())]
        for batch in dataset.scan(columns, generator.choice(filters)).to_batches():
            touch(batch)
    nested = [leaf for leaf in dataset.head.leaves if leaf.above and leaf.type.kind in ordered]
    if nested and few:
        ref = pc.field(*names_of(generator.choice(nested).path))
        for batch in dataset.scan(columns, generator.choice([ref.is_null(), ref.is_valid(), ref == ref])).to_batches():
            touch(batch)
    if few and generator.random() < 0.3:
        verify(dataset)


def paths(fields: object, generator: random.Random, prefix: str = "") -> list[str]:
    """The paths of columns, or of fields of them."""
    found = []
    for field in fields:  # type: ignore[attr-defined]
        path = f"{prefix}`{field.name.replace('`', '``')}`"
        if field.type.children and generator.random() < 0.5:
            found += paths(field.type.children, generator, path + ".")
        else:
            found.append(path)
    return found


def touch(batch: object) -> None:
    """Uses all offsets of a batch."""
    import pyarrow as pa

    assert isinstance(batch, pa.RecordBatch)
    for column in batch.columns:
        column.take(pa.array(range(len(column))))
        column.validate()
    str(batch.slice(0, 3))


if __name__ == "__main__":
    sys.exit(main())
