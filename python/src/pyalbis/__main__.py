# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The command line: `pyalbis schema|head|verify TABLE_OR_FILE`, or the same by `python -m pyalbis`."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence

import pyarrow as pa

import pyalbis
from pyalbis._verify import verify


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command. Returns the exit code: 0, or 1 after an error or if a problem was found."""
    options = _parser().parse_args(arguments)
    try:
        snapshot: int | str | None = options.snapshot
        if snapshot is not None and str(snapshot).isdecimal():
            snapshot = int(snapshot)
        dataset = pyalbis.open(options.target, snapshot=snapshot)
        status = int(options.run(dataset, options))
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # such as `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (pyalbis.AlbisError, OSError, ImportError, ValueError) as error:
        print(f"pyalbis: {error}", file=sys.stderr)
    except KeyError as error:  # whose text is in quotes
        print(f"pyalbis: {error.args[0]}", file=sys.stderr)
    except KeyboardInterrupt:
        print("pyalbis: interrupted", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pyalbis", description="Inspects tables and files of the Albis format")
    parser.add_argument("--version", action="version", version=f"pyalbis {pyalbis.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for run, text in ((schema, "print the columns"), (head, "print the first rows"), (check, "check every byte")):
        name = "verify" if run is check else run.__name__
        command = commands.add_parser(name, help=text, description=run.__doc__)
        command.add_argument("target", metavar="TABLE_OR_FILE", help="a path, or a URI of a file system of fsspec")
        command.add_argument("--snapshot", help="number or tag of a snapshot (default: the latest)")
        command.set_defaults(run=run)
        if run is head:
            command.add_argument("--rows", type=_count, default=10, help="number of rows (default: 10)")
            command.add_argument("--columns", help="names of columns, separated by commas (default: all)")
    return parser


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"invalid number of rows: {text}")
    return int(text)


def schema(dataset: pyalbis.Dataset, _options: argparse.Namespace) -> int:
    """Prints the columns with their types, and what is known of the table or file."""
    if isinstance(dataset, pyalbis.Table):
        print(f"table {dataset.uri}, snapshot {dataset.snapshot_id}, {dataset.num_rows} rows")
    else:
        print(f"file {dataset.uri}, {dataset.num_rows} rows")
    for field in dataset.schema:
        print(f"  {field.name}: {field.type}{'' if field.nullable else ' (required)'}")
    together = [group for group in dataset.column_groups if len(group) > 1]
    for group in together:
        print(f"stored together: {', '.join(group)}")
    return 0


def head(dataset: pyalbis.Dataset, options: argparse.Namespace) -> int:
    """Prints the first rows, one line each, with tabs between the values."""
    columns = options.columns.split(",") if options.columns else None
    scan = dataset.scan(columns, batch_size=max(1, min(options.rows, 10_000)))
    print("\t".join(scan.schema.names))
    left = options.rows
    with contextlib.closing(scan.to_batches()) as batches:
        while left > 0 and (batch := next(batches, None)) is not None:
            for row in range(min(left, len(batch))):
                print("\t".join(_text(column[row]) for column in batch.columns))
            left -= len(batch)
    return 0


def _text(value: pa.Scalar) -> str:
    return str(value).replace("\t", "\\t").replace("\n", "\\n") if value.is_valid else "null"


def check(dataset: pyalbis.Dataset, _options: argparse.Namespace) -> int:
    """Reads everything, and checks it as the specification says. Exits with 1 if there is a problem."""
    problems = verify(dataset)
    for each in problems:
        print(each)
    if not problems:
        print(f"{dataset.uri}: {dataset.num_rows} rows, no problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
