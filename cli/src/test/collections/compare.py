# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Converts files, exports them to Arrow, and compares values and types with those that pyarrow reads."""

import math
import os
import subprocess
import sys
import tempfile

import pyarrow as pa
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet

SUFFIXES = (".parquet", ".orc", ".feather", ".arrow", ".arrow_file", ".stream")

# The first bytes of files, whatever their names are: those that fuzzers have found have none.
MAGICS = (b"PAR1", b"PARE", b"ORC", b"ARROW1", b"\xff\xff\xff\xff", b"FEA1")

# No file of a collection is large. A conversion that takes longer hangs.
SECONDS = 300

NANOS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}


def collections(directories):
    """All files of directories, by collection."""
    if not directories:
        data = os.path.join(os.path.dirname(pa.__file__), "tests", "data")
        directories = [os.path.join(data, name) for name in sorted(os.listdir(data))]
    for directory in directories:
        for parent, _, names in sorted(os.walk(directory)):
            for name in sorted(names):
                path = os.path.join(parent, name)
                if name.endswith(SUFFIXES) or start(path).startswith(MAGICS):
                    yield os.path.relpath(path, os.path.dirname(directory.rstrip("/"))), path


def start(path):
    with open(path, "rb") as file:
        return file.read(6)


def expected(path):
    """The table that pyarrow reads."""
    found = start(path)
    if found.startswith(b"PAR"):
        # The values are wanted, not the types of the application that wrote them.
        return pa.parquet.ParquetFile(path, coerce_int96_timestamp_unit="us", arrow_extensions_enabled=False).read()
    if found.startswith(b"ORC"):
        return pa.orc.ORCFile(path).read()
    if found.startswith(b"ARROW1"):
        return pa.ipc.open_file(path).read_all()
    if found.startswith(b"FEA1"):
        return pa.feather.read_table(path)
    return pa.ipc.open_stream(path).read_all()


def values(table):
    """All values in a form that does not depend on how types are represented."""
    return [[one for chunk in column.chunks for one in plain(chunk)] for column in table.columns]


def plain(array):
    """The values of an array: times in nanoseconds, dates in days."""
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return plain(array.storage)
    if pa.types.is_dictionary(kind):
        return plain(array.dictionary_decode())
    if pa.types.is_struct(kind):
        fields = [plain(field) for field in array.flatten()]
        names = [kind[i].name for i in range(kind.num_fields)]
        return structs(array, names, fields)
    if pa.types.is_map(kind):
        keys, items = plain(array.keys), plain(array.items)
        return lists(array, list(zip(keys, items)), array.offsets.to_pylist())
    if pa.types.is_fixed_size_list(kind):
        size, elements = kind.list_size, plain(array.values)
        return lists(array, elements, [size * (array.offset + i) for i in range(len(array) + 1)])
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return lists(array, plain(array.values), array.offsets.to_pylist())
    if pa.types.is_timestamp(kind) or pa.types.is_duration(kind):
        return scaled(array.cast(pa.int64()), NANOS[kind.unit])
    if pa.types.is_time(kind):
        return scaled(array.cast(pa.int32() if pa.types.is_time32(kind) else pa.int64()), NANOS[kind.unit])
    if pa.types.is_date64(kind):
        return [None if one is None else one // 86_400_000 for one in array.cast(pa.int64()).to_pylist()]
    if pa.types.is_date32(kind):
        return array.cast(pa.int32()).to_pylist()
    if isinstance(array, (pa.BinaryArray, pa.LargeBinaryArray, pa.BinaryViewArray)):
        # Albis has strings where pyarrow has the bytes, as of enumerations.
        return [None if one is None else one.decode("utf-8", "surrogateescape") for one in array.to_pylist()]
    if pa.types.is_floating(kind):
        return [float_of(one) for one in array.to_pylist()]
    return array.to_pylist()


def structs(array, names, fields):
    valid = array.is_valid().to_pylist()
    # As pairs: names need not be unique.
    return [list(zip(names, row)) if valid[i] else None for i, row in enumerate(zip(*fields))]


def lists(array, elements, offsets):
    valid = array.is_valid().to_pylist()
    return [elements[offsets[i] : offsets[i + 1]] if valid[i] else None for i in range(len(array))]


def scaled(array, factor):
    return [None if one is None else one * factor for one in array.to_pylist()]


def float_of(one):
    return "NaN" if one is not None and math.isnan(one) else one


def first_difference(found, wanted, names):
    for name, a, b in zip(names, found, wanted):
        for row, (x, y) in enumerate(zip(a, b)):
            if x != y:
                return f"column {name}, row {row}: {x!r} instead of {y!r}"
    return "another number of rows or columns"


def run(arguments):
    """The result of a command. Fails if it hangs."""
    return subprocess.run(arguments, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)


def convert(albis, path, directory):
    """Returns the result for a file, and whether it is right."""
    table = os.path.join(directory, "t")
    arrow = os.path.join(directory, "x.arrow")
    try:
        # Without the columns that directories stand for.
        done = run([albis, "convert", path, table, "--verify", "--no-hive"])
    except subprocess.TimeoutExpired:
        return f"hangs: not converted after {SECONDS} seconds", False
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if not line.startswith(("albis: note:", "[WARN]"))]
        reason = lines[0].removeprefix("albis: ").replace(path, os.path.basename(path)) if lines else "no message"
        is_typed = done.returncode == 1 and bool(lines) and "nternal error" not in done.stderr
        return "refused: " + reason, is_typed
    exported = run([albis, "export", table, arrow])
    if exported.returncode != 0:
        return "converted, but not exported: " + exported.stderr.strip(), False
    found = pa.ipc.open_file(arrow).read_all()
    try:
        wanted = expected(path)
        wanted_values = values(wanted)
    except (pa.ArrowException, OSError, ValueError, NotImplementedError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        return f"converted, {found.num_rows} rows; pyarrow refuses it: {reason}", True
    if values(found) == wanted_values:
        return f"equal: {found.num_rows} rows of {found.num_columns} columns", True
    return "different: " + first_difference(values(found), wanted_values, wanted.column_names), False


def main(albis, directories):
    print("| file | result |")
    print("|---|---|")
    right = True
    for name, path in collections(directories):
        with tempfile.TemporaryDirectory() as directory:
            text, is_right = convert(albis, path, directory)
        right &= is_right
        print(f"| `{name}` | {'' if is_right else '**fault** '}{text.replace('|', chr(92) + '|')} |", flush=True)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
