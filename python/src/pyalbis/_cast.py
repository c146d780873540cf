# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Converts arrays to the types of the columns of a table, part by part."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyalbis._arrow import ArrowTypes
from pyalbis._columns import repeated
from pyalbis._encode import is_valid, list_of_map
from pyalbis._stats import plain_scalar
from pyalbis._types import Field
from pyalbis.errors import UnsupportedTypeError

TYPES = ArrowTypes(native_decimals=True, extensions=False)
ARROW_ERRORS = (pa.ArrowInvalid, pa.ArrowIndexError, pa.ArrowNotImplementedError, pa.ArrowTypeError)


def converted(array: pa.Array, field: Field, path: str) -> pa.Array:
    """An array as one of the Arrow type of the field at a path. Fields of structs are found by their names."""
    if isinstance(array.type, pa.BaseExtensionType):
        array = array.storage
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    elif pa.types.is_run_end_encoded(array.type):
        array = pc.run_end_decode(array)
    kind, wanted = array.type, TYPES.type(field.type)
    if kind == wanted:
        return array
    if pa.types.is_struct(wanted) and pa.types.is_struct(kind):
        return _nested(wanted, array, [], _fields(array, field, path))
    if pa.types.is_map(wanted) and pa.types.is_map(kind):
        offsets, below = _elements(array, path)
        key, value = (
            converted(below.field(i), child, f"{path}.{child.name}") for i, child in enumerate(field.type.children)
        )
        entries = pa.struct([wanted.key_field, wanted.item_field])
        return _nested(wanted, array, [offsets], [_nested(entries, below, [], [key, value])])
    if pa.types.is_list(wanted) and _is_any_list(kind):
        offsets, below = _elements(array, path)
        (child,) = field.type.children
        return _nested(wanted, array, [offsets], [converted(below, child, f"{path}.{child.name}")])
    try:
        return _cast(array, wanted)
    except ARROW_ERRORS as error:
        raise UnsupportedTypeError(f"Cannot write column {path} as {field.type}: {error}") from error


def _cast(array: pa.Array, wanted: pa.DataType) -> pa.Array:
    """An array of another type with the same values. Raises an error of Arrow if there is none."""
    if pa.types.is_float16(array.type):  # of which Arrow makes nothing but other floats correctly
        array = array.cast(pa.float32())
    kind = array.type
    zones = [getattr(one, "tz", None) for one in (kind, wanted) if pa.types.is_timestamp(one) or pa.types.is_date(one)]
    if len(zones) == 2 and zones.count(None) == 1:
        raise pa.ArrowInvalid(f"only one of {kind} and {wanted} has a time zone")
    made = array.cast(wanted)
    if not _is_checked(kind, wanted) and not _equal(made.cast(kind), array):
        raise pa.ArrowInvalid(f"it has values that {wanted} cannot represent")
    return made


def _is_checked(kind: pa.DataType, wanted: pa.DataType) -> bool:
    """Whether the cast keeps all values or fails. Arrow rounds and cuts values of other types."""
    if pa.types.is_null(kind):
        return True
    if pa.types.is_floating(kind) and pa.types.is_floating(wanted):
        return bool(kind.bit_width <= wanted.bit_width)
    if pa.types.is_integer(wanted):
        return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind))
    if pa.types.is_integer(kind):
        return bool(pa.types.is_floating(wanted) or pa.types.is_decimal(wanted))
    return any(test(kind) and test(wanted) for test in (_is_text, *_TIMES))


_TIMES = (pa.types.is_date, pa.types.is_time, pa.types.is_timestamp, pa.types.is_duration)
_TEXTS = (
    *(pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_fixed_size_binary),
    *(pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view),
)


def _is_text(kind: pa.DataType) -> bool:
    return any(test(kind) for test in _TEXTS)


def _equal(a: pa.Array, b: pa.Array) -> bool:
    """Whether arrays have the same values; NaN equals NaN."""
    if not pa.types.is_floating(a.type):
        return bool(a.equals(b))
    same = pc.or_(pc.equal(a, b), pc.and_(pc.is_nan(a), pc.is_nan(b)))
    return bool(pc.all(same, min_count=0).as_py())


def _fields(array: pa.StructArray, field: Field, path: str) -> list[pa.Array]:
    """The arrays for the fields of a struct. Values of structs that are null do not count."""
    names = [one.name for one in array.type]
    if len(set(names)) < len(names):
        raise UnsupportedTypeError(f"Cannot write: column {path} has two fields of the same name")
    parts = array.flatten() if array.null_count else [array.field(i) for i in range(len(names))]
    given = dict(zip(names, parts))
    found = []
    for child in field.type.children:
        below, part = f"{path}.{child.name}", given.pop(child.name, None)
        found.append(default(child, below, len(array)) if part is None else converted(part, child, below))
    if given:
        raise UnsupportedTypeError(f"Cannot write: the table has no column {path}.{min(given)}")
    return found


def default(field: Field, path: str, count: int) -> pa.Array:
    """The values of a column or field that is left out."""
    arrow = TYPES.type(field.type)
    if field.write_default is not None:
        return repeated(plain_scalar(field.type, field.write_default, arrow), count)
    if not field.nullable:
        raise UnsupportedTypeError(f"Cannot write: column {path} is missing, and it is required")
    return pa.nulls(count, arrow)


def _is_any_list(kind: pa.DataType) -> bool:
    return bool(
        pa.types.is_list(kind)
        or pa.types.is_large_list(kind)
        or pa.types.is_fixed_size_list(kind)
        or pa.types.is_list_view(kind)
        or pa.types.is_large_list_view(kind)
    )


def _elements(array: pa.Array, path: str) -> tuple[Any, pa.Array]:
    """Offsets from 0, and the elements of any kind of list, or entries of a map; null lists are empty.

    Arrow's cast from list views makes one offset too few, and `flatten` and `take` do not know all types.
    """
    if pa.types.is_map(array.type):
        array = list_of_map(array)
    count = len(array)
    lengths = np.asarray(pc.fill_null(pc.list_value_length(array), 0)).astype(np.int64)
    if pa.types.is_fixed_size_list(array.type):
        starts = (np.arange(count) + array.offset) * array.type.list_size
    else:
        starts = np.asarray(array.offsets)[:count].astype(np.int64)
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    if offsets[-1] >= 1 << 31:
        raise UnsupportedTypeError(f"Cannot write column {path}: its lists have too many elements ({offsets[-1]})")
    return offsets.astype(np.int32), _joined(array.values, starts[lengths > 0], lengths[lengths > 0])


def _joined(values: pa.Array, starts: Any, lengths: Any) -> pa.Array:
    """Parts of an array, one after another. Neighbours, as most are, are not copied."""
    if not len(starts):
        return values.slice(0, 0)
    ends = starts + lengths
    gaps = np.flatnonzero(starts[1:] != ends[:-1])
    bounds = zip(starts[[0, *(gaps + 1)]].tolist(), ends[[*gaps, -1]].tolist())
    parts = [values.slice(start, end - start) for start, end in bounds]
    return parts[0] if len(parts) == 1 else pa.concat_arrays(parts)


def _nested(kind: pa.DataType, array: pa.Array, buffers: list[Any], children: list[pa.Array]) -> pa.Array:
    """An array of a nested type with the length and the nulls of another one."""
    validity = pa.py_buffer(np.packbits(is_valid(array), bitorder="little")) if array.null_count else None
    return pa.Array.from_buffers(kind, len(array), [validity, *map(pa.py_buffer, buffers)], children=children)
