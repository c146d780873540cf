# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes manifests (SPEC.md, section 10)."""

from __future__ import annotations

import uuid
from typing import Any

from pyalbis import _proto
from pyalbis._datafile import WrittenExtent, extent_sections, file_statistics, metadata_file
from pyalbis._frame import MANIFEST
from pyalbis._io import Storage
from pyalbis._partition import Partitioner, add_bounds, list_partitions

MOST_OF_SEGMENTS = 4096


class ManifestBuilder:
    """The manifest of new row groups. `in_doubt`: a snapshot that refers to it may have been published."""

    def __init__(self) -> None:
        self.files: list[Any] = []
        self.row_counts: list[int] = []
        self.partitions: list[Any] = []
        self.extents: list[WrittenExtent] = []
        self.data_bytes = 0
        self.path: str | None = None
        self.in_doubt = False

    def row_group(self, rows: int, extents: list[WrittenExtent], partition: Any = None) -> None:
        """Adds a row group, of the file that is added after its row groups."""
        for one in extents:
            message = _proto.Extent()
            message.CopyFrom(one.message)
            message.file_row_group = message.row_group
            message.row_group = len(self.row_counts)
            message.file = len(self.files)
            if sum(each.ByteSize() for each in message.segments) > MOST_OF_SEGMENTS:
                message.ClearField("segments")
            self.data_bytes += message.length
            self.extents.append(WrittenExtent(one.group, one.layout, message, one.statistics))
        self.row_counts.append(rows)
        self.partitions.append(partition)

    def write(self, storage: Storage, table_id: bytes, partitioner: Partitioner | None = None) -> Any:
        """Writes the manifest. Returns the `ManifestRef` without its base."""
        message = _proto.Manifest(table_id=table_id, files=self.files)
        message.row_groups.row_counts.extend(self.row_counts)
        list_partitions(message.row_groups, self.partitions)
        ref = write_manifest(storage, table_id, message, extent_sections(self.extents))
        self.path = ref.path
        ref.row_group_count, ref.row_count = len(self.row_counts), sum(self.row_counts)
        ref.data_bytes, ref.file_count = self.data_bytes, len(self.files)
        if partitioner is not None:
            known = file_statistics(self.extents)
            add_bounds(ref, partitioner.spec, partitioner.leaves, self.partitions, known)
        return ref


def write_manifest(storage: Storage, table_id: bytes, message: Any, sections: list[tuple[int, int, bytes]]) -> Any:
    """Writes a manifest under a new name. Returns a reference with its path and lengths."""
    path = f"_albis/manifests/manifest-{uuid.uuid4()}"
    data = metadata_file(MANIFEST, table_id, sections, message)
    with storage.create(path) as file:
        file.write(data)
    footer = int.from_bytes(data[-56:-52], "little")
    return _proto.ManifestRef(path=path, length=len(data), footer_length=footer)
