# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Arrow arrays of the leaves of segments in row layout, by strides (SPEC.md, section 13)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from pyalbis import _types as t
from pyalbis._arrow import ArrowTypes
from pyalbis._columns import fixed
from pyalbis._extents import Segment, StoredLayout, StoredLeaf
from pyalbis._types import Field
from pyalbis._wire import Place


class RowSegment:
    """The rows of a segment, as a matrix of bytes over its memory."""

    def __init__(
        self,
        layout: StoredLayout,
        segment: Segment,
        data: pa.Buffer,
        types: ArrowTypes,
        place: Place,
    ) -> None:
        self.layout, self.rows, self.types, self.place = layout, segment.rows, types, place
        self.fixed = layout.stride * segment.rows
        everything = np.frombuffer(data, np.uint8)
        self.matrix = everything[: self.fixed].reshape(segment.rows, layout.stride)
        self.variable = everything[self.fixed :]
        self.area = data.slice(self.fixed)
        self.texts = [leaf for leaf in layout.leaves if leaf.type.kind in t.BYTES]
        self._together: Any = _UNKNOWN

    def nulls(self, leaf: StoredLeaf) -> Any:
        """Whether the leaf is null, for each row; None if it is not nullable."""
        bit = self.layout.bits.get(leaf.id)
        if bit is None:
            return None
        return (self.matrix[:, bit // 8] >> np.uint8(bit % 8)) & np.uint8(1)

    def decode(self, leaf: StoredLeaf, field: Field) -> pa.Array:
        """The array of a leaf, as `decode_column` returns it."""
        nulls = self.nulls(leaf)
        if leaf.type.kind == t.STRUCT:
            if nulls is None:
                return pa.Array.from_buffers(pa.bool_(), self.rows, [None, _ones(self.rows)], 0)
            bits = pa.py_buffer(np.packbits(nulls ^ 1, bitorder="little"))
            return pa.Array.from_buffers(pa.bool_(), self.rows, [None, bits], 0)
        validity = None
        if nulls is not None and field.nullable and nulls.any():
            validity = pa.py_buffer(np.packbits(nulls ^ 1, bitorder="little"))
        try:
            if leaf.type.kind in t.BYTES:
                return self.text(leaf, nulls, validity)
            values = self.bytes_of(leaf)
            if leaf.type.kind == t.BOOLEAN:
                values = np.packbits(values.reshape(-1), bitorder="little")
            return fixed(leaf.type, field.type, pa.py_buffer(values), validity, self.rows, self.types)
        except pa.ArrowInvalid as error:
            self.place.fail(f"content of field {field.name}: {error}")

    def bytes_of(self, leaf: StoredLeaf) -> Any:
        """The bytes of a fixed-width leaf, copied together."""
        at, width = self.layout.offsets[leaf.id], leaf.type.width
        column = self.matrix[:, at : at + width]
        if width in _WORDS:  # one load and one store for each value
            words: Any = np.ndarray(self.rows, _WORDS[width], self.matrix, at, (self.layout.stride,))
            return np.ascontiguousarray(words)
        return np.ascontiguousarray(column)

    def spans(self, leaf: StoredLeaf) -> tuple[Any, Any]:
        """Start and length of the values of a string or binary leaf in the variable area."""
        pairs = self.bytes_of(leaf).view("<u4").reshape(self.rows, 2)
        return pairs[:, 0].astype(np.int64), pairs[:, 1].astype(np.int64)

    def text(self, leaf: StoredLeaf, nulls: Any, validity: pa.Buffer | None) -> pa.Array:
        starts, lengths = self.spans(leaf)
        if nulls is not None:
            starts, lengths = starts * (nulls == 0), lengths * (nulls == 0)
        inside = int((starts + lengths).max()) <= len(self.variable)
        self.place.check(inside, "value outside of the variable area, which ends at", len(self.variable))
        kind = self.types.type(leaf.type)
        position = [one.id for one in self.texts].index(leaf.id)
        together = self.together()
        if together is not None:
            step = len(self.texts)
            found = together
            if step > 1:
                wanted = np.arange(self.rows, dtype=np.int64) * step + position
                found = together.take(pa.array(wanted))
            _, offsets, data = found.buffers()
        else:
            offsets, data = self.gathered(starts, lengths)
        buffers = [validity, offsets, data or pa.py_buffer(b"")]
        made = pa.Array.from_buffers(kind, self.rows, buffers, 0 if validity is None else -1)
        if leaf.type.kind == t.STRING:
            made.validate(full=True)
        return made

    def together(self) -> pa.Array | None:
        """All values of all string and binary leaves, row by row, if they lie like that without gaps."""
        if self._together is _UNKNOWN:
            spans = [self.spans(leaf) for leaf in self.texts]
            starts = np.stack([each[0] for each in spans], 1).reshape(-1)
            lengths = np.stack([each[1] for each in spans], 1).reshape(-1)
            offsets = np.zeros(len(lengths) + 1, np.int64)
            np.cumsum(lengths, out=offsets[1:])
            total, used = int(offsets[-1]), lengths > 0
            self._together = None
            if total <= len(self.variable) and np.array_equal(starts[used], offsets[:-1][used]):
                buffers = [None, pa.py_buffer(offsets.astype(np.int32)), self.area]
                self._together = pa.Array.from_buffers(pa.binary(), len(lengths), buffers, 0)
        return self._together

    def gathered(self, starts: Any, lengths: Any) -> tuple[pa.Buffer, pa.Buffer]:
        """Offsets and bytes of values that lie anywhere in the variable area."""
        offsets = np.zeros(self.rows + 1, np.int64)
        np.cumsum(lengths, out=offsets[1:])
        total = int(offsets[-1])
        self.place.check(total < 1 << 31, "total length of the values of a segment", total)
        data = np.empty(total, np.uint8)
        row = 0
        while row < self.rows:  # blocks of rows, so that the positions of bytes need little memory
            at = int(offsets[row])
            end = max(row + 1, int(np.searchsorted(offsets, at + _BLOCK, "right")) - 1)
            size = int(offsets[end]) - at
            if end == row + 1:
                start = int(starts[row])
                data[at : at + size] = self.variable[start : start + size]
            else:
                positions = np.repeat(starts[row:end] - offsets[row:end] + at, lengths[row:end])
                positions += np.arange(size)
                data[at : at + size] = self.variable[positions]
            row = end
        return pa.py_buffer(offsets.astype(np.int32)), pa.py_buffer(data)


_BLOCK = 1 << 20
_UNKNOWN: Any = object()
_WORDS = {1: "u1", 2: "<u2", 4: "<u4", 8: "<u8", 16: "V16"}


def _ones(count: int) -> pa.Buffer:
    return pa.py_buffer(b"\xff" * ((count + 7) // 8))
