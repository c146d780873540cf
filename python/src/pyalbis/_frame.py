# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The frame of files: head, sections, footer and tail (SPEC.md, sections 3 and 4)."""

from __future__ import annotations

import errno
import struct
from itertools import accumulate, pairwise
from typing import Any

import pyarrow as pa

from pyalbis import _proto
from pyalbis._io import Blob, Storage
from pyalbis._wire import CONTROL, Place, align, check_numbers, crc32c, parse
from pyalbis.errors import CorruptFileError, UnsupportedFormatError

MAGIC = b"ALBIS\r\n\x1a"
SNAPSHOT, MANIFEST, DATA = 1, 2, 3
FOOTERS = {SNAPSHOT: _proto.Snapshot, MANIFEST: _proto.Manifest, DATA: _proto.DataFileFooter}
EXTENTS, STATISTICS = 1, 2
TAIL = struct.Struct("<QII16sBBBBIIQI8s")
WINDOW = 64 << 10


def check_path(path: str, place: Place) -> None:
    """Checks that a path stays inside the table."""
    bad = CONTROL.search(path) or "\\" in path or any(p in ("", ".", "..") for p in path.split("/"))
    place.check(not bad, "path", repr(path))


def open_blob(storage: Storage, path: str) -> Blob:
    """Opens a file to which another refers."""
    try:
        return storage.open(path)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        raise CorruptFileError(storage.name(path), None, "reference: the file does not exist") from None
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise CorruptFileError(storage.name(path), None, "reference: the name is too long") from None


class Frame:
    """A file whose tail, footer and sections have been checked.

    Attributes:
        message: the footer
        sections: (kind, column group id) -> (offset, length, crc)
    """

    def __init__(
        self,
        name: str,
        blob: Blob,
        kind: int,
        expected_id: bytes | None = None,
        length: int | None = None,
        footer_length: int | None = None,
    ) -> None:
        self.name, self.blob, self.kind = name, blob, kind
        place = Place(name, max(0, blob.size - TAIL.size))
        place.check(blob.size >= TAIL.size, "file: it is truncated, or not an Albis file")
        # As much as another request would cost, so that the sections of small files come with the footer.
        wanted = blob.size if blob.mapped else max(WINDOW, (footer_length or 0) + 64)
        start = blob.size - min(blob.size, max(64, wanted))
        # The end of the file, from an offset on; replaced as a whole, because several threads use it.
        self._window = (start, blob.read(start, blob.size - start))
        tail_at = blob.size - TAIL.size
        tail = self.read(tail_at, TAIL.size).to_pybytes()
        offset, size, crc, self.id, found, major, _, reserved, flags, _, zero, tail_crc, magic = TAIL.unpack(tail)
        place.check(magic == MAGIC, "magic: the file is truncated, or not an Albis file")
        place.equal(tail_crc, crc32c(tail[:52]), "checksum of the tail")
        if major != 1:
            raise UnsupportedFormatError(name, tail_at, f"version {major} of the format is unknown")
        if flags:
            raise UnsupportedFormatError(name, tail_at, f"feature flags {flags:#x} are unknown")
        place.equal(kind, found, "kind of file")
        place.check(reserved == 0 and zero == 0, "reserved bytes: they are not 0")
        place.check(offset >= 64 and offset + size == tail_at, "position of the footer", offset)
        if length is not None:
            place.equal(length, blob.size, "length of the file")
        if footer_length is not None:
            place.equal(footer_length, size, "length of the footer")
        self.footer_offset, self.footer_length = offset, size
        self.place = footer = Place(name, offset)
        data = self.read(offset, size)
        footer.equal(crc, crc32c(data), "checksum of the footer")
        self.message: Any = parse(FOOTERS[kind], data, footer)
        check_numbers(self.message, footer)
        inside = self.message.file_id if kind == DATA else self.message.table_id
        footer.equal(16, len(inside), "length of the id")
        footer.equal(self.id.hex(), inside.hex(), "id in the tail")
        if expected_id is not None:
            footer.equal(expected_id.hex(), inside.hex(), "id")
        self.sections = self._sections(self.message.sections)

    @property
    def tail(self) -> tuple[int, int, int, int]:
        """Major and minor version, incompatible and compatible flags."""
        fields = TAIL.unpack(self.read(self.blob.size - TAIL.size, TAIL.size).to_pybytes())
        return fields[5], fields[6], fields[8], fields[9]

    def read(self, offset: int, length: int) -> pa.Buffer:
        """Reads metadata, which is in memory already if it was read with the end of the file."""
        start, window = self._window
        if offset >= start:
            return window.slice(offset - start, length)
        return self.blob.read(offset, length)

    def _sections(self, message: Any) -> dict[tuple[int, int], tuple[int, int, int]]:
        place = self.place
        lists = (message.kinds, message.column_group_ids, message.lengths, message.crc32cs)
        place.check(len({len(each) for each in lists}) == 1, "sections: their lists differ in length")
        start = message.offset
        place.check(start >= 64 and start % 64 == 0, "offset of the sections", start)
        keys = list(zip(message.kinds, message.column_group_ids))
        groups = {kind: [g for k, g in keys if k == kind] for kind in (0, EXTENTS, STATISTICS)}
        place.check(not groups[0], "kind of a section", 0)
        place.check(0 not in groups[EXTENTS], "column group of a section", 0)
        other = next((g for g in groups[STATISTICS] if g), None)
        place.check(other is None, "column group of a section", other)
        place.check(all(a < b for a, b in pairwise(keys)), "sections: they are not ascending")
        offsets = list(accumulate(message.lengths, initial=start))
        start = offsets[-1]
        sections = dict(zip(keys, zip(offsets, message.lengths, message.crc32cs)))
        if sections:
            place.equal(self.footer_offset, start, "end of the sections")
        else:
            place.equal(self.footer_offset, align(start, 64), "end of the sections")
        return sections

    def section(self, kind: int, group: int) -> tuple[pa.Buffer, Place] | None:
        """The checked bytes of a section with their place, or None."""
        found = self.sections.get((kind, group))
        if found is None:
            return None
        offset, length, crc = found
        place = Place(self.name, offset)
        data = self.read(offset, length)
        place.equal(crc, crc32c(data), "checksum of a section")
        return data, place

    def load(self, keys: list[tuple[int, int]]) -> None:
        """Reads sections that are not in memory, by few requests."""
        wanted = [self.sections[key] for key in keys if key in self.sections]
        have, _ = self._window
        missing = [(at, length) for at, length, _ in wanted if at < have]
        if missing:
            start = min(at for at, _ in missing)
            if have - start <= max(16 << 20, 4 * sum(n for _, n in missing)):
                self._window = (start, self.blob.read(start, self.blob.size - start))
