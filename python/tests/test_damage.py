# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Damaged files end in errors that name them; values that are returned without an error are the right ones.

ALBIS_FUZZ_SECONDS: how long to change files at random with checksums that fit (default 5).
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
from random_tables import RandomTables

import albis
from albis import _frame, _proto
from albis._schema import parse_schema, schema_message
from albis._types import FIXED_BINARY, Field, Type
from albis._wire import Place, crc32c

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
    table = albis.open(target, **options).to_table()
    table.validate(full=True)
    return table


@pytest.mark.parametrize("name", NAMES)
def test_flipped_bytes(name: str, tmp_path: Path) -> None:
    """Each damaged byte gives an error, or was not needed."""
    target = copy_of(name, tmp_path)
    expected = content(albis.open(target))["rows"]
    generator = random.Random(name)
    for path in files_of(target):
        data = path.read_bytes()
        for at in generator.sample(range(len(data)), min(len(data), 40)):
            damaged = bytearray(data)
            damaged[at] ^= generator.choice([1, 0x80, 0xFF])
            path.write_bytes(damaged)
            try:
                dataset = albis.open(target, memory_map=False)
                assert content(dataset)["rows"] == expected, f"byte {at} of {path}"
            except (albis.CorruptFileError, albis.UnsupportedFormatError) as error:
                assert path.name in error.file or error.file.startswith(str(target)), error
        path.write_bytes(data)


@pytest.mark.parametrize("name", NAMES)
def test_truncated_files(name: str, tmp_path: Path) -> None:
    target = copy_of(name, tmp_path)
    expected = content(albis.open(target))["rows"]
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
        assert content(albis.open(target))["rows"] == expected
    except (albis.CorruptFileError, albis.NotATableError, albis.SnapshotExpiredError) as error:
        assert str(target) in str(error)


def test_without_checksums_nothing_outside_of_a_segment_is_read(tmp_path: Path) -> None:
    generator = random.Random(1)
    target = copy_of("single-file", tmp_path)
    data = target.read_bytes()
    end = albis.open(target).head.message.sections.offset
    for _ in range(1500):
        damaged = bytearray(data)
        for _ in range(generator.randint(1, 4)):
            damaged[generator.randrange(64, end)] = generator.choice([0, 1, 0x7F, 0x80, 0xFF, generator.randrange(256)])
        target.write_bytes(damaged)
        try:
            table = albis.open(target, checksums=False, memory_map=False).to_table()
        except albis.CorruptFileError:
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
    albis.write(
        pa.table({"x": pa.nulls(1_000_000, pa.bool_()), "w": pa.nulls(1_000_000, pa.bool_())}), tmp_path / "t.albis"
    )
    data = (tmp_path / "t.albis").read_bytes()
    offset, size = int.from_bytes(data[-64:-56], "little"), int.from_bytes(data[-56:-52], "little")
    footer = _proto.DataFileFooter.FromString(data[offset : offset + size])
    fields = parse_schema(footer.schema, Place("t"))
    wide = Field(9, "w", Type(FIXED_BINARY, length=65_520), True)
    footer.schema.CopyFrom(schema_message([fields[0], wide]))
    (tmp_path / "t.albis").write_bytes(with_footer(data[:offset], footer.SerializeToString(), data[-64:]))
    before = pa.total_allocated_bytes()
    table = albis.open(tmp_path / "t.albis").to_table()
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
        albis.write(made.table(schema, 100), path, column_groups=groups, row_group_size=2000)
        sources.append(path.read_bytes())
    sources.append((GOLDEN / "single-file" / "file.albis").read_bytes())
    target, end, count, rejected = tmp_path / "x.albis", time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        target.write_bytes(forged(generator.choice(sources), generator))
        count += 1
        try:
            dataset = albis.open(target, checksums=generator.random() < 0.3, memory_map=False)
            if dataset.num_rows > 1_000_000:
                next(dataset.scan().to_batches(), None)
                continue
            table = dataset.to_table()
            for batch in table.to_batches():
                touch(batch)
            _ = dataset.statistics
        except (albis.CorruptFileError, albis.UnsupportedFormatError) as error:
            assert error.file == str(target)
            rejected += 1
    print(f"{count} files, {rejected} rejected")
    assert count > 10
    assert rejected > 0


def forged(data: bytes, generator: random.Random) -> bytes:
    """A file with changes to a section, the footer or the data, whose checksums fit."""
    offset, size = (int.from_bytes(data[-64:-56], "little"), int.from_bytes(data[-56:-52], "little"))
    footer = _proto.DataFileFooter.FromString(data[offset : offset + size])
    body = bytearray(data[:offset])
    place = generator.randrange(4)
    start = footer.sections.offset
    if place == 0 and start > 64:
        body[generator.randrange(64, start)] = generator.choice([0, 1, 127, 128, 255])
    lengths = list(footer.sections.lengths)
    parts = []
    for i, length in enumerate(lengths):
        part = bytes(body[start : start + length])
        start += length
        if place in (1, 2) and generator.random() < 2 / len(lengths):
            part = (
                mutated_message(part, footer.sections.kinds[i], generator) if place == 1 else mutated(part, generator)
            )
        parts.append(part)
    text = footer.SerializeToString()
    for i, part in enumerate(parts):
        footer.sections.lengths[i], footer.sections.crc32cs[i] = len(part), crc32c(part)
    if place == 3:
        text = mutate_fields(footer, generator).SerializeToString()
        if generator.random() < 0.3:
            text = mutated(text, generator)
    else:
        text = footer.SerializeToString()
    return with_footer(bytes(body[: footer.sections.offset]) + b"".join(parts), text, data[-64:])


def with_footer(whole: bytes, footer: bytes, tail: bytes) -> bytes:
    """A file with another footer, whose tail fits."""
    fields = list(_frame.TAIL.unpack(tail))
    fields[0], fields[1], fields[2] = len(whole), len(footer), crc32c(footer)
    tail = _frame.TAIL.pack(*fields)
    return whole + footer + tail[:52] + crc32c(tail[:52]).to_bytes(4, "little") + tail[56:]


def mutated(data: bytes, generator: random.Random) -> bytes:
    """Some bytes changed, removed or added."""
    found = bytearray(data)
    for _ in range(generator.randint(1, 3)):
        at = generator.randrange(len(found) + 1)
        kind = generator.randrange(4)
        if kind == 0 and found:
            del found[at : at + generator.randint(1, 4)]
        elif kind == 1:
            found[at:at] = generator.randbytes(generator.randint(1, 4))
        elif at < len(found):
            found[at] = generator.choice([0, 1, 127, 128, 255, found[at] ^ 1])
    return bytes(found)


def mutated_message(data: bytes, kind: int, generator: random.Random) -> bytes:
    message = (_proto.ColumnGroupSection if kind == 1 else _proto.TableStatistics).FromString(data)
    return bytes(mutate_fields(message, generator).SerializeToString())


NUMBERS = [0, 1, 2, 3, 63, 64, 128, 4096, 2**31 - 1, 2**31, 2**32 - 1]


def mutate_fields(message: object, generator: random.Random) -> object:
    """Changes one number, text or list at any depth of a message."""
    at = message
    while True:
        fields = at.ListFields()  # type: ignore[attr-defined]
        if not fields:
            return message
        field, value = generator.choice(fields)
        repeated = not isinstance(value, (int, bytes, str, float)) and not hasattr(value, "ListFields")
        if field.type == field.TYPE_MESSAGE:
            if field.message_type.GetOptions().map_entry:
                return message
            if repeated and generator.random() < 0.1:
                del value[generator.randrange(len(value))]
                return message
            at = generator.choice(list(value)) if repeated else value
            continue
        if field.type in (field.TYPE_BYTES, field.TYPE_STRING):
            if field.type == field.TYPE_BYTES and not repeated:
                setattr(at, field.name, mutated(value, generator))
            return message
        if field.type == field.TYPE_BOOL:
            setattr(at, field.name, not value)
            return message
        wide = field.type == field.TYPE_UINT64
        number = generator.choice([*NUMBERS, 2**62, 2**63 - 1, 2**64 - 1] if wide else NUMBERS)
        if field.type == field.TYPE_ENUM:
            number = generator.randrange(25)
        if repeated:
            value[generator.randrange(len(value))] = number
        else:
            setattr(at, field.name, number)
        return message
