# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Tables, manifests and data files, and the rows in them (SPEC.md, sections 9 to 11, 16, 23)."""
import os
import re

from albis_files import (DATA, MANIFEST, SNAPSHOT, STATISTICS, TAIL, AlbisFile, check_path,
                         check_row_groups, read_file)
from albis_schema import (NESTED, STRUCT, candidates, check_groups, check_plain, check_widening,
                          leaves_of, parse_schema)
from albis_values import missing, segment_values
from albis_wire import Message, Place, Rejected, crc32c, parse


class Constant:
    """A column in which all rows have the same value; needs no memory for each row."""

    def __init__(self, value):
        self.value = value

    def __getitem__(self, row):
        return self.value


class Dataset:
    """What tables and single files have in common. Subclasses set `head`, the message with schema
    and column groups, and `place`, where it is."""

    def load(self):
        self.fields = parse_schema(self.head.schema, self.place)
        self.leaves = leaves_of(self.fields)
        self.by_id = {leaf.id: leaf for leaf in self.leaves}
        check_groups(self.head.column_groups, self.leaves, self.place)
        for what in ("partition_specs", "sort_orders"):
            ids = [one.id for one in getattr(self.head, what)]
            self.place.check(all(i >= 1 for i in ids) and len(set(ids)) == len(ids), "ids of the "
                             + what)
        for spec in self.head.partition_specs:
            self.place.check(spec.fields, "partition spec %d has no fields", spec.id)
        for order in self.head.sort_orders:
            self.place.check(order.fields, "sort order %d has no fields", order.id)

    def rows(self):
        for source in self.sources():
            for position in range(len(source.row_groups.row_counts)):
                yield from self.row_group(source, position)

    def row_group(self, source, position):
        columns = {}
        for ids, extent in self.chosen(source, position).items():
            columns.update(self.extent_values(source, extent, ids))
        for leaf in self.leaves:
            if leaf.id not in columns:
                columns[leaf.id] = Constant(self.default(leaf, source.place))
        for row in range(source.row_groups.row_counts[position]):
            yield [value(field, columns, row) for field in self.fields]

    def default(self, leaf, place):
        if leaf.nullable and not leaf.field.has_initial_default:
            return None
        place.check(leaf.type.kind != STRUCT, "no value")
        return missing(leaf.field, place)

    def chosen(self, source, position):
        """The extents that store leaves of the schema: ids of the leaves -> extent."""
        extents = {}
        for leaf in self.leaves:
            for group in candidates(self.head.column_groups, leaf.id):
                extent = source.extents(group).get(position)
                if extent is None:
                    continue
                stored = [s for s in extent.stored.leaves if s.field_id == leaf.id]
                extent.place.check(stored, "leaf %d is not in an extent of its group", leaf.id)
                check_stored(stored[0], leaf, extent.place)
                extents.setdefault(id(extent), (extent, []))[1].append(leaf.id)
                break
        return {tuple(ids): extent for extent, ids in extents.values()}

    def extent_values(self, source, extent, ids):
        file, extent = source.data_of(extent)
        wanted = {i: self.by_id[i].field for i in ids}
        columns = {i: [] for i in ids}
        for segment in extent.segments:
            start = extent.offset + segment.offset
            place = Place(file.name, start)
            data = file.data[start:start + segment.length]
            place.equal(segment.crc32c, crc32c(data), "checksum of a segment")
            read = segment_values(segment, extent.stored, wanted, data, place)
            for leaf, values in read.items():
                columns[leaf] += values
        return columns

    def statistics(self, file):
        """The section of statistics of a snapshot or data file: field id -> statistics."""
        found = file.section(STATISTICS, 0)
        if found is None:
            return None
        data, place = found
        columns = parse("TableStatistics", data, place).columns
        place.check(len({c.field_id for c in columns}) == len(columns), "a leaf occurs twice")
        return {c.field_id: c for c in columns}


def check_stored(stored, leaf, place):
    wanted = leaf.type
    if stored.type.kind in NESTED or wanted.kind in NESTED:
        place.check(stored.type.kind == wanted.kind, "leaf %d is stored as another type", leaf.id)
    else:
        check_widening(stored.type, wanted, place)
    place.check(leaf.nullable or not stored.nullable, "leaf %d is stored nullable", leaf.id)


def value(field, columns, row):
    if field.type.kind != STRUCT:
        return columns[field.id][row]
    if field.nullable and columns[field.id][row] is None:
        return None
    return [value(child, columns, row) for child in field.type.children]


class Source:
    """A manifest, or a data file as the manifest of itself."""

    def __init__(self, file, is_manifest):
        self.file, self.place = file, file.place
        self.row_groups = check_row_groups(file.message.row_groups, is_manifest, file.place)
        self.read = {}

    def extents(self, group):
        if group not in self.read:
            self.read[group] = self.file.extents(group, self.row_groups, self.lengths())
        return self.read[group]


# ------------------------------------------------------------------ data files

class DataFile(Source):
    def __init__(self, root, path, ref=None):
        expected = (ref.file_id, ref.length, ref.footer_length) if ref else ()
        super().__init__(AlbisFile(path, read_file(root, path), DATA, *expected), False)
        self.name, self.data = path, self.file.data
        self.place.equal(sum(self.row_groups.row_counts), self.file.message.row_count, "row count")

    def lengths(self):
        return [self.file.message.sections.offset]

    def data_of(self, extent):
        return self, extent


class SingleFile(Dataset):
    """A data file that is read on its own."""

    def __init__(self, path):
        self.root, name = os.path.split(path)
        self.only = DataFile(self.root, name)
        self.head, self.place = self.only.file.message, self.only.place
        self.file = self.only.file
        self.load()

    def sources(self):
        return [self.only]


# ------------------------------------------------------------------ tables

class Manifest(Source):
    def __init__(self, root, ref, table_id, place):
        check_path(ref.path, place)
        file = AlbisFile(ref.path, read_file(root, ref.path), MANIFEST, table_id, ref.length,
                         ref.footer_length)
        super().__init__(file, True)
        self.root, self.ref, self.opened, self.bytes = root, ref, {}, {}
        self.files = file.message.files
        for one in self.files:
            check_path(one.path, file.place)
            file.place.equal(16, len(one.file_id), "length of a file id")
            file.place.check(one.length >= one.footer_length + 2 * TAIL, "length of a data file")
        file.place.check(len({f.path for f in self.files}) == len(self.files), "a file is named "
                         "twice")
        counts = self.row_groups.row_counts
        file.place.equal((ref.row_group_count, ref.row_count, ref.file_count),
                         (len(counts), sum(counts), len(self.files)),
                         "row groups, rows and files")

    def lengths(self):
        return [f.length - TAIL - f.footer_length for f in self.files]

    def data_file(self, position):
        """A data file with its footer, or the error that it gives."""
        if position not in self.opened:
            ref = self.files[position]
            self.opened[position] = DataFile(self.root, ref.path, ref)
        return self.opened[position]

    def data_of(self, extent):
        ref = self.files[extent.file]
        if not extent.segments:
            file = self.data_file(extent.file)
            return file, self.same_extent(extent, file)
        if extent.file not in self.bytes:
            file = Message()
            file.name, file.data = ref.path, read_file(self.root, ref.path)
            Place(ref.path).equal(ref.length, len(file.data), "length of the file")
            self.bytes[extent.file] = file
        return self.bytes[extent.file], extent

    def same_extent(self, extent, file):
        group = extent.file_column_group_id or extent.group
        found = file.extents(group).get(extent.file_row_group)
        place = found.place if found else file.place
        place.check(found is not None, "no extent of column group %d in row group %d", group,
                    extent.file_row_group)
        place.equal((extent.offset, extent.length), (found.offset, found.length), "extent")
        place.check(extent.stored == found.stored, "layout of an extent")
        rows = self.row_groups.row_counts[extent.row_group]
        place.equal(rows, file.row_groups.row_counts[found.row_group], "rows of an extent")
        return found

    def extents(self, group):
        extents = super().extents(group)
        for extent in extents.values():
            extent.group = group
        return extents


def snapshot_path(number):
    return "_albis/snapshots/%017d/snapshot-%020d" % (number // 1000, number)


def snapshot_ids(table):
    parent = os.path.join(table, "_albis", "snapshots")
    ids = []
    for directory in os.listdir(parent) if os.path.isdir(parent) else []:
        path = os.path.join(parent, directory)
        for name in os.listdir(path) if os.path.isdir(path) else []:
            match = re.fullmatch(r"snapshot-(\d{20})", name, re.ASCII)
            if match and snapshot_path(int(match.group(1))).endswith(directory + "/" + name):
                ids.append(int(match.group(1)))
    return sorted(ids)


class Table(Dataset):
    def __init__(self, root, snapshot_id=None):
        self.root, self.ids = root, snapshot_ids(root)
        if not self.ids:
            raise Rejected("not-a-table", root, None, "there are no snapshots")
        self.id = snapshot_id or self.ids[-1]
        path = snapshot_path(self.id)
        if self.id not in self.ids:
            kind = "expired" if self.id < self.ids[-1] else "unknown-snapshot"
            raise Rejected(kind, path, None, "there is no such snapshot")
        self.file = AlbisFile(path, read_file(root, path), SNAPSHOT)
        self.head, self.place = self.file.message, self.file.place
        self.place.equal(self.id, self.head.snapshot_id, "snapshot id")
        self.load()
        self.check()
        self.manifests = None

    def check(self):
        head, check = self.head, self.place.check
        check(head.parent_id < head.snapshot_id, "parent id %d", head.parent_id)
        for what, ids in ((head.partition_spec_id, head.partition_specs),
                          (head.sort_order_id, head.sort_orders)):
            check(what == 0 or what in [one.id for one in ids], "%d is not listed", what)
        names = [tag.name for tag in head.tags]
        check(all(names) and len(set(names)) == len(names), "names of tags")
        check(all(1 <= tag.snapshot_id <= head.snapshot_id for tag in head.tags), "tags of later "
              "snapshots")
        check(head.expired_before <= head.snapshot_id, "expired before %d", head.expired_before)
        paths = [ref.path for ref in head.manifests]
        check(len(set(paths)) == len(paths), "a manifest is named twice")
        self.place.equal(sum(ref.row_count for ref in head.manifests), head.row_count, "row count")
        specs = {spec.id: len(spec.fields) for spec in head.partition_specs}
        specs[0] = 0
        for ref in head.manifests:
            check_path(ref.path, self.place)
            for bounds in ref.partition_bounds:
                check(specs.get(bounds.spec_id) == len(bounds.fields), "partition bounds")
            for one in ref.bounds:
                if one.field_id in self.by_id and one.has_min_max:
                    for bound in (one.min, one.max):
                        check_plain(self.by_id[one.field_id].type, bound, self.place)

    def sources(self):
        if self.manifests is None:
            self.manifests = [Manifest(self.root, ref, self.head.table_id, self.place)
                              for ref in self.head.manifests]
        return self.manifests


def open_dataset(path, snapshot_id=None):
    if os.path.isfile(path):
        return SingleFile(path)
    return Table(path, snapshot_id)
