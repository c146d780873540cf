# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Partitions of rows that are written (SPEC.md, section 15)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from pyalbis import _proto
from pyalbis import _types as t
from pyalbis._measure import NUMBERS, Measured, measured, merge, plain, plain_values, raw, value_of
from pyalbis._schema import Leaf
from pyalbis._transforms import (
    BUCKET,
    DAY,
    HOUR,
    IDENTITY,
    MONTH,
    PER_SECOND,
    TRUNCATE,
    YEAR,
    accepts,
    is_known,
    murmur3_of_longs,
    result_type,
    transform,
    truncated_integers,
)
from pyalbis._types import Type
from pyalbis.errors import AlbisError, UnsupportedTypeError

_TEXT = re.compile(r"([a-z]+)\((.*?)(?:, *([0-9]+))?\)")
_NAMED = {"identity": IDENTITY, "bucket": BUCKET, "truncate": TRUNCATE}
_NAMED |= {"year": YEAR, "month": MONTH, "day": DAY, "hour": HOUR}
_SUFFIXES = {IDENTITY: "", BUCKET: "_bucket", TRUNCATE: "_trunc", YEAR: "_year", MONTH: "_month"}
_SUFFIXES |= {DAY: "_day", HOUR: "_hour"}


def new_spec(texts: Sequence[str], leaves: Iterable[Leaf], next_id: Callable[[], int], number: int = 1) -> Any:
    """The `PartitionSpec` for texts such as `region`, `day(sold_at)` and `bucket(id, 16)`; None without any."""
    if isinstance(texts, str):
        raise ValueError(f"Invalid partition_by: {texts} (expected a list)")
    if not texts:
        return None
    by_path = {leaf.path: leaf for leaf in leaves}
    spec = _proto.PartitionSpec(id=number)
    for text in texts:
        kind, path, parameter = _parsed(text, by_path)
        leaf = by_path.get(path)
        if leaf is None:
            raise KeyError(f"Cannot find column {path}, by which to partition")
        if not accepts(kind, leaf.type):
            raise UnsupportedTypeError(f"Cannot partition by {text}: the column is of type {leaf.type}")
        name = path + _SUFFIXES[kind]
        if any(field.name == name for field in spec.fields):
            raise ValueError(f"Invalid partition_by: {text} (two fields have the name {name})")
        spec.fields.add(id=next_id(), source_id=leaf.id, transform=kind, parameter=parameter, name=name)
    return spec


def _parsed(text: str, by_path: dict[str, Leaf]) -> tuple[int, str, int]:
    match = None if text in by_path else _TEXT.fullmatch(text)
    if match is None:
        return IDENTITY, text, 0
    kind = _NAMED.get(match[1])
    with_parameter = kind in (BUCKET, TRUNCATE)
    number = int(match[3] or 0)
    if kind is None or with_parameter != bool(match[3]) or (with_parameter and not 1 <= number < 1 << 31):
        raise ValueError(
            f"Invalid partition_by: {text} (expected a form such as day(a), bucket(a, 16), truncate(a, 4))"
        )
    return kind, match[2], number


class Partitioner:
    """Divides rows by their partitions."""

    def __init__(self, spec: Any, leaves: dict[int, Leaf]) -> None:
        self.spec, self.leaves = spec, leaves
        for field in spec.fields:
            if not is_known(field):
                raise AlbisError(
                    f"Cannot write: transform {field.transform} of partition field {field.name} is unknown"
                )

    def split(self, arrays: dict[int, pa.Array]) -> list[tuple[Any, dict[int, pa.Array]]]:
        """The arrays of each partition, in the order of their first rows. Rows of a partition keep their order."""
        rows = len(next(iter(arrays.values())))
        codes: Any = np.zeros(rows, np.int64)
        results = []
        for field in self.spec.fields:
            leaf = self.leaves[field.source_id]
            found, values = field_codes(field, leaf.type, arrays[leaf.id])
            results.append((field, leaf, found, values))
            _, codes = np.unique(codes * len(values) + found, return_inverse=True)
        _, starts, codes = np.unique(codes, return_index=True, return_inverse=True)
        order = np.argsort(codes, kind="stable")
        ends = np.cumsum(np.bincount(codes, minlength=len(starts)))
        parts = []
        for code in np.argsort(starts, kind="stable").tolist():
            members = order[int(ends[code - 1]) if code else 0 : int(ends[code])]
            first, last = int(members[0]), int(members[-1])
            partition = _proto.PartitionTuple(spec_id=self.spec.id)
            for position, (field, leaf, found, values) in enumerate(results):
                value = values[int(found[first])]
                partition.values.append(b"" if value is None else encoded(field, leaf.type, value))
                if value is None:
                    partition.nulls.append(position)
            if last - first + 1 == len(members):
                taken = {i: array.slice(first, len(members)) for i, array in arrays.items()}
            else:
                positions = pa.array(members)
                taken = {i: array.take(positions) for i, array in arrays.items()}
            parts.append((partition, taken))
        return parts


def encoded(field: Any, source: Type, value: Any) -> bytes:
    """A result in plain encoding."""
    kind = result_type(field, source)
    if kind.kind != t.DECIMAL:
        return plain(kind, value)
    for width in (4, 8, 16):
        if width >= kind.width and -(1 << (8 * width - 1)) <= value < 1 << (8 * width - 1):
            return int(value).to_bytes(width, "little", signed=True)
    raise UnsupportedTypeError(f"Cannot write: partition value {value} of {field.name} has too many digits")


def field_codes(field: Any, kind: Type, array: pa.Array) -> tuple[Any, list[Any]]:
    """For each row the position of its result in a list of different ones, in which null is None."""
    positions, values = _distinct(field, kind, array)
    known: dict[Any, int] = {}
    numbers = [known.setdefault(value, len(known)) for value in values]
    return np.array(numbers, np.int64)[positions], list(known)


def _distinct(field: Any, kind: Type, array: pa.Array) -> tuple[Any, list[Any]]:
    """For each row a position in a list of results, few of which are equal."""
    what, k = field.transform, kind.kind
    if k in t.FLOATS:  # by their bits
        array = array.view(pa.int32() if k == t.FLOAT else pa.int64())
    elif what != IDENTITY and (k in t.INTEGERS or k in (t.DATE, t.TIME, t.TIMESTAMP)):
        return _of_numbers(field, kind, array)
    seen = Type(t.INT64) if k in t.FLOATS else kind
    if k == t.DECIMAL and kind.width < 16:  # unscaled: Arrow has no function for these types
        seen = Type(t.INT64)
        stored = pa.int32() if kind.width == 4 else pa.int64()
        array = pa.Array.from_buffers(stored, len(array), array.buffers(), array.null_count, array.offset)
    found = array.dictionary_encode(null_encoding="encode")
    values = plain_values(seen, found.dictionary)
    if k in t.FLOATS:
        width = kind.width
        results = [None if v is None else int(v).to_bytes(width, "little", signed=True) for v in values]
    else:
        results = [None if v is None else transform(field, kind, v) for v in values]
    return found.indices.to_numpy(zero_copy_only=False), results


def _of_numbers(field: Any, kind: Type, array: pa.Array) -> tuple[Any, list[Any]]:
    """Of integers, which numpy reduces to few values first."""
    numbers = raw(array, NUMBERS[array.type.bit_width // 8]).astype(np.int64)
    what = field.transform
    finish: Callable[[int], Any] = lambda value: value  # noqa: E731
    if what == BUCKET:
        if kind.kind in (t.TIME, t.TIMESTAMP) and kind.unit != 2:
            numbers = numbers * 1000 if kind.unit == 1 else numbers // 1000
        numbers = (murmur3_of_longs(numbers) & np.uint32(0x7FFFFFFF)).astype(np.int64) % field.parameter
    elif what == TRUNCATE:
        numbers = truncated_integers(kind, numbers, field.parameter)
    else:
        per = 1
        if kind.kind == t.TIMESTAMP:
            per = PER_SECOND[kind.unit] * (3600 if what == HOUR else 86_400)
            numbers = numbers // per
        finish = lambda value: transform(field, kind, value * per)  # noqa: E731
    different, positions = np.unique(numbers, return_inverse=True)
    results: list[Any] = [finish(int(value)) for value in different]
    if array.null_count:
        positions = np.where(np.asarray(array.is_valid()), positions, len(results))
        results.append(None)
    return positions, results


# ------------------------------------------------------------------ metadata


def list_partitions(message: Any, partitions: list[Any]) -> None:
    """Sets the partitions of the row groups of a manifest or data file; None: in no partition."""
    if all(each is None for each in partitions):
        return
    positions: dict[bytes, int] = {}
    for each in partitions:
        one = each if each is not None else _proto.PartitionTuple()
        key = one.SerializeToString(deterministic=True)
        if key not in positions:
            positions[key] = len(positions)
            message.partitions.add().CopyFrom(one)
        message.partition.append(positions[key])
    if len(positions) == 1:
        message.ClearField("partition")


def add_bounds(ref: Any, spec: Any, leaves: dict[int, Leaf], partitions: list[Any], known: list[Measured]) -> None:
    """Adds the bounds of the sources and of the partitions to a `ManifestRef`. `known`: of all rows."""
    sources = {field.source_id for field in spec.fields}
    ref.bounds.extend(one.proto() for one in known if one.field_id in sources)
    bounds = ref.partition_bounds.add(spec_id=spec.id)
    for position, field in enumerate(spec.fields):
        source = leaves[field.source_id].type
        values = [each.values[position] for each in partitions if position not in each.nulls]
        _set_bounds(bounds.fields.add(), field, source, values)
        bounds.fields[position].has_null = len(values) < len(partitions)


def _set_bounds(one: Any, field: Any, source: Type, values: list[bytes]) -> None:
    """Widens bounds so that values in plain encoding are in them."""
    kind = result_type(field, source)
    found = [value_of(kind, v) for v in values]
    numbers = [v for v in found if v == v]
    one.has_nan |= len(numbers) < len(found)
    if one.has_min_max:
        numbers += [value_of(kind, one.min), value_of(kind, one.max)]
    if numbers:
        one.has_min_max = True
        one.min, one.max = (encoded(field, source, each) for each in (min(numbers), max(numbers)))


def merge_bounds(made: Any, refs: list[Any], specs: Iterable[Any], leaves: dict[int, Leaf]) -> None:
    """Sets the bounds of a manifest that consists of others, as far as they are known."""
    fields = {spec.id: list(spec.fields) for spec in specs}
    ids = set.intersection(*({one.field_id for one in ref.bounds} for ref in refs))
    for number in sorted(i for i in ids if i in leaves):
        kind = leaves[number].type
        parts = [measured_bounds(ref, number, kind) for ref in refs]
        made.bounds.append(merge(parts).proto())
    if not all(ref.partition_bounds for ref in refs):
        return
    whole: dict[int, Any] = {}
    for ref in refs:
        for bounds in ref.partition_bounds:
            listed = fields.get(bounds.spec_id, [])
            if bounds.spec_id not in whole:
                whole[bounds.spec_id] = _proto.PartitionBounds()
                whole[bounds.spec_id].CopyFrom(bounds)
                continue
            for one, other, field in zip(whole[bounds.spec_id].fields, bounds.fields, listed):
                source = leaves.get(field.source_id)
                one.has_null |= other.has_null
                one.has_nan |= other.has_nan
                if other.has_min_max and source is not None and is_known(field):
                    _set_bounds(one, field, source.type, [other.min, other.max])
                elif other.has_min_max:
                    return  # the order of such values is unknown
    made.partition_bounds.extend(whole[number] for number in sorted(whole))


def measured_bounds(ref: Any, number: int, kind: Type) -> Measured:
    (one,) = (each for each in ref.bounds if each.field_id == number)
    return measured(one, kind, ref.row_count)
