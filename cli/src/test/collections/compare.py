# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Converts files, exports them to Arrow, and compares values and types with those that pyarrow reads."""

import os
import subprocess
import sys
import tempfile

import pyarrow as pa
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet

SUFFIXES = (".parquet", ".orc", ".feather", ".arrow", ".arrow_file", ".stream")


def collections(directories):
    """All files of directories, by collection."""
    if not directories:
        data = os.path.join(os.path.dirname(pa.__file__), "tests", "data")
        directories = [os.path.join(data, name) for name in sorted(os.listdir(data))]
    for directory in directories:
        for parent, _, names in sorted(os.walk(directory)):
            for name in sorted(names):
                if name.endswith(SUFFIXES):
                    yield os.path.relpath(os.path.join(parent, name), os.path.dirname(directory.rstrip("/"))), \
                        os.path.join(parent, name)


def expected(path):
    """The table that pyarrow reads."""
    if path.endswith(".parquet"):
        return pa.parquet.ParquetFile(path).read()
    if path.endswith(".orc"):
        return pa.orc.ORCFile(path).read()
    if path.endswith(".stream"):
        return pa.ipc.open_stream(path).read_all()
    return pa.ipc.open_file(path).read_all()


def values(table):
    """All values in a form that does not depend on how types are represented."""
    return [[value(one) for one in column.to_pylist()] for column in table.columns]


def value(one):
    if isinstance(one, float) and one != one:
        return "NaN"
    if isinstance(one, dict):
        return {name: value(field) for name, field in one.items()}
    if isinstance(one, (list, tuple)):
        return [value(element) for element in one]
    if hasattr(one, "isoformat"):
        return one.isoformat().replace("+00:00", "")
    return one


def first_difference(found, wanted, names):
    for name, a, b in zip(names, found, wanted):
        for row, (x, y) in enumerate(zip(a, b)):
            if x != y:
                return f"column {name}, row {row}: {x!r} instead of {y!r}"
    return "another number of rows or columns"


def convert(albis, path, directory):
    """Returns the result for a file, and whether it is right."""
    table = os.path.join(directory, "t")
    arrow = os.path.join(directory, "x.arrow")
    done = subprocess.run([albis, "convert", path, table, "--verify"], capture_output=True, text=True)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if not line.startswith("albis: note:")]
        reason = lines[0].removeprefix("albis: ").replace(path, os.path.basename(path)) if lines else "no message"
        return "refused: " + reason, done.returncode == 1
    subprocess.run([albis, "export", table, arrow], check=True, capture_output=True)
    found = pa.ipc.open_file(arrow).read_all()
    try:
        wanted = expected(path)
    except (pa.ArrowException, OSError) as error:
        return f"converted, {found.num_rows} rows; pyarrow refuses it: {str(error).splitlines()[0]}", True
    if values(found) == values(wanted):
        return f"equal: {found.num_rows} rows of {found.num_columns} columns", True
    return "different: " + first_difference(values(found), values(wanted), wanted.column_names), False


def main(albis, directories):
    print("| file | result |")
    print("|---|---|")
    right = True
    for name, path in collections(directories):
        with tempfile.TemporaryDirectory() as directory:
            text, is_right = convert(albis, path, directory)
        right &= is_right
        print(f"| `{name}` | {text.replace('|', chr(92) + '|')} |", flush=True)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
