# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Chooses row groups, extents, segments and rows for a scan (SPEC.md, sections 7 and 23)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from pyalbis._arrow import ArrowTypes
from pyalbis._columns import check_stored, plain_type
from pyalbis._extents import Extent, Segment
from pyalbis._filter import Pruner, both
from pyalbis._io import Blob
from pyalbis._pruning import PartitionPruner
from pyalbis._schema import COLUMN, Leaf
from pyalbis._snapshot import Head
from pyalbis._source import Source

Rows = tuple[int, int]  # from the first up to, but not including, the second


@dataclass
class ChosenExtent:
    """An extent, the leaves of it that a scan needs, and the segments of it with their data file."""

    extent: Extent
    leaves: list[Leaf]
    name: str = ""
    blob: Blob | None = None
    segments: list[Segment] = field(default_factory=list)
    plain: pa.DataType | None = None  # the type of arrays that need no conversion

    def open(self, source: Source, types: ArrowTypes) -> None:
        self.name, self.blob, found = source.data_of(self.extent)
        self.segments = found.segments()
        if self.extent.layout.layout == COLUMN:
            self.plain = plain_type(self.extent.layout.leaves[0].type, self.leaves[0].type, types)


@dataclass
class RowGroupPlan:
    """What a scan reads of a row group: ranges of rows, ascending, and extents."""

    source: Source
    position: int
    rows: int
    ranges: list[Rows]
    extents: list[ChosenExtent]
    stored: set[int]

    @property
    def is_in_memory(self) -> bool:
        """Whether all of it is in mapped memory, and has been checked."""
        return all(
            one.blob is not None and one.blob.mapped and all(s.trusted for s in one.segments) for one in self.extents
        )


def chosen(head: Head, source: Source, position: int, leaves: list[Leaf]) -> list[ChosenExtent]:
    """The extents that store leaves in a row group (section 7)."""
    found: dict[int, ChosenExtent] = {}
    for leaf in leaves:
        for group in head.groups.candidates(leaf.id):
            extent = source.extents(group).get(position)
            if extent is None:
                continue
            stored = next((s for s in extent.layout.leaves if s.id == leaf.id), None)
            if stored is None:
                extent.place.fail(f"leaf {leaf.id} is not in an extent of its column group {group}")
            check_stored(stored.type, stored.nullable, leaf.field, leaf.nullable, extent.place)
            found.setdefault(id(extent), ChosenExtent(extent, [])).leaves.append(leaf)
            break
    return list(found.values())


def plan_source(
    head: Head, source: Source, leaves: list[Leaf], pruner: Pruner | None, partitions: PartitionPruner | None
) -> list[RowGroupPlan]:
    """The row groups of a source in which the filter can be true."""
    source.load({group for leaf in leaves for group in head.groups.candidates(leaf.id)})
    plans = []
    for position, rows in enumerate(source.row_groups.counts):
        if partitions is not None and partitions.excludes(source.row_groups.partition(position)):
            continue
        extents = chosen(head, source, position, leaves)
        stored = {leaf.id for one in extents for leaf in one.leaves}
        plans.append(RowGroupPlan(source, position, rows, [(0, rows)], extents, stored))
    if pruner is None:
        return plans
    known = []
    for plan in plans:
        parts = [pruner.known(s, plan.rows) for one in plan.extents for s in one.extent.message.statistics]
        if partitions is not None:
            parts.append(partitions.known(source.row_groups.partition(plan.position)))
        known.append(both(parts))
    return [plans[i] for i in pruner.possible(known)]


def may_match(head: Head, ref: Any, pruner: Pruner | None, partitions: PartitionPruner | None) -> bool:
    """Whether the bounds in a reference to a manifest leave a match possible."""
    if pruner is None:
        return True
    head.check_bounds(ref, pruner.leaves)
    if partitions is not None and not partitions.may_match(ref):
        return False
    known = both(pruner.known(one, ref.row_count) for one in ref.bounds)
    return known is None or bool(pruner.possible([known]))


def prune_segments(plan: RowGroupPlan, pruner: Pruner) -> None:
    """Narrows the ranges of a plan, whose extents are open, by the statistics of segments."""
    wanted = set(pruner.leaf_ids)
    for one in plan.extents:
        if len(one.segments) < 2 or not any(leaf.id in wanted for leaf in one.leaves):
            continue
        known = [both(pruner.known(s, each.rows) for s in each.message.statistics) for each in one.segments]
        kept = [one.segments[i] for i in sorted(pruner.possible(known))]
        plan.ranges = intersect(plan.ranges, [(s.first, s.first + s.rows) for s in kept])


def intersect(a: list[Rows], b: list[Rows]) -> list[Rows]:
    """The rows that are in both of two ascending lists of ranges; neighbours are joined."""
    found: list[Rows] = []
    i = j = 0
    while i < len(a) and j < len(b):
        start, end = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if start < end:
            if found and found[-1][1] == start:
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
        if a[i][1] <= b[j][1]:
            i += 1
        else:
            j += 1
    return found
