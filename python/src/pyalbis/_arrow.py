# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The Arrow types that stand for the types of the format, in both directions.

Metadata of Arrow fields that start with `albis.` state what Arrow's types cannot: `albis.type` (`year_month_interval`),
`albis.doc`, `albis.extension` and `albis.extension.NAME`. All other metadata is that of the field.
"""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa

from pyalbis import _types as t
from pyalbis._types import Field, Type
from pyalbis.errors import UnsupportedTypeError

ARROW_UNITS = {1: "ms", 2: "us", 3: "ns"}
UNIT_NUMBERS = {"ms": 1, "us": 2, "ns": 3}
TYPE_KEY, DOC_KEY, EXTENSION_KEY = "albis.type", "albis.doc", "albis.extension"

_PRIMITIVES = {
    t.BOOLEAN: pa.bool_(),
    t.INT8: pa.int8(),
    t.INT16: pa.int16(),
    t.INT32: pa.int32(),
    t.INT64: pa.int64(),
    t.FLOAT: pa.float32(),
    t.DOUBLE: pa.float64(),
    t.DATE: pa.date32(),
    t.STRING: pa.string(),
    t.BINARY: pa.binary(),
    t.UUID: pa.uuid(),
    t.YEAR_MONTH: pa.int32(),
    t.DAY_TIME: pa.duration("us"),
}


def native_decimal(precision: int, scale: int) -> pa.DataType:
    """The decimal type of Arrow with the width that the format stores."""
    if precision <= 9:
        return pa.decimal32(precision, scale)
    return pa.decimal64(precision, scale) if precision <= 18 else pa.decimal128(precision, scale)


class ArrowTypes:
    """Maps types to Arrow.

    `native_decimals`: decimals of up to 18 digits are decimal32 and decimal64. `extensions`: a uuid is Arrow's
    extension type, and otherwise the type that stores it, for which more functions exist.
    """

    def __init__(self, native_decimals: bool = False, extensions: bool = True) -> None:
        self.native_decimals, self.extensions = native_decimals, extensions
        self._known: dict[Type, pa.DataType] = {}

    def type(self, kind: Type) -> pa.DataType:
        found = self._known.get(kind)
        if found is None:
            found = self._known[kind] = self._make(kind)
        return found

    def _make(self, kind: Type) -> pa.DataType:
        k = kind.kind
        if k == t.UUID and not self.extensions:
            return pa.binary(16)
        if k in _PRIMITIVES:
            return _PRIMITIVES[k]
        if k == t.DECIMAL:
            make = native_decimal if self.native_decimals else pa.decimal128
            return make(kind.precision, kind.scale)
        if k == t.TIME:
            return pa.time32("ms") if kind.unit == 1 else pa.time64(ARROW_UNITS[kind.unit])
        if k == t.TIMESTAMP:
            return pa.timestamp(ARROW_UNITS[kind.unit], tz="UTC" if kind.with_zone else None)
        if k == t.FIXED_BINARY:
            return pa.binary(kind.length)
        fields = [self.field(child) for child in kind.children]
        if k == t.STRUCT:
            return pa.struct(fields)
        return pa.list_(fields[0]) if k == t.LIST else pa.map_(fields[0], fields[1])

    def field(self, one: Field) -> pa.Field:
        metadata = dict(one.metadata)
        if one.type.kind == t.YEAR_MONTH:
            metadata[TYPE_KEY] = t.NAMES[t.YEAR_MONTH]
        if one.doc:
            metadata[DOC_KEY] = one.doc
        if one.extension is not None:
            metadata[EXTENSION_KEY] = one.extension[0]
            metadata |= {f"{EXTENSION_KEY}.{k}": v for k, v in one.extension[1].items()}
        return pa.field(one.name, self.type(one.type), one.nullable, metadata=metadata or None)

    def schema(self, fields: list[Field] | tuple[Field, ...], properties: dict[str, str]) -> pa.Schema:
        return pa.schema([self.field(one) for one in fields], metadata=properties or None)


def empty_table(schema: pa.Schema) -> pa.Table:
    """A table without rows, also for types for which Arrow's own function does not work."""
    return pa.Table.from_arrays([pa.chunked_array([], f.type) for f in schema], schema=schema)


# ------------------------------------------------------------------ from Arrow


def fields_of(schema: pa.Schema, next_id: Callable[[], int]) -> tuple[Field, ...]:
    """The fields for an Arrow schema. Ids come from `next_id`, depth first."""
    return tuple(field_of(one, one.name, next_id) for one in schema)


def field_of(one: pa.Field, path: str, next_id: Callable[[], int]) -> Field:
    """The field for an Arrow field at a path."""
    number = next_id()
    metadata = {k.decode(): v.decode() for k, v in (one.metadata or {}).items()}
    own = metadata.pop(TYPE_KEY, None)
    doc = metadata.pop(DOC_KEY, "")
    name = metadata.pop(EXTENSION_KEY, None)
    prefix = EXTENSION_KEY + "."
    parameters = {k[len(prefix) :]: metadata.pop(k) for k in list(metadata) if k.startswith(prefix)}
    kind = type_of(one.type, path, next_id)
    if own == t.NAMES[t.YEAR_MONTH] and kind.kind == t.INT32:
        kind = Type(t.YEAR_MONTH)
    extension = None if name is None else (name, parameters)
    return Field(number, one.name, kind, one.nullable, doc, metadata, extension=extension)


_FROM_ARROW = {
    pa.int8(): t.INT8,
    pa.int16(): t.INT16,
    pa.int32(): t.INT32,
    pa.int64(): t.INT64,
    pa.float16(): t.FLOAT,
    pa.float32(): t.FLOAT,
    pa.float64(): t.DOUBLE,
    pa.bool_(): t.BOOLEAN,
    pa.date32(): t.DATE,
    pa.date64(): t.DATE,
    pa.uint8(): t.INT16,
    pa.uint16(): t.INT32,
    pa.uint32(): t.INT64,
    pa.uuid(): t.UUID,
    pa.string(): t.STRING,
    pa.large_string(): t.STRING,
    pa.string_view(): t.STRING,
    pa.binary(): t.BINARY,
    pa.large_binary(): t.BINARY,
    pa.binary_view(): t.BINARY,
    pa.duration("us"): t.DAY_TIME,
    pa.duration("ms"): t.DAY_TIME,
    pa.duration("s"): t.DAY_TIME,
}


def type_of(kind: pa.DataType, path: str, next_id: Callable[[], int]) -> Type:
    """The type for an Arrow type."""
    if kind in _FROM_ARROW:
        return Type(_FROM_ARROW[kind])
    if isinstance(kind, pa.BaseExtensionType):
        return type_of(kind.storage_type, path, next_id)
    if pa.types.is_dictionary(kind):
        return type_of(kind.value_type, path, next_id)
    if pa.types.is_run_end_encoded(kind):
        return type_of(kind.value_type, path, next_id)
    if kind == pa.uint64():
        return Type(t.DECIMAL, 20, 0)
    if pa.types.is_decimal(kind) and kind.precision <= 38 and 0 <= kind.scale <= kind.precision:
        return Type(t.DECIMAL, kind.precision, kind.scale)
    if pa.types.is_time(kind):
        return Type(t.TIME, unit=UNIT_NUMBERS.get(kind.unit, 1))
    if pa.types.is_timestamp(kind):
        return Type(t.TIMESTAMP, unit=UNIT_NUMBERS.get(kind.unit, 1), with_zone=kind.tz is not None)
    if pa.types.is_fixed_size_binary(kind) and 1 <= kind.byte_width <= 65_520:
        return Type(t.FIXED_BINARY, length=kind.byte_width)
    if pa.types.is_struct(kind) and kind.num_fields:
        children = (field_of(f, f"{path}.{f.name}", next_id) for f in kind)
        return Type(t.STRUCT, children=tuple(children))
    if pa.types.is_map(kind):
        fields = (kind.key_field.with_name("key"), kind.item_field.with_name("value"))
        key, item = (field_of(f, f"{path}.{f.name}", next_id) for f in fields)
        return Type(t.MAP, children=(key, item))
    if (
        pa.types.is_list(kind)
        or pa.types.is_large_list(kind)
        or pa.types.is_fixed_size_list(kind)
        or pa.types.is_list_view(kind)
        or pa.types.is_large_list_view(kind)
    ):
        one = kind.value_field.with_name("element")
        return Type(t.LIST, children=(field_of(one, path + ".element", next_id),))
    raise UnsupportedTypeError(f"Cannot write column {path}: the format has no type for {kind}")
