# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Segments of Arrow arrays, in both layouts (SPEC.md, sections 12 and 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from pyalbis import _proto
from pyalbis import _types as t
from pyalbis._extents import StoredLayout, StoredLeaf
from pyalbis._measure import Measured, measure
from pyalbis._types import Type
from pyalbis._wire import align, crc32c
from pyalbis.errors import UnsupportedTypeError

_ZEROS = b"\0" * 64


@dataclass
class EncodedSegment:
    """The bytes of a segment, in parts, and its description without its offset."""

    parts: list[Any]
    length: int
    message: Any
    statistics: list[Measured]


def seal(parts: list[Any], length: int, message: Any, statistics: list[Measured]) -> EncodedSegment:
    data = b"".join(parts) if len(parts) != 1 else parts[0]
    message.length, message.crc32c = length, crc32c(data)
    message.statistics.extend(one.proto() for one in statistics)
    return EncodedSegment([data], length, message, statistics)


# ------------------------------------------------------------------ column layout


def encode_column(leaf: StoredLeaf, array: pa.Array) -> EncodedSegment:
    """A segment of a leaf. The array of a presence leaf is boolean, and null where the struct is null."""
    nodes = _Nodes()
    weight = 0
    if leaf.type.kind == t.STRUCT:
        nodes.counts.append(len(array))
        nodes.validity(array, True)
    else:
        weight = int(nodes.node(leaf.type, leaf.nullable, array))
    parts: list[Any] = []
    at = end = 0
    for data in nodes.buffers:
        start = align(at, 64)
        size = memoryview(data).nbytes
        if size:
            parts += [_ZEROS[: start - end], data]
            end = start + size
        at = start + size
    message = _proto.Segment(row_count=len(array))
    message.buffer_lengths.extend(memoryview(data).nbytes for data in nodes.buffers)
    message.node_lengths.extend(nodes.counts)
    return seal(parts, end, message, [measure(leaf.type, leaf.id, array, weight)])


class _Nodes:
    """The buffers and element counts of nodes, depth first."""

    def __init__(self) -> None:
        self.buffers: list[Any] = []
        self.counts: list[int] = []

    def validity(self, array: pa.Array, nullable: bool) -> None:
        if nullable and array.null_count:
            self.buffers.append(np.packbits(is_valid(array), bitorder="little"))
        else:
            self.buffers.append(b"")

    def node(self, kind: Type, nullable: bool, array: pa.Array) -> Any:
        """Adds a node. Returns its value bytes: the natural width of all values in it."""
        k, count = kind.kind, len(array)
        self.counts.append(count)
        self.validity(array, nullable)
        if k == t.STRUCT:
            parts = array.flatten()
            return sum(self.node(c.type, c.nullable, part) for c, part in zip(kind.children, parts))
        if k in (t.LIST, t.MAP):
            offsets, below = elements(array)
            self.buffers.append(offsets)
            if k == t.LIST:
                return self.node(kind.children[0].type, kind.children[0].nullable, below)
            self.counts.append(len(below))
            self.buffers.append(b"")
            parts = below.flatten()
            return sum(self.node(c.type, c.nullable, part) for c, part in zip(kind.children, parts))
        if k in t.BYTES:
            offsets, data = text(array)
            self.buffers += [offsets, data]
            return len(data)
        present = count - array.null_count
        if k == t.BOOLEAN:
            self.buffers.append(np.packbits(booleans(array), bitorder="little"))
            return present
        self.buffers.append(fixed_bytes(kind, array))
        return present * kind.width


def is_valid(array: pa.Array) -> Any:
    return array.is_valid().to_numpy(zero_copy_only=False)


def booleans(array: pa.Array) -> Any:
    return array.fill_null(False).to_numpy(zero_copy_only=False)


def fixed_bytes(kind: Type, array: pa.Array) -> Any:
    """The values of a fixed-width array as a matrix of bytes, which are zero where they are null."""
    if kind.kind == t.TIME and kind.unit == 1:
        array = array.view(pa.int32()).cast(pa.int64())
    width = kind.width
    data = array.buffers()[1]
    if data is None:
        return np.zeros((len(array), width), np.uint8)
    values = np.frombuffer(data, np.uint8)[array.offset * width :][: len(array) * width]
    values = values.reshape(len(array), width)
    if array.null_count:
        values = values * is_valid(array).astype(np.uint8)[:, None]
    return values


def text(array: pa.Array) -> tuple[Any, Any]:
    """Offsets from 0, and the bytes; null elements are empty."""
    offsets = raw_offsets(array)
    if array.null_count and np.diff(offsets)[~is_valid(array)].any():
        array = array.take(pa.array(np.arange(len(array))))
        offsets = raw_offsets(array)
    data = array.buffers()[2]
    first, last = int(offsets[0]), int(offsets[-1])
    content = np.frombuffer(data, np.uint8)[first:last] if data is not None else np.empty(0, np.uint8)
    return offsets - np.int32(first), content


def raw_offsets(array: pa.Array) -> Any:
    data = array.buffers()[1]
    if data is None or data.size == 0:
        return np.zeros(1, np.int32)
    return np.frombuffer(data, np.int32)[array.offset :][: len(array) + 1]


def elements(array: pa.Array) -> tuple[Any, pa.Array]:
    """Offsets from 0, and the elements of a list or map; null lists are empty."""
    if pa.types.is_map(array.type):
        array = list_of_map(array)
    offsets = raw_offsets(array)
    lengths = np.diff(offsets)
    if array.null_count and lengths[~is_valid(array)].any():
        lengths = lengths * is_valid(array)
        below = array.flatten()
    else:
        below = array.values.slice(int(offsets[0]), int(offsets[-1] - offsets[0]))
    made = np.zeros(len(array) + 1, np.int32)
    np.cumsum(lengths, out=made[1:])
    return made, below


def list_of_map(array: pa.MapArray) -> pa.ListArray:
    """A map as a list of its entries, without copying."""
    entries = pa.struct([array.type.key_field, array.type.item_field])
    keys, items = array.keys, array.items
    below = pa.Array.from_buffers(entries, len(keys), [None], 0, children=[keys, items])
    kind = pa.list_(pa.field("entries", entries, False))
    buffers = array.buffers()[:2]
    return pa.Array.from_buffers(kind, len(array), buffers, -1, array.offset, children=[below])


# ------------------------------------------------------------------ row layout


def encode_rows(layout: StoredLayout, arrays: list[pa.Array]) -> EncodedSegment:
    """A segment of rows."""
    rows = len(arrays[0])
    matrix = np.zeros((rows, layout.stride), np.uint8)
    statistics, texts = [], []
    for leaf, array in zip(layout.leaves, arrays):
        bit = layout.bits.get(leaf.id)
        if bit is not None and array.null_count:
            matrix[:, bit // 8] |= (~is_valid(array)).astype(np.uint8) << np.uint8(bit % 8)
        k, weight = leaf.type.kind, 0
        if k in t.BYTES:
            texts.append((leaf, text(array), is_valid(array)))
            weight = len(texts[-1][1][1])
        elif k != t.STRUCT:
            at = layout.offsets[leaf.id]
            if k == t.BOOLEAN:
                matrix[:, at] = booleans(array)
            else:
                matrix[:, at : at + leaf.type.width] = fixed_bytes(leaf.type, array)
            weight = (rows - array.null_count) * leaf.type.width
        statistics.append(measure(leaf.type, leaf.id, array, weight))
    area = _variable_area(layout, matrix, texts)
    message = _proto.Segment(row_count=rows)
    parts = [matrix.reshape(-1), area] if len(area) else [matrix.reshape(-1)]
    return seal(parts, matrix.nbytes + len(area), message, statistics)


def _variable_area(layout: StoredLayout, matrix: Any, texts: list[Any]) -> Any:
    """Stores where strings lie, and returns their bytes in row order, and within a row in leaf order."""
    if not texts:
        return b""
    rows = len(matrix)
    lengths = np.stack([np.diff(offsets).astype(np.int64) for _, (offsets, _), _ in texts], 1)
    ends = np.cumsum(lengths.reshape(-1)).reshape(lengths.shape)
    if ends[-1, -1] >= 1 << 31:
        raise UnsupportedTypeError("Cannot write rows: the values of a segment are longer than 2 GiB")
    starts = ends - lengths
    for i, (leaf, _, valid) in enumerate(texts):
        at = layout.offsets[leaf.id]
        pairs = np.stack([starts[:, i], lengths[:, i]], 1) * valid[:, None]
        matrix[:, at : at + 8] = pairs.astype("<u4").view(np.uint8)
    if len(texts) == 1:
        return texts[0][1][1]
    # All values one after another, leaf by leaf, are taken row by row.
    joined = np.concatenate([data for _, (_, data), _ in texts])
    offsets = np.zeros(rows * len(texts) + 1, np.int64)
    np.cumsum(lengths.T.reshape(-1), out=offsets[1:])
    everything = pa.Array.from_buffers(
        pa.large_binary(), rows * len(texts), [None, pa.py_buffer(offsets), pa.py_buffer(joined)]
    )
    order = np.arange(rows * len(texts)).reshape(len(texts), rows).T.reshape(-1)
    taken = everything.take(pa.array(order))
    data = taken.buffers()[2]
    return np.frombuffer(data, np.uint8)[: int(ends[-1, -1])] if data is not None else b""
