# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Manifests and data files as sources of extents (SPEC.md, sections 9 and 10)."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

from pyalbis._extents import Extent, RowGroups, parse_extents
from pyalbis._frame import DATA, EXTENTS, MANIFEST, Frame, check_path, open_blob
from pyalbis._io import Blob, Storage
from pyalbis._wire import Place


class Source:
    """Row groups with the extents that hold them."""

    def __init__(self, frame: Frame, is_manifest: bool) -> None:
        self.frame, self.place = frame, frame.place
        self.row_groups = RowGroups(frame.message.row_groups, is_manifest, frame.place)
        self._extents: dict[int, dict[int, Extent]] = {}
        self._lock = threading.RLock()

    def ends(self) -> list[int]:
        """Where the extents of each file must end."""
        raise NotImplementedError

    def extents(self, group: int) -> dict[int, Extent]:
        """The extents of a column group: row group -> extent."""
        with self._lock:
            found = self._extents.get(group)
            if found is None:
                section = self.frame.section(EXTENTS, group)
                found = {}
                if section is not None:
                    data, place = section
                    is_data = self.frame.kind == DATA
                    found = parse_extents(data, group, self.row_groups, self.ends(), is_data, place)
                self._extents[group] = found
            return found

    def load(self, groups: Iterable[int]) -> None:
        """Reads the sections of column groups, by few requests."""
        with self._lock:
            self.frame.load([(EXTENTS, g) for g in groups if g not in self._extents])

    def groups(self) -> list[int]:
        """The column groups that have a section."""
        return [group for kind, group in self.frame.sections if kind == EXTENTS]

    def data_of(self, extent: Extent) -> tuple[str, Blob, Extent]:
        """Name and content of the data file of an extent, and the extent with its segments."""
        raise NotImplementedError


class DataFile(Source):
    """A data file. `ref`: what a manifest states about it."""

    def __init__(self, storage: Storage, path: str, ref: Any = None, blob: Blob | None = None) -> None:
        blob = blob or open_blob(storage, path)
        name = storage.name(path)
        expected = (bytes(ref.file_id), ref.length, ref.footer_length) if ref else ()
        super().__init__(Frame(name, blob, DATA, *expected), False)
        self.name, self.blob = name, blob
        message = self.frame.message
        self.place.equal(sum(self.row_groups.counts), message.row_count, "number of rows")

    def ends(self) -> list[int]:
        return [self.frame.message.sections.offset]

    def data_of(self, extent: Extent) -> tuple[str, Blob, Extent]:
        return self.name, self.blob, extent


class Manifest(Source):
    """A manifest, and the data files that it refers to, opened when they are first needed."""

    def __init__(self, storage: Storage, ref: Any, table_id: bytes) -> None:
        self.storage, self.ref = storage, ref
        blob = open_blob(storage, ref.path)
        name = storage.name(ref.path)
        super().__init__(Frame(name, blob, MANIFEST, table_id, ref.length, ref.footer_length), True)
        place = self.place
        self.files = list(self.frame.message.files)
        for one in self.files:
            check_path(one.path, place)
            place.equal(16, len(one.file_id), f"length of the id of {one.path}")
            place.check(one.length >= one.footer_length + 128, f"length of {one.path}", one.length)
        place.check(len({f.path for f in self.files}) == len(self.files), "files: two have the same path")
        counts = self.row_groups.counts
        place.equal(ref.row_group_count, len(counts), "number of row groups")
        place.equal(ref.row_count, sum(counts), "number of rows")
        place.equal(ref.file_count, len(self.files), "number of files")
        self._blobs: dict[int, Blob] = {}
        self._data_files: dict[int, DataFile] = {}

    def ends(self) -> list[int]:
        return [f.length - 64 - f.footer_length for f in self.files]

    def blob(self, position: int) -> Blob:
        with self._lock:
            found = self._blobs.get(position)
            if found is None:
                ref = self.files[position]
                found = open_blob(self.storage, ref.path)
                Place(self.storage.name(ref.path)).equal(ref.length, found.size, "length of the file")
                self._blobs[position] = found
            return found

    def data_file(self, position: int) -> DataFile:
        """A data file with its footer."""
        with self._lock:
            found = self._data_files.get(position)
            if found is None:
                ref = self.files[position]
                blob = self._blobs.get(position) or open_blob(self.storage, ref.path)
                found = self._data_files[position] = DataFile(self.storage, ref.path, ref, blob)
                self._blobs[position] = found.blob
            return found

    def data_of(self, extent: Extent) -> tuple[str, Blob, Extent]:
        position = extent.message.file
        if extent.has_segments:
            return self.storage.name(self.files[position].path), self.blob(position), extent
        file = self.data_file(position)
        return file.name, file.blob, self.same_extent(extent, file)

    def same_extent(self, extent: Extent, file: DataFile) -> Extent:
        """The extent of the data file that an extent of this manifest describes."""
        group = extent.message.file_column_group_id or extent.group
        number = extent.message.file_row_group
        found = file.extents(group).get(number)
        place = found.place if found else file.place
        if found is None:
            place.fail(f"reference: no extent of column group {group} in row group {number}")
        place.equal(extent.message.offset, found.message.offset, "offset of an extent")
        place.equal(extent.message.length, found.message.length, "length of an extent")
        place.equal(extent.layout, found.layout, "layout of an extent")
        place.equal(extent.rows, found.rows, "number of rows of an extent")
        return found
