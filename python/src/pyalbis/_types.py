# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Types and fields of the format (SPEC.md, sections 5 and 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pyalbis import _proto
from pyalbis._wire import CONTROL, Place

(
    BOOLEAN,
    INT8,
    INT16,
    INT32,
    INT64,
    FLOAT,
    DOUBLE,
    DECIMAL,
    DATE,
    TIME,
    TIMESTAMP,
    STRING,
    BINARY,
    FIXED_BINARY,
    UUID,
    YEAR_MONTH,
    DAY_TIME,
    STRUCT,
    LIST,
    MAP,
) = range(1, 21)

NAMES = [
    "?",
    "boolean",
    "int8",
    "int16",
    "int32",
    "int64",
    "float",
    "double",
    "decimal",
    "date",
    "time",
    "timestamp",
    "string",
    "binary",
    "fixed_binary",
    "uuid",
    "year_month_interval",
    "day_time_interval",
    "struct",
    "list",
    "map",
]
UNITS = {1: "millis", 2: "micros", 3: "nanos"}
WIDTHS = {
    BOOLEAN: 1,
    INT8: 1,
    INT16: 2,
    INT32: 4,
    INT64: 8,
    FLOAT: 4,
    DOUBLE: 8,
    DATE: 4,
    TIME: 8,
    TIMESTAMP: 8,
    STRING: 8,
    BINARY: 8,
    UUID: 16,
    YEAR_MONTH: 4,
    DAY_TIME: 8,
}
INTEGERS = (INT8, INT16, INT32, INT64)
FLOATS = (FLOAT, DOUBLE)
NESTED = (STRUCT, LIST, MAP)
BYTES = (STRING, BINARY)
MAX_DEPTH = 40
MAX_LEAVES = 100_000
MAX_STRIDE = 65_528
DAY = {1: 86_400_000, 2: 86_400_000_000, 3: 86_400_000_000_000}


@dataclass(frozen=True)
class Type:
    """A type with its parameters."""

    kind: int
    precision: int = 0
    scale: int = 0
    unit: int = 0
    with_zone: bool = False
    length: int = 0
    children: tuple[Field, ...] = ()

    @property
    def width(self) -> int:
        """The width of a fixed-width value, or of a string or binary in a row, in bytes."""
        if self.kind == DECIMAL:
            return 4 if self.precision <= 9 else 8 if self.precision <= 18 else 16
        return self.length if self.kind == FIXED_BINARY else WIDTHS[self.kind]

    def __str__(self) -> str:
        name = NAMES[self.kind]
        if self.kind == DECIMAL:
            return f"decimal({self.precision},{self.scale})"
        if self.kind == TIME:
            return f"time({UNITS[self.unit]})"
        if self.kind == TIMESTAMP:
            return f"timestamp{'_tz' if self.with_zone else ''}({UNITS[self.unit]})"
        if self.kind == FIXED_BINARY:
            return f"fixed_binary({self.length})"
        if self.children:
            return f"{name}<{', '.join(map(str, self.children))}>"
        return name

    def proto(self, stored: bool = False) -> Any:
        """The message. `stored`: of its fields only what matters for stored bytes."""
        message = _proto.Type(
            kind=self.kind,
            precision=self.precision,
            scale=self.scale,
            unit=self.unit,
            with_zone=self.with_zone,
            length=self.length,
        )
        message.children.extend(child.proto(stored) for child in self.children)
        return message


@dataclass(frozen=True)
class Field:
    """A named field of a schema, struct, list or map. Defaults are in plain encoding."""

    id: int
    name: str
    type: Type
    nullable: bool
    doc: str = ""
    metadata: dict[str, str] = field(default_factory=dict, hash=False)
    initial_default: bytes | None = None
    write_default: bytes | None = None
    extension: tuple[str, dict[str, str]] | None = field(default=None, hash=False)

    def __str__(self) -> str:
        return f"{self.name}: {self.type}{'' if self.nullable else ' (required)'}"

    def proto(self, stored: bool = False) -> Any:
        """The message. `stored`: only what matters for stored bytes."""
        message = _proto.Field(id=self.id, name=self.name, nullable=self.nullable)
        message.type.CopyFrom(self.type.proto(stored))
        if stored:
            return message
        message.doc = self.doc
        message.metadata.update(self.metadata)
        if self.initial_default is not None:
            message.initial_default, message.has_initial_default = self.initial_default, True
        if self.write_default is not None:
            message.write_default, message.has_write_default = self.write_default, True
        if self.extension is not None:
            message.extension.name = self.extension[0]
            message.extension.parameters.update(self.extension[1])
        return message

    def with_type(self, type: Type) -> Field:
        return replace(self, type=type)

    def below(self) -> Iterator[Field]:
        """This field and all fields below it."""
        yield self
        for child in self.type.children:
            yield from child.below()


def parse_type(message: Any, place: Place, depth: int = 1, stored: bool = False) -> Type:
    """Checks the type of a field at a depth, with all fields below it."""
    k, check = message.kind, place.check
    check(BOOLEAN <= k <= MAP, "kind of type", k)
    if k == DECIMAL:
        check(1 <= message.precision <= 38, "precision", message.precision)
        check(message.scale <= message.precision, "scale", message.scale)
    else:
        check(message.precision == 0 and message.scale == 0, f"parameters of type {NAMES[k]}")
    if k in (TIME, TIMESTAMP):
        check(message.unit in UNITS, "unit", message.unit)
    else:
        check(message.unit == 0, f"unit of type {NAMES[k]}")
    check(k == TIMESTAMP or not message.with_zone, f"time zone of type {NAMES[k]}")
    if k == FIXED_BINARY:
        check(1 <= message.length <= 65_520, "length", message.length)
    else:
        check(message.length == 0, f"length of type {NAMES[k]}")
    count = len(message.children)
    right = count == 0
    if k in NESTED:
        right = count >= 1 if k == STRUCT else count == (1 if k == LIST else 2)
    check(right, f"number of fields of type {NAMES[k]}", count)
    children = tuple(parse_field(c, place, depth + 1, stored) for c in message.children)
    check(k != MAP or not children[0].nullable, "map: its key is nullable")
    check(len({c.name for c in children}) == count, "type: two of its fields have the same name")
    return Type(
        k,
        message.precision,
        message.scale,
        message.unit,
        message.with_zone,
        message.length,
        children,
    )


def parse_field(message: Any, place: Place, depth: int = 1, stored: bool = False) -> Field:
    """Checks a field at a depth, with all fields below it."""
    place.check(depth <= MAX_DEPTH, "depth of nested fields", depth)
    place.check(1 <= message.id < 1 << 31, "field id", message.id)
    name = message.name
    place.check(1 <= len(name.encode()) <= 512 and not CONTROL.search(name), "name of a field", repr(name))
    place.check(message.HasField("type"), f"field {name}: it has no type")
    kind = parse_type(message.type, place, depth, stored)
    if stored:
        return Field(message.id, name, kind, message.nullable)
    initial = bytes(message.initial_default) if message.has_initial_default else None
    write = bytes(message.write_default) if message.has_write_default else None
    for value in (initial, write):
        if value is not None:
            place.check(kind.kind not in NESTED, f"default of nested field {name}")
            check_plain(kind, value, place, exact=True)
    extension = None
    if message.HasField("extension"):
        extension = (message.extension.name, dict(message.extension.parameters))
    return Field(
        message.id,
        name,
        kind,
        message.nullable,
        message.doc,
        dict(message.metadata),
        initial,
        write,
        extension,
    )


def plain_lengths(kind: Type) -> tuple[int, ...] | None:
    """The lengths that a value in plain encoding may have, or None for any (section 14)."""
    k = kind.kind
    if k in BYTES:
        return None
    if k in INTEGERS or k in FLOATS or k == DECIMAL:
        least = 1 if k in INTEGERS else 4
        return tuple(n for n in (1, 2, 4, 8, 16) if least <= n <= kind.width)
    return (kind.width,)


def check_plain(kind: Type, data: bytes, place: Place, exact: bool = False) -> None:
    """Checks the length of a value in plain encoding; `exact`: of exactly this type."""
    if kind.kind in BYTES or (exact and len(data) == kind.width):
        return
    if exact or len(data) not in (plain_lengths(kind) or ()):
        place.fail(f"length of a value of type {kind}: {len(data)}")


def can_widen(stored: Type, wanted: Type) -> bool:
    """Whether a stored type can be read as the type in the schema; fields below are not compared."""
    if stored.kind == wanted.kind == DECIMAL:
        return stored.scale == wanted.scale and stored.precision <= wanted.precision
    if stored.kind == wanted.kind:
        return (stored.unit, stored.with_zone, stored.length) == (
            wanted.unit,
            wanted.with_zone,
            wanted.length,
        )
    if stored.kind in INTEGERS and wanted.kind in INTEGERS:
        return stored.kind < wanted.kind
    return stored.kind == FLOAT and wanted.kind == DOUBLE
