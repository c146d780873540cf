# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The frame of files, sections and extents, with their checks (SPEC.md, sections 3, 4, 8 to 11)."""
import os
import struct

from albis_schema import (BOOLEAN, BYTES, COLUMN, DOUBLE, FIXED_BINARY, FLOAT, LIST, MAP, NESTED,
                          ROW, STRING, STRUCT, check_plain, check_type, width)
from albis_wire import Message, Place, Rejected, crc32c, parse

MAGIC = b"ALBIS\r\n\x1a"
SNAPSHOT, MANIFEST, DATA = 1, 2, 3
FOOTERS = {SNAPSHOT: "Snapshot", MANIFEST: "Manifest", DATA: "DataFileFooter"}
EXTENTS, STATISTICS = 1, 2
TAIL = 64


def align(x, a):
    return (x + a - 1) // a * a


def check_path(path, place):
    parts = path.split("/")
    control = any(ord(c) < 32 or 127 <= ord(c) < 160 for c in path)
    place.check(not control and "\\" not in path and not any(p in ("", ".", "..") for p in parts),
                "path %r", path)


def read_file(root, path):
    try:
        with open(os.path.join(root, path), "rb") as stream:
            return memoryview(stream.read())
    except FileNotFoundError:
        raise Rejected("corrupt", path, None, "the file does not exist") from None


class AlbisFile:
    """A file with a checked frame. `sections` are its sections: (kind, group) -> (offset, length,
    crc)."""

    def __init__(self, name, data, kind, expected_id=None, length=None, footer_length=None):
        self.name, self.data, self.kind = name, data, kind
        tail = len(data) - TAIL
        place = Place(name, max(0, tail))
        place.check(tail >= 0, "not an Albis file, or truncated")
        place.check(data[-8:] == MAGIC, "not an Albis file, or truncated")
        (offset, size, crc, self.id, found, self.major, self.minor, reserved, self.incompatible,
         self.compatible, zero, tail_crc) = struct.unpack("<QII16sBBBBIIQI", data[tail:tail + 56])
        place.equal(tail_crc, crc32c(data[tail:tail + 52]), "checksum of the tail")
        for newer, what in ((self.major != 1, "version %d" % self.major),
                            (self.incompatible, "feature flags 0x%x" % self.incompatible)):
            if newer:
                raise Rejected("newer", name, tail, "unknown " + what)
        place.equal(kind, found, "kind of file")
        place.check(reserved == 0 and zero == 0, "reserved bytes are not 0")
        place.check(offset >= 64 and offset + size + TAIL == len(data), "position of the footer")
        place.check(length in (None, len(data)), "%d bytes, not %s", len(data), length)
        place.check(footer_length in (None, size), "footer of %d bytes, not %s", size,
                    footer_length)
        footer = Place(name, offset)
        message = data[offset:tail]
        footer.equal(crc, crc32c(message), "checksum of the footer")
        self.message = parse(FOOTERS[kind], message, footer)
        self.footer_offset, self.place = offset, footer
        inside = self.message.file_id if kind == DATA else self.message.table_id
        footer.equal(16, len(inside), "length of the id")
        footer.equal(self.id, inside, "id in the tail")
        footer.check(expected_id in (None, inside), "another id")
        self.sections = self._sections(self.message.sections, footer)

    def _sections(self, message, place):
        counts = {len(message.kinds), len(message.column_group_ids), len(message.lengths),
                  len(message.crc32cs)}
        place.check(len(counts) == 1, "lists of sections have different lengths")
        start = message.offset
        place.check(start >= 64 and start % 64 == 0, "offset %d of the sections", start)
        keys = list(zip(message.kinds, message.column_group_ids))
        place.check(all(a < b for a, b in zip(keys, keys[1:])), "sections are not ascending")
        sections = {}
        for key, length, crc in zip(keys, message.lengths, message.crc32cs):
            place.check(key[0] >= 1 and (key[0] != EXTENTS or key[1] >= 1)
                        and (key[0] != STATISTICS or key[1] == 0), "section of kind %d, group %d",
                        *key)
            sections[key] = (start, length, crc)
            start += length
        place.equal(self.footer_offset, start, "end of the sections")
        return sections

    def section(self, kind, group):
        """The bytes of a section with their place, or None."""
        if (kind, group) not in self.sections:
            return None
        offset, length, crc = self.sections[kind, group]
        place = Place(self.name, offset)
        data = self.data[offset:offset + length]
        place.equal(crc, crc32c(data), "checksum of a section")
        return data, place

    def extents(self, group, row_groups, lengths):
        """The checked section of a column group: row group -> extent. `lengths` are those of the
        data files up to their footers (data file: up to its sections)."""
        found = self.section(EXTENTS, group)
        if found is None:
            return {}
        data, place = found
        section = parse("ColumnGroupSection", data, place)
        place.equal(group, section.column_group_id, "column group id")
        for layout in section.layouts:
            check_layout(layout, place)
        previous, extents = -1, {}
        for extent in section.extents:
            place.check(previous < extent.row_group < len(row_groups.row_counts),
                        "row group %d of an extent", extent.row_group)
            previous = extent.row_group
            place.check(extent.layout < len(section.layouts), "layout %d", extent.layout)
            place.check(extent.file < len(lengths), "file %d of an extent", extent.file)
            place.check(extent.offset >= 64 and extent.offset % 64 == 0, "offset %d of an extent",
                        extent.offset)
            place.check(extent.offset + extent.length <= lengths[extent.file],
                        "end %d of an extent", extent.offset + extent.length)
            place.check(self.kind != DATA or extent.segments, "an extent has no segments")
            place.check(self.kind != DATA or not extent.file_row_group
                        and not extent.file_column_group_id, "references of an extent")
            extent.stored = section.layouts[extent.layout]
            extent.place = place
            rows = row_groups.row_counts[extent.row_group]
            check_statistics(extent.statistics, extent.stored, rows, place)
            if extent.segments:
                check_segments(extent, rows, place)
            extents[extent.row_group] = extent
        return extents


# ------------------------------------------------------------------ row groups

def check_row_groups(message, is_manifest, place):
    count = len(message.row_counts)
    place.check(all(n >= 1 for n in message.row_counts), "a row group without rows")
    allowed = (0, count) if is_manifest else (0,)
    place.check(len(message.indexes) in allowed, "%d indexes", len(message.indexes))
    place.check(len(message.partition) in (0, count), "positions of partitions")
    place.check(len(message.sort_order_ids) in (0, count), "sort orders of row groups")
    parts = len(message.partitions)
    place.check(message.partition or parts <= 1, "%d partitions without positions", parts)
    place.check(all(p < parts for p in message.partition), "position of a partition")
    for each in message.partitions:
        place.check(each.spec_id or not each.values and not each.nulls, "values without a spec")
        nulls = each.nulls
        place.check(all(a < b for a, b in zip(nulls, nulls[1:])), "nulls of a partition")
        place.check(all(n < len(each.values) and not each.values[n] for n in nulls),
                    "nulls of a partition")
    return message


def partition_of(row_groups, position):
    if not row_groups.partitions:
        return None
    return row_groups.partitions[row_groups.partition[position] if row_groups.partition else 0]


# ------------------------------------------------------------------ layouts and segments

def check_layout(layout, place):
    leaves = layout.leaves
    place.check(layout.layout in (COLUMN, ROW), "layout %d", layout.layout)
    place.check(leaves and (layout.layout == ROW or len(leaves) == 1), "%d leaves", len(leaves))
    ids = []
    for leaf in leaves:
        kind = leaf.type
        place.check(kind is not None, "a leaf without a type")
        if kind.kind == STRUCT:
            place.check(not kind.children, "a presence leaf with fields")
        else:
            check_type(kind, place, 1, is_stored=True)
        place.check(layout.layout == COLUMN or kind.kind not in (LIST, MAP), "a list in a row")
        ids += [leaf.field_id] + nested_ids(kind)
    place.check(min(ids) >= 1 and len(set(ids)) == len(ids), "ids of the stored leaves")
    if layout.layout == ROW:
        layout.offsets, layout.bits, stride = row_layout(leaves)
        place.equal(stride, layout.stride, "stride")
    else:
        place.equal(0, layout.stride, "stride")


def nested_ids(kind):
    return [i for child in kind.children for i in [child.id] + nested_ids(child.type)]


def row_layout(leaves):
    """The offset and the null bit of each leaf, and the stride (section 13)."""
    bits, offsets = {}, {}
    for leaf in leaves:
        if leaf.nullable:
            bits[leaf.field_id] = len(bits)
    at = align(len(bits), 64) // 8
    fixed = [leaf for leaf in leaves if leaf.type.kind not in (FIXED_BINARY, STRUCT)]
    for w in (16, 8, 4, 2, 1):
        for leaf in fixed:
            if width(leaf.type) == w:
                offsets[leaf.field_id] = at
                at += w
    for leaf in leaves:
        if leaf.type.kind == FIXED_BINARY:
            offsets[leaf.field_id] = at
            at += leaf.type.length
    return offsets, bits, max(8, align(at, 8))


def check_segments(extent, rows, place):
    end = count = 0
    for segment in extent.segments:
        place.check(segment.offset % 64 == 0 and segment.offset >= end, "offset %d of a segment",
                    segment.offset)
        end = segment.offset + segment.length
        place.check(segment.row_count >= 1, "a segment without rows")
        count += segment.row_count
        check_statistics(segment.statistics, extent.stored, segment.row_count, place)
        check_segment(segment, extent.stored, place)
    place.equal(rows, count, "rows of the segments")
    place.equal(extent.length, end, "length of an extent")


def check_segment(segment, layout, place):
    if layout.layout == ROW:
        place.check(not segment.buffer_lengths and not segment.node_lengths, "buffers of rows")
        fixed = layout.stride * segment.row_count
        varies = any(leaf.type.kind in BYTES for leaf in layout.leaves)
        place.check(segment.length >= fixed if varies else segment.length == fixed,
                    "length %d of a segment", segment.length)
        return
    leaf = layout.leaves[0]
    checked = Buffers(segment, place)
    checked.node(leaf.type, leaf.nullable, segment.row_count)
    checked.finish(segment.length)


class Buffers:
    """Walks over the nodes and buffers of a segment. `ranges` gets the start and end of each
    buffer, in order."""

    def __init__(self, segment, place):
        self.place, self.lengths, self.nodes = place, segment.buffer_lengths, segment.node_lengths
        self.buffer_at = self.node_at = self.start = 0
        self.ranges, self.last = [], 0

    def node(self, kind, nullable, count):
        """Checks a node; its count is known unless it is the child of a list or map."""
        self.place.check(self.node_at < len(self.nodes), "too few nodes")
        found = self.nodes[self.node_at]
        self.node_at += 1
        self.place.check(count in (None, found), "%d elements instead of %s", found, count)
        count = found
        validity = self.next()
        self.place.check(validity in ((0, (count + 7) // 8) if nullable else (0,)),
                         "validity of %d bytes", validity)
        k = kind.kind
        if k == STRUCT:
            for child in kind.children:
                self.node(child.type, child.nullable, count)
        elif k in (LIST, MAP) or k in BYTES:
            self.place.equal(4 * (count + 1), self.next(), "length of the offsets")
            if k in BYTES:
                self.next()
            elif k == LIST:
                self.node(kind.children[0].type, kind.children[0].nullable, None)
            else:
                entries = Message()
                entries.kind, entries.children = STRUCT, kind.children
                self.node(entries, False, None)
        else:
            values = (count + 7) // 8 if k == BOOLEAN else count * width(kind)
            self.place.equal(values, self.next(), "length of the values")

    def next(self):
        self.place.check(self.buffer_at < len(self.lengths), "too few buffers")
        length = self.lengths[self.buffer_at]
        self.buffer_at += 1
        start = align(self.start, 64)
        self.start = start + length
        self.ranges.append((start, self.start))
        self.last = self.start if length else self.last
        return length

    def finish(self, length):
        self.place.check(self.buffer_at == len(self.lengths) and self.node_at == len(self.nodes),
                         "too many buffers or nodes")
        self.place.equal(self.last, length, "end of the buffers")


# ------------------------------------------------------------------ statistics

def check_statistics(statistics, layout, rows, place):
    """Statistics of a segment or extent (section 14)."""
    leaves = layout.leaves
    place.equal([leaf.field_id for leaf in leaves], [s.field_id for s in statistics],
                "leaves with statistics")
    for leaf, one in zip(leaves, statistics):
        check_counts(one, leaf.type, rows, place)
        place.check(leaf.nullable or one.null_count == 0, "nulls of required leaf %d", one.field_id)
        check_bounds(one, leaf.type, place, exact=True)


def check_counts(one, kind, rows, place):
    place.check(one.null_count <= rows and one.nan_count <= rows - one.null_count,
                "counts of leaf %d", one.field_id)
    place.check(kind.kind in (FLOAT, DOUBLE) or one.nan_count == 0, "NaN in leaf %d", one.field_id)


def check_bounds(one, kind, place, exact=False):
    if not one.has_min_max:
        place.check(not one.min and not one.max, "bounds of leaf %d", one.field_id)
        return
    place.check(kind.kind not in NESTED, "bounds of leaf %d", one.field_id)
    for bound in (one.min, one.max):
        check_plain(kind, bound, place, exact and kind.kind != STRING)
