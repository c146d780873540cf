# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The merging of manifests (SPEC.md, section 17)."""

from __future__ import annotations

from typing import Any

from pyalbis import _proto
from pyalbis._datafile import serialized
from pyalbis._frame import EXTENTS
from pyalbis._io import Storage
from pyalbis._manifest import write_manifest
from pyalbis._partition import list_partitions, merge_bounds
from pyalbis._schema import Leaf
from pyalbis._source import Manifest
from pyalbis._wire import parse

MOST_ROW_GROUPS = 32_768
MOST_BYTES = 8 << 20
FAN_IN = 8


def tier(ref: Any) -> int | None:
    """The tier of a manifest, or None if it is too large to be merged."""
    if ref.row_group_count > MOST_ROW_GROUPS or ref.length > MOST_BYTES:
        return None
    found, count = 0, ref.row_group_count
    while count >= FAN_IN:
        count //= FAN_IN
        found += 1
    return found


def mergeable(refs: list[Any]) -> int | None:
    """The position from which on all manifests become one, or None."""
    tiers = [tier(ref) for ref in refs]
    for level in sorted({each for each in tiers if each is not None}):
        start, exact = len(refs), 0
        while start > 0:
            each = tiers[start - 1]
            if each is None or each > level:
                break
            start -= 1
            exact += each == level
        if exact >= FAN_IN:
            return start
    return None


def merge_manifests(storage: Storage, message: Any, leaves: dict[int, Leaf]) -> None:
    """Merges manifests at the end of the list of a snapshot that is being built."""
    while True:
        refs = list(message.manifests)
        start = mergeable(refs)
        if start is None:
            return
        made = merge_all(storage, refs[start:], bytes(message.table_id))
        merge_bounds(made, refs[start:], message.partition_specs, leaves)
        del message.manifests[start:]
        message.manifests.append(made)


def merge_all(storage: Storage, refs: list[Any], table_id: bytes) -> Any:
    """One manifest that has the row groups, files and extents of several. Returns its `ManifestRef`."""
    whole = _proto.Manifest(table_id=table_id)
    sections: dict[int, Any] = {}
    partitions: list[Any] = []
    base = min(ref.row_group_base for ref in refs)
    indexes: list[int] = []
    orders: list[int] = []
    for ref in refs:
        manifest = Manifest(storage, ref, table_id)
        groups = manifest.row_groups
        row_shift, file_shift = len(whole.row_groups.row_counts), len(whole.files)
        for group in manifest.groups():
            found = manifest.frame.section(EXTENTS, group)
            assert found is not None
            manifest.extents(group)  # checks it
            part = parse(_proto.ColumnGroupSection, *found)
            _add(
                sections.setdefault(group, _proto.ColumnGroupSection(column_group_id=group)),
                part,
                row_shift,
                file_shift,
            )
        whole.files.extend(manifest.files)
        whole.row_groups.row_counts.extend(groups.counts)
        indexes += [ref.row_group_base + i - base for i in groups.indexes]
        orders += groups.sort_orders
        partitions += [groups.partition(i) for i in range(len(groups.counts))]
    _join_files(whole, sections)
    if indexes != list(range(len(indexes))):
        whole.row_groups.indexes.extend(indexes)
    list_partitions(whole.row_groups, partitions)
    if any(orders):
        whole.row_groups.sort_order_ids.extend(orders)
    content = [(EXTENTS, group, serialized(section)) for group, section in sections.items()]
    made = write_manifest(storage, table_id, whole, content)
    made.row_group_base = base
    made.row_group_count, made.file_count = len(indexes), len(whole.files)
    made.row_count = sum(ref.row_count for ref in refs)
    made.data_bytes = sum(ref.data_bytes for ref in refs)
    return made


def _add(section: Any, part: Any, row_shift: int, file_shift: int) -> None:
    layouts = [_position(section.layouts, layout) for layout in part.layouts]
    for extent in part.extents:
        extent.row_group += row_shift
        extent.file += file_shift
        extent.layout = layouts[extent.layout]
        section.extents.append(extent)


def _position(layouts: Any, layout: Any) -> int:
    """The position of a layout in a list, to which it is added if it is missing."""
    for i, each in enumerate(layouts):
        if each == layout:
            return i
    layouts.append(layout)
    return len(layouts) - 1


def _join_files(whole: Any, sections: dict[int, Any]) -> None:
    """Makes files that several manifests refer to one."""
    paths: dict[str, int] = {}
    moved: list[int] = []
    kept: list[Any] = []
    for each in whole.files:
        if each.path not in paths:
            paths[each.path] = len(kept)
            kept.append(each)
        moved.append(paths[each.path])
    if len(kept) == len(moved):
        return
    files = [_copy(each) for each in kept]
    del whole.files[:]
    whole.files.extend(files)
    for section in sections.values():
        for extent in section.extents:
            extent.file = moved[extent.file]


def _copy(ref: Any) -> Any:
    made = _proto.DataFileRef()
    made.CopyFrom(ref)
    return made
