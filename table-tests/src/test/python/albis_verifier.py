# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""What a verifier must check in addition to a reader (SPEC.md, section 22)."""
from albis_content import check_summary, check_valid, columns_of, is_nan, order_key
from albis_dataset import Table, snapshot_path
from albis_files import (EXTENTS, MAGIC, SNAPSHOT, AlbisFile, check_bounds, check_counts,
                         partition_of, read_file, row_layout)
from albis_partitions import accepts, is_known, result, result_lengths, transform
from albis_schema import MAX_LEAVES, NESTED, ROW, candidates, widen
from albis_wire import Message, Place, Rejected, crc32c


def problems(dataset):
    """All problems of a table or data file that was opened."""
    return Verifier(dataset).run()


class RowGroup:
    """The stored columns of a row group: leaf id -> Column, of the stored type."""

    def __init__(self, source, position):
        self.source, self.position = source, position
        self.rows = source.row_groups.row_counts[position]
        self.columns, self.types = {}, {}


class Verifier:
    def __init__(self, dataset):
        self.dataset, self.found, self.used = dataset, [], {}
        self.is_table = isinstance(dataset, Table)

    def run(self):
        steps = [self.schema, self.defaults, self.groups, self.ids, self.partition_specs]
        if self.is_table:
            steps += [self.snapshot_file, self.counters, self.tags, self.row_group_numbers]
        for step in steps:
            self.step(step)
        self.sources = []
        self.step(lambda: self.sources.extend(self.dataset.sources()))
        for source in self.sources:
            self.step(self.partitions_of, source)
            if self.is_table:
                self.step(self.manifest, source)
        self.step(self.disjoint)
        for file in self.data_files():
            self.step(self.data_file, file)
        self.row_groups = []
        for source in self.sources:
            for position in range(len(source.row_groups.row_counts)):
                self.step(self.row_group, source, position)
        if not self.found:
            self.step(self.totals)
        return self.found

    def step(self, function, *arguments):
        try:
            function(*arguments)
        except Rejected as error:
            self.found.append(error)

    # -------------------------------------------------------------- schema

    def schema(self):
        names = [field.name for field in self.dataset.fields]
        place = self.dataset.place
        place.check(len(set(names)) == len(names), "two columns have the same name")
        place.check(len(self.dataset.leaves) <= MAX_LEAVES, "too many leaves")

    def defaults(self):
        for field in self.all_fields(self.dataset.fields):
            for has, value in ((field.has_initial_default, field.initial_default),
                               (field.has_write_default, field.write_default)):
                if has:
                    check_valid(field.type, value, self.dataset.place)

    def groups(self):
        place, fields = self.dataset.place, set(self.field_ids(self.dataset.fields))
        for group in self.dataset.head.column_groups:
            place.check(all(i in self.dataset.by_id for i in group.leaf_ids),
                        "column group %d has a leaf that is not in the schema", group.id)
            implicit = group.retired and group.leaf_ids == [group.id]
            place.check(implicit or group.id not in fields, "column group %d has the id of a field",
                        group.id)
            if group.layout == ROW:
                place.check(row_layout([stored_leaf(self.dataset.by_id[i])
                                        for i in group.leaf_ids])[2] <= 65_528, "stride")

    def all_fields(self, fields):
        for field in fields:
            yield field
            yield from self.all_fields(field.type.children)

    def field_ids(self, fields):
        return (field.id for field in self.all_fields(fields))

    def ids(self):
        head, place = self.dataset.head, self.dataset.place
        ids = list(self.field_ids(self.dataset.fields))
        ids += [group.id for group in head.column_groups
                if not (group.retired and group.leaf_ids == [group.id])]
        partition = {}
        for spec in head.partition_specs:
            for field in spec.fields:
                meaning = (field.source_id, field.transform, field.parameter)
                place.check(partition.setdefault(field.id, meaning) == meaning,
                            "partition fields of id %d differ", field.id)
        ids += partition
        place.check(len(set(ids)) == len(ids), "an id is used twice")
        place.check(max(ids) < head.next_id, "id %d, next_id %d", max(ids), head.next_id)

    def partition_specs(self):
        place = self.dataset.place
        for spec in self.dataset.head.partition_specs:
            names = [field.name for field in spec.fields]
            place.check(all(names) and len(set(names)) == len(names), "names in spec %d", spec.id)
            for field in spec.fields:
                leaf = self.dataset.by_id.get(field.source_id)
                place.check(leaf is None or not is_known(field)
                            or accepts(field.transform, leaf.type), "source of %s", field.name)
                current = self.is_table and spec.id == self.dataset.head.partition_spec_id
                place.check(leaf is not None or not current, "no source of %s", field.name)
        for order in self.dataset.head.sort_orders:
            for field in order.fields:
                leaf = self.dataset.by_id.get(field.leaf_id)
                place.check(leaf is None or leaf.type.kind not in NESTED, "sort field")

    # -------------------------------------------------------------- snapshots and manifests

    def snapshot_file(self):
        frame(self.dataset.file)

    def counters(self):
        head = self.dataset.head
        for each in self.dataset.ids:
            if each < self.dataset.id:
                path = snapshot_path(each)
                older = AlbisFile(path, read_file(self.dataset.root, path), SNAPSHOT).message
                self.dataset.place.check(
                    older.next_id <= head.next_id
                    and older.next_row_group_id <= head.next_row_group_id, "counters decrease")

    def tags(self):
        for tag in self.dataset.head.tags:
            self.dataset.place.check(tag.snapshot_id in self.dataset.ids,
                                     "tag %s of a snapshot that does not exist", tag.name)

    def row_group_numbers(self):
        numbers = []
        for manifest in self.dataset.sources():
            count = len(manifest.row_groups.row_counts)
            indexes = manifest.row_groups.indexes or range(count)
            numbers += [manifest.ref.row_group_base + i for i in indexes]
        self.dataset.place.check(len(set(numbers)) == len(numbers), "two row groups of a number")
        self.dataset.place.check(all(n < self.dataset.head.next_row_group_id for n in numbers),
                                 "next_row_group_id")

    def manifest(self, manifest):
        frame(manifest.file)
        total = 0
        for group in groups_of(manifest.file):
            for extent in manifest.extents(group).values():
                total += extent.length
                file = manifest.data_file(extent.file)
                if extent.length:
                    end = extent.offset + extent.length
                    self.used.setdefault(file.name, []).append((extent.offset, end))
                same = manifest.same_extent(extent, file)
                for name in ("value_bytes", "statistics"):
                    extent.place.check(getattr(extent, name) == getattr(same, name),
                                       "%s of an extent differ from those of the data file", name)
                extent.place.check(not extent.segments or extent.segments == same.segments,
                                   "segments differ from those of the data file")
                flags = file.file.incompatible
                manifest.place.check(flags & ~manifest.file.incompatible == 0, "flags")
        self.dataset.place.equal(total, manifest.ref.data_bytes, "data bytes of a manifest")

    def disjoint(self):
        """The extents that manifests use: name of a file -> offsets and ends."""
        for name, ranges in self.used.items():
            ranges.sort()
            for (_, end), (start, _) in zip(ranges, ranges[1:]):
                Place(name, start).check(start >= end, "extents overlap")

    def partitions_of(self, source):
        specs = {spec.id: spec for spec in self.dataset.head.partition_specs}
        seen = []
        for each in source.row_groups.partitions:
            source.place.check(each not in seen, "a partition occurs twice")
            seen.append(each)
            if each.spec_id == 0:
                continue
            source.place.check(each.spec_id in specs, "partition spec %d", each.spec_id)
            fields = specs[each.spec_id].fields
            source.place.equal(len(fields), len(each.values), "values of a partition")
            for n, (field, value) in enumerate(zip(fields, each.values)):
                leaf = self.dataset.by_id.get(field.source_id)
                if leaf is not None and is_known(field) and n not in each.nulls:
                    lengths = result_lengths(field, leaf.type)
                    source.place.check(lengths is None or len(value) in lengths,
                                       "partition value of %d bytes", len(value))
        orders = [order.id for order in self.dataset.head.sort_orders]
        source.place.check(all(i == 0 or i in orders for i in source.row_groups.sort_order_ids),
                           "sort order of a row group")

    # -------------------------------------------------------------- data files

    def data_files(self):
        """Each data file once."""
        if not self.is_table:
            return [self.dataset.only]
        files = {}
        for manifest in self.sources:
            for position, ref in enumerate(manifest.files):
                try:
                    files.setdefault(ref.path, manifest.data_file(position))
                except Rejected as error:
                    self.found.append(error)
        return files.values()

    def data_file(self, file):
        frame(file.file)
        parts, message = [], file.file.message
        file.place.equal(sum(file.row_groups.row_counts), message.row_count, "row count")
        for group in groups_of(file.file):
            for extent in file.extents(group).values():
                extent.place.equal(sum(s.value_bytes for s in extent.statistics),
                                   extent.value_bytes, "value bytes of an extent")
                parts.append((extent.offset, extent.offset + extent.length, extent))
        end = 64
        for start, stop, extent in sorted(parts, key=lambda part: part[:2]):
            Place(file.name, start).check(start >= end, "extents overlap")
            end = max(end, stop)
        at = 64
        segments = sorted((e.offset + s.offset, s.length) for _, _, e in parts for s in e.segments)
        for start, length in [*segments, (message.sections.offset, 0)]:
            zero(file.name, file.data, at, start)
            at = max(at, start + length)
            Place(file.name, start).check(length < 65_536 or start % 4096 == 0,
                                          "a large segment is not aligned")

    # -------------------------------------------------------------- values

    def row_group(self, source, position):
        group = RowGroup(source, position)
        for number in groups_of(source.file):
            extent = source.extents(number).get(position)
            if extent is not None:
                self.extent(group, number, extent)
        for leaf in self.dataset.leaves:
            if leaf.id not in group.columns:
                self.dataset.default(leaf, source.place)
        self.nulls(group)
        self.partition(group)
        self.order(group)
        self.row_groups.append(group)

    def extent(self, group, number, extent):
        file, found = group.source.data_of(extent)
        stored = {leaf.field_id: ([], []) for leaf in extent.stored.leaves}
        for segment in found.segments:
            start = extent.offset + segment.offset
            place = Place(file.name, start)
            data = file.data[start:start + segment.length]
            place.equal(segment.crc32c, crc32c(data), "checksum of a segment")
            columns = columns_of(segment, extent.stored, data, place)
            summarize(extent.stored, segment.statistics, columns, extent.place, "of a segment")
            for leaf, column in columns.items():
                stored[leaf][0].extend(column.values)
                stored[leaf][1].extend(column.weights)
        whole = {}
        for leaf, (values, weights) in stored.items():
            whole[leaf] = Message()
            whole[leaf].values, whole[leaf].weights = values, weights
        summarize(extent.stored, extent.statistics, whole, extent.place, "of an extent")
        for leaf in extent.stored.leaves:
            if leaf.field_id not in self.dataset.by_id:
                continue
            extent.place.check(leaf.field_id not in group.columns, "leaf %d is stored twice",
                               leaf.field_id)
            extent.place.check(number in candidates(self.dataset.head.column_groups, leaf.field_id),
                               "leaf %d is not in column group %d", leaf.field_id, number)
            group.columns[leaf.field_id] = whole[leaf.field_id]
            group.types[leaf.field_id] = leaf.type
            whole[leaf.field_id].place = file.name

    def is_null(self, group, leaf, row):
        column = group.columns.get(leaf)
        if column is not None:
            return column.values[row] is None
        return not self.dataset.by_id[leaf].field.has_initial_default

    def nulls(self, group):
        for leaf in self.dataset.leaves:
            column = group.columns.get(leaf.id)
            if column is None:
                continue
            place = Place(column.place)
            above = leaf.presence
            for row, each in enumerate(column.values):
                absent = any(self.is_null(group, struct, row) for struct in above)
                place.check(not absent or each is None, "leaf %d has a value in a null struct",
                            leaf.id)
                place.check(absent or leaf.field.nullable or each is not None,
                            "required leaf %d is null", leaf.id)

    def logical(self, group, leaf_id):
        """The values of a leaf in plain encoding of the type of the schema."""
        leaf, column = self.dataset.by_id[leaf_id], group.columns.get(leaf_id)
        for row in range(group.rows):
            if any(self.is_null(group, struct, row) for struct in leaf.presence):
                yield None
            elif column is not None:
                each = column.values[row]
                yield each if each is None or leaf.type.kind in NESTED else widen(leaf.type, each)
            elif leaf.field.has_initial_default:
                yield widen(leaf.type, leaf.field.initial_default)
            else:
                yield None

    def partition(self, group):
        each = partition_of(group.source.row_groups, group.position)
        if each is None or each.spec_id == 0:
            return
        fields = [field for spec in self.dataset.head.partition_specs if spec.id == each.spec_id
                  for field in spec.fields]
        for n, field in enumerate(fields):
            leaf = self.dataset.by_id.get(field.source_id)
            if leaf is None or not is_known(field) or n >= len(each.values):
                continue
            expected = None if n in each.nulls else result(field, leaf.type, each.values[n])
            for value in self.logical(group, leaf.id):
                group.source.place.check(transform(field, leaf.type, value) == expected,
                                         "a row is not in its partition")

    def order(self, group):
        ids = group.source.row_groups.sort_order_ids
        order = [o for o in self.dataset.head.sort_orders if ids and o.id == ids[group.position]]
        if not order:
            return
        keys = []
        for field in order[0].fields:
            leaf = self.dataset.by_id.get(field.leaf_id)
            if leaf is None or leaf.type.kind in NESTED:
                break
            keys.append((field, leaf.type, list(self.logical(group, leaf.id))))
        for row in range(1, group.rows):
            for field, kind, values in keys:
                compared = compare(field, kind, values[row - 1], values[row])
                group.source.place.check(compared <= 0, "rows %d and %d are not in order", row - 1,
                                         row)
                if compared < 0:
                    break

    # -------------------------------------------------------------- statistics of more rows

    def totals(self):
        statistics = self.dataset.statistics(self.dataset.file)
        if statistics is not None:
            self.dataset.place.equal({leaf.id for leaf in self.dataset.leaves}, set(statistics),
                                     "leaves with statistics")
            for one in statistics.values():
                self.total(one, self.row_groups, self.dataset.place)
        if not self.is_table:
            return
        for manifest in self.sources:
            groups = [group for group in self.row_groups if group.source is manifest]
            for one in manifest.ref.bounds:
                if one.field_id in self.dataset.by_id:
                    self.total(one, groups, self.dataset.place)
            self.partition_bounds(manifest)

    def total(self, one, groups, place):
        leaf = self.dataset.by_id[one.field_id]
        rows = sum(group.rows for group in groups)
        check_counts(one, leaf.type, rows, place)
        check_bounds(one, leaf.type, place)
        values = [v for group in groups for v in self.logical(group, leaf.id)]
        as_stored = all(leaf.id in g.columns and g.types[leaf.id] == leaf.type for g in groups)
        weights = [w for g in groups for w in g.columns[leaf.id].weights] if as_stored else None
        check_summary(one, leaf.type, values, weights, place, "of all rows")

    def partition_bounds(self, manifest):
        if not manifest.ref.partition_bounds:
            return
        place, specs = self.dataset.place, {}
        for position in range(len(manifest.row_groups.row_counts)):
            each = partition_of(manifest.row_groups, position)
            specs.setdefault(each.spec_id if each else 0, []).append(each)
        place.equal(set(specs), {b.spec_id for b in manifest.ref.partition_bounds},
                    "partition specs with bounds")
        listed = {spec.id: spec for spec in self.dataset.head.partition_specs}
        for bounds in manifest.ref.partition_bounds:
            fields = listed[bounds.spec_id].fields if bounds.spec_id else []
            for n, (field, one) in enumerate(zip(fields, bounds.fields)):
                leaf = self.dataset.by_id.get(field.source_id)
                if leaf is None or not is_known(field):
                    continue
                tuples = specs[bounds.spec_id]
                place.equal(any(n in t.nulls for t in tuples), one.has_null, "null partitions")
                values = [t.values[n] for t in tuples if n not in t.nulls]
                check_field_bounds(field, leaf.type, one, values, place)


def check_field_bounds(field, kind, one, values, place):
    if field.transform == 1:
        place.equal(any(is_nan(kind, v) for v in values), one.has_nan, "NaN partitions")
        values = [order_key(kind, widen(kind, v)) for v in values if not is_nan(kind, v)]
        bounds = [order_key(kind, widen(kind, v)) for v in (one.min, one.max)] \
            if one.has_min_max else None
    else:
        values = [result(field, kind, v) for v in values]
        bounds = [result(field, kind, v) for v in (one.min, one.max)] if one.has_min_max else None
    expected = [min(values), max(values)] if values else None
    place.equal(expected, bounds, "bounds of partitions")


def compare(field, kind, a, b):
    if a is None or b is None:
        if a is b:
            return 0
        return (1 if a is None else -1) * (1 if field.nulls_last else -1)
    first, second = order_key(kind, a), order_key(kind, b)
    result = (first > second) - (first < second)
    return -result if field.descending else result


def stored_leaf(leaf):
    stored = Message()
    stored.field_id, stored.type, stored.nullable = leaf.id, leaf.type, leaf.nullable
    return stored


def summarize(layout, statistics, columns, place, what):
    for leaf, one in zip(layout.leaves, statistics):
        column = columns[leaf.field_id]
        check_summary(one, leaf.type, column.values, column.weights, place, what)


def groups_of(file):
    return [group for kind, group in file.sections if kind == EXTENTS]


def frame(file):
    """Head, padding in front of the sections, and checksums of all sections."""
    head = MAGIC + bytes([file.kind, file.major, file.minor]) + bytes(5)
    Place(file.name, 0).check(file.data[:16] == head, "head")
    body_end = 64 if file.kind == 3 else file.message.sections.offset
    zero(file.name, file.data, 16, body_end)
    for kind, group in file.sections:
        file.section(kind, group)


def zero(name, data, start, end):
    for at in range(start, end):
        Place(name, at).check(data[at] == 0, "padding is not 0")
