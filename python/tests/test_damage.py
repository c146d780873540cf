# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Damaged files end in errors that name them; values that are returned without an error are the right ones.

ALBIS_FUZZ_SECONDS: how long to change files at random with checksums that fit (default 5). For longer: python/fuzz.
"""

from __future__ import annotations

import os
import random
import shutil
import time
from pathlib import Path

import pyarrow as pa
import pytest
from golden import GOLDEN, content, target_of
from mutations import StoredFile, StoredTable
from random_tables import RandomTables

import pyalbis
from pyalbis import _frame, _proto
from pyalbis._schema import StoredSchema, schema_message
from pyalbis._types import FIXED_BINARY, Field, Type
from pyalbis._wire import Place, crc32c

NAMES = ["single-file", "nulls-rows", "nested", "nested-evolution", "types-mixed", "segments", "moved", "partitions"]


def files_of(target: Path) -> list[Path]:
    return [target] if target.is_file() else sorted(p for p in target.rglob("*") if p.is_file())


def copy_of(name: str, directory: Path) -> Path:
    source = target_of(GOLDEN / name)
    target = directory / source.name
    if source.is_file():
        shutil.copy(source, target)
    else:
        shutil.copytree(source, target)
    return target


def read(target: Path, **options: bool) -> pa.Table:
    table = pyalbis.open(target, **options).to_table()
    table.validate(full=True)
    return table


@pytest.mark.parametrize("name", NAMES)
def test_flipped_bytes(name: str, tmp_path: Path) -> None:
    """Each damaged byte gives an error, or was not needed."""
    target = copy_of(name, tmp_path)
    expected = content(pyalbis.open(target))["rows"]
    generator = random.Random(name)
    for path in files_of(target):
        data = path.read_bytes()
        for at in generator.sample(range(len(data)), min(len(data), 40)):
            damaged = bytearray(data)
            damaged[at] ^= generator.choice([1, 0x80, 0xFF])
            path.write_bytes(damaged)
            try:
                dataset = pyalbis.open(target, memory_map=False)
                assert content(dataset)["rows"] == expected, f"byte {at} of {path}"
            except (pyalbis.CorruptFileError, pyalbis.UnsupportedFormatError) as error:
                assert path.name in error.file or error.file.startswith(str(target)), error
        path.write_bytes(data)


@pytest.mark.parametrize("name", NAMES)
def test_truncated_files(name: str, tmp_path: Path) -> None:
    target = copy_of(name, tmp_path)
    expected = content(pyalbis.open(target))["rows"]
    generator = random.Random(name)
    for path in files_of(target):
        data = path.read_bytes()
        for length in [0, 1, 63, 64, len(data) - 1, *generator.sample(range(len(data)), 6)]:
            path.write_bytes(data[:length])
            assert_rejected_or_not_needed(target, expected)
        if not path.name.startswith("snapshot-"):  # the latest one may be missing: then another is the latest
            path.unlink()
            assert_rejected_or_not_needed(target, expected)
        path.write_bytes(data)


def assert_rejected_or_not_needed(target: Path, expected: list[object]) -> None:
    """The files of older snapshots are not needed."""
    try:
        assert content(pyalbis.open(target))["rows"] == expected
    except (pyalbis.CorruptFileError, pyalbis.NotATableError, pyalbis.SnapshotExpiredError) as error:
        assert str(target) in str(error)


def test_without_checksums_nothing_outside_of_a_segment_is_read(tmp_path: Path) -> None:
    generator = random.Random(1)
    target = copy_of("single-file", tmp_path)
    data = target.read_bytes()
    end = pyalbis.open(target).head.message.sections.offset
    for _ in range(1500):
        damaged = bytearray(data)
        for _ in range(generator.randint(1, 4)):
            damaged[generator.randrange(64, end)] = generator.choice([0, 1, 0x7F, 0x80, 0xFF, generator.randrange(256)])
        target.write_bytes(damaged)
        try:
            table = pyalbis.open(target, checksums=False, memory_map=False).to_table()
        except pyalbis.CorruptFileError:
            continue
        str(table.slice(0, 100))
        for batch in table.to_batches():
            touch(batch)


def touch(batch: pa.RecordBatch) -> None:
    """Uses all offsets of a batch."""
    for column in batch.columns:
        column.take(pa.array(range(len(column))))


# ------------------------------------------------------------------ files with valid checksums


def test_columns_that_are_not_stored_need_little_memory(tmp_path: Path) -> None:
    """A million rows of a wide column without values are one short array many times."""
    pyalbis.write(
        pa.table({"x": pa.nulls(1_000_000, pa.bool_()), "w": pa.nulls(1_000_000, pa.bool_())}), tmp_path / "t.albis"
    )
    data = (tmp_path / "t.albis").read_bytes()
    offset, size = int.from_bytes(data[-64:-56], "little"), int.from_bytes(data[-56:-52], "little")
    footer = _proto.DataFileFooter.FromString(data[offset : offset + size])
    fields = StoredSchema(footer.schema, Place("t")).fields()
    wide = Field(9, "w", Type(FIXED_BINARY, length=65_520), True)
    footer.schema.CopyFrom(schema_message([fields[0], wide]))
    (tmp_path / "t.albis").write_bytes(with_footer(data[:offset], footer.SerializeToString(), data[-64:]))
    before = pa.total_allocated_bytes()
    table = pyalbis.open(tmp_path / "t.albis").to_table()
    assert table["w"].null_count == 1_000_000
    assert pa.total_allocated_bytes() - before < 50_000_000


def test_fuzz(tmp_path: Path) -> None:
    """Changes of messages and data, with checksums that fit, give no other error, and no crash."""
    seconds = float(os.environ.get("ALBIS_FUZZ_SECONDS", "5"))
    seed = int(os.environ.get("ALBIS_SEED", time.time_ns() % 1_000_000))
    print(f"seed {seed}")
    generator = random.Random(seed)
    made = RandomTables(seed)
    sources = []
    for i in range(12):
        schema = made.schema()
        path = tmp_path / f"{i}.albis"
        groups = made.column_groups(schema)
        pyalbis.write(made.table(schema, 100), path, column_groups=groups, row_group_size=2000)
        sources.append(path.read_bytes())
    sources.append((GOLDEN / "single-file" / "file.albis").read_bytes())
    target, end, count, rejected = tmp_path / "x.albis", time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        target.write_bytes(StoredFile(generator.choice(sources)).mutate(generator))
        count += 1
        try:
            dataset = pyalbis.open(target, checksums=generator.random() < 0.3, memory_map=False)
            if dataset.num_rows > 1_000_000:
                next(dataset.scan().to_batches(), None)
                continue
            table = dataset.to_table()
            for batch in table.to_batches():
                touch(batch)
            _ = dataset.statistics
        except (pyalbis.CorruptFileError, pyalbis.UnsupportedFormatError) as error:
            assert error.file == str(target)
            rejected += 1
    print(f"{count} files, {rejected} rejected")
    assert count > 10
    assert rejected > 0


@pytest.mark.parametrize("memory_map", [True, False])
def test_a_path_that_is_too_long(tmp_path: Path, memory_map: bool) -> None:
    target = copy_of("nulls-rows", tmp_path)
    changed = StoredTable(target)
    for name, data in changed.files.items():
        if data[-32] == _frame.SNAPSHOT:
            stored = StoredFile(data)
            stored.message.manifests[0].path = "x" * 300
            (target / name).write_bytes(stored.bytes())
    with pytest.raises(pyalbis.CorruptFileError, match="the name is too long"):
        pyalbis.open(target, memory_map=memory_map).to_table()


def with_footer(whole: bytes, footer: bytes, tail: bytes) -> bytes:
    """A file with another footer, whose tail fits."""
    fields = list(_frame.TAIL.unpack(tail))
    fields[0], fields[1], fields[2] = len(whole), len(footer), crc32c(footer)
    tail = _frame.TAIL.pack(*fields)
    return whole + footer + tail[:52] + crc32c(tail[:52]).to_bytes(4, "little") + tail[56:]


@pytest.mark.parametrize(("millis", "year"), [(1 << 62, 9999), (-(1 << 62), 1), (-1, 1969)])
def test_any_time_of_a_snapshot(tmp_path: Path, millis: int, year: int) -> None:
    pyalbis.write(pa.table({"n": [1]}), tmp_path / "t")
    (path,) = (tmp_path / "t").rglob("snapshot-*")
    stored = StoredFile(path.read_bytes())
    stored.message.timestamp_millis = millis
    path.write_bytes(stored.bytes())
    assert [one.timestamp.year for one in pyalbis.open(tmp_path / "t").snapshots()] == [year]
