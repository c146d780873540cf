# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Random Arrow tables of all types, from a seed."""

from __future__ import annotations

import random
import string
import struct

import pyarrow as pa
from golden import values_of

from pyalbis._arrow import fields_of
from pyalbis._schema import leaves_of
from pyalbis._transforms import BUCKET, DAY, HOUR, IDENTITY, MONTH, TRUNCATE, YEAR, accepts

INTEGERS = {pa.int8(): 7, pa.int16(): 15, pa.int32(): 31, pa.int64(): 63}
WORDS = ["", "a", "é", "0", "\U0010ffff", "x" * 70, "日本" * 25, "b\0c"]


class RandomTables:
    """Makes tables and column groups. The same seed makes the same."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def primitive(self) -> pa.DataType:
        r = self.random
        unit = r.choice(["ms", "us", "ns"])
        precision = r.randint(1, 38)
        return r.choice(
            [
                pa.bool_(),
                pa.int8(),
                pa.int16(),
                pa.int32(),
                pa.int64(),
                pa.float32(),
                pa.float64(),
                pa.decimal128(precision, r.randint(0, precision)),
                pa.date32(),
                pa.time32("ms"),
                pa.time64(r.choice(["us", "ns"])),
                pa.timestamp(unit),
                pa.timestamp(unit, "UTC"),
                pa.string(),
                pa.string(),
                pa.binary(),
                pa.binary(r.choice([1, 3, 16, 20])),
                pa.uuid(),
                pa.duration("us"),
            ]
        )

    def type(self, depth: int) -> pa.DataType:
        kind = self.random.randint(0, 9) if depth < 3 else 0
        if kind == 7:
            return pa.struct([self.field(f"f{i}", depth + 1) for i in range(self.random.randint(1, 3))])
        if kind == 8:
            return pa.list_(self.field("element", depth + 1))
        if kind == 9:
            key = pa.field("key", self.primitive(), False)
            return pa.map_(key, self.field("value", depth + 1))
        return self.primitive()

    def field(self, name: str, depth: int) -> pa.Field:
        return pa.field(name, self.type(depth), self.chance(0.7))

    def schema(self) -> pa.Schema:
        names = [f"c{i}" for i in range(self.random.randint(1, 8))]
        if self.chance(0.1):
            names[0] = self.random.choice(["a.b", "`", "ü", " "])
        return pa.schema([self.field(name, 0) for name in names])

    def table(self, schema: pa.Schema, rows: int) -> pa.Table:
        arrays = [self.array(f, rows) for f in schema]
        return pa.Table.from_arrays(arrays, schema=schema)

    def array(self, field: pa.Field, count: int) -> pa.Array:
        """An array of a field, sometimes a slice of a longer one, and with garbage under nulls."""
        before, after = (self.random.randint(0, 9), self.random.randint(0, 9)) if self.chance(0.3) else (0, 0)
        density = self.random.choice([0.0, 0.05, 0.5, 1.0]) if field.nullable else 0.0
        return self.values(field.type, before + count + after, density).slice(before, count)

    def values(self, kind: pa.DataType, count: int, density: float) -> pa.Array:
        nulls = [self.chance(density) for _ in range(count)] if density else None
        mask = None if nulls is None else pa.array(nulls, pa.bool_())
        if pa.types.is_struct(kind):
            parts = [self.array(f, count) for f in kind]
            return pa.StructArray.from_arrays(parts, fields=list(kind), mask=mask)
        if pa.types.is_list(kind) or pa.types.is_map(kind):
            lengths = [self.random.choice([0, 0, 1, 2, 5]) for _ in range(count)]
            offsets = [sum(lengths[:i]) for i in range(count + 1)]
            if pa.types.is_list(kind):
                below = self.array(kind.value_field, offsets[-1])
                return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), below, kind, mask=mask)
            keys, items = self.array(kind.key_field, offsets[-1]), self.array(kind.item_field, offsets[-1])
            entries = pa.StructArray.from_arrays([keys, items], fields=[kind.key_field, kind.item_field])
            bits = None if mask is None else pa.py_buffer(_bits([not n for n in nulls or []]))
            buffers = [bits, pa.array(offsets, pa.int32()).buffers()[1]]
            return pa.Array.from_buffers(kind, count, buffers, -1 if mask is not None else 0, children=[entries])
        if kind == pa.uuid():
            return pa.ExtensionArray.from_storage(kind, self.values(pa.binary(16), count, density))
        made = self.present(kind, count)
        if nulls is None:
            return made
        if self.chance(0.5):
            return made.take(pa.array([None if n else i for i, n in enumerate(nulls)], pa.int64()))
        bits = pa.py_buffer(_bits([not n for n in nulls]))
        return pa.Array.from_buffers(kind, count, [bits, *made.buffers()[1:]])

    def present(self, kind: pa.DataType, count: int) -> pa.Array:
        r = self.random
        if kind in INTEGERS:
            edge = 1 << INTEGERS[kind]
            few = [-edge, edge - 1, 0, -1]
            return pa.array([r.choice(few) if self.chance(0.2) else r.randrange(-100, 100) for _ in range(count)], kind)
        if pa.types.is_boolean(kind):
            return pa.array([self.chance(0.5) for _ in range(count)], kind)
        if pa.types.is_floating(kind):
            width = kind.bit_width // 8
            special = [0.0, -0.0, float("inf"), float("-inf"), float("nan")]
            data = b"".join(
                r.randbytes(width)
                if self.chance(0.05)
                else struct.pack("<f" if width == 4 else "<d", r.choice(special) if self.chance(0.3) else r.gauss(0, 9))
                for _ in range(count)
            )
            return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])
        if pa.types.is_decimal(kind):
            most = 10**kind.precision - 1
            numbers = [r.choice([most, -most, 0, r.randint(-most, most)]) for _ in range(count)]
            data = b"".join(n.to_bytes(16, "little", signed=True) for n in numbers)
            return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])
        if pa.types.is_string(kind):
            return pa.array([self.word() for _ in range(count)], kind)
        if pa.types.is_fixed_size_binary(kind):
            return pa.array([r.randbytes(kind.byte_width) for _ in range(count)], kind)
        if pa.types.is_binary(kind):
            return pa.array([r.choice([b"", b"\xff" * 70, r.randbytes(r.randint(0, 80))]) for _ in range(count)], kind)
        if pa.types.is_time(kind):
            day = {"ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}[kind.unit]
            whole = pa.int32() if kind.bit_width == 32 else pa.int64()
            return pa.array([r.choice([0, day - 1, r.randrange(day)]) for _ in range(count)], whole).view(kind)
        whole = pa.int32() if kind.bit_width == 32 else pa.int64()
        return self.present(whole, count).view(kind)

    def word(self) -> str:
        if self.chance(0.2):
            return self.random.choice(WORDS)
        return "".join(self.random.choices(string.ascii_letters, k=self.random.randint(0, 12)))

    def column_groups(self, schema: pa.Schema) -> list[list[str]] | None:
        """Random groups of the columns that can be stored together."""
        counter = iter(range(1, 10_000))
        leaves = leaves_of(fields_of(schema, lambda: next(counter)))
        paths = [leaf.path for leaf in leaves if leaf.type.kind not in (19, 20) and not leaf.is_presence]
        if not paths or self.chance(0.3):
            return None
        self.random.shuffle(paths)
        groups, at = [], 0
        while at < len(paths):
            size = self.random.randint(1, 4)
            groups.append(paths[at : at + size])
            at += size
        return groups[: self.random.randint(1, len(groups))]

    def partition_by(self, schema: pa.Schema) -> list[str]:
        """Random transforms of columns and fields of structs; often none."""
        counter = iter(range(1, 10_000))
        leaves = leaves_of(fields_of(schema, lambda: next(counter)))
        possible = []
        for leaf in leaves:
            texts = {
                IDENTITY: leaf.path,
                BUCKET: f"bucket({leaf.path}, {self.random.choice([1, 2, 7])})",
                TRUNCATE: f"truncate({leaf.path}, {self.random.choice([1, 3, 50])})",
                YEAR: f"year({leaf.path})",
                MONTH: f"month({leaf.path})",
                DAY: f"day({leaf.path})",
                HOUR: f"hour({leaf.path})",
            }
            possible += [text for kind, text in texts.items() if accepts(kind, leaf.type)]
        if self.chance(0.5):
            return []
        return self.random.sample(possible, min(len(possible), self.random.randint(1, 2)))


def _bits(flags: list[bool]) -> bytes:
    data = bytearray((len(flags) + 7) // 8)
    for i, flag in enumerate(flags):
        data[i // 8] |= flag << (i % 8)
    return bytes(data)


def same(a: pa.Table, b: pa.Table) -> bool:
    """Whether two tables have equal columns and values, with the bits of floats and all times as numbers."""
    counter = iter(range(1, 1 << 31))
    if not a.schema.equals(b.schema):
        return False
    fields = fields_of(a.schema, lambda: next(counter))
    columns = zip(fields, a.columns, b.columns)
    return all(values_of(f.type, x) == values_of(f.type, y) for f, x, y in columns)
