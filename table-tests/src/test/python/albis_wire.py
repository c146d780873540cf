# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Errors, checksums and Protocol Buffers messages (SPEC.md, sections 1 and 4; albis.proto)."""
import struct


class Rejected(Exception):
    """A file that must not be read. Kinds: corrupt, newer, expired, unknown-snapshot,
    not-a-table."""

    def __init__(self, kind, file, offset, message):
        place = "" if offset is None else " at %d" % offset
        super().__init__("%s: %s%s: %s" % (kind, file, place, message))
        self.kind, self.file, self.offset = kind, file, offset


class Place:
    """A structure in a file, which errors name."""

    def __init__(self, file, offset=None):
        self.file, self.offset = file, offset

    def check(self, condition, message, *values):
        if not condition:
            raise Rejected("corrupt", self.file, self.offset, message % values)

    def equal(self, expected, found, what):
        self.check(expected == found, "%s: expected %s, found %s", what, expected, found)


# ------------------------------------------------------------------ checksums

def _crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC_TABLE = _crc_table()


def crc32c(data):
    crc, table = 0xFFFFFFFF, CRC_TABLE
    for byte in data:
        crc = table[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


# ------------------------------------------------------------------ messages

# Field number -> name and kind: u32, u64, i64, bool, fixed (fixed32), s (string), b (bytes), map
# (of strings), or the name of a message. [..]: repeated.
MESSAGES = {
    "Sections": {1: "offset u64", 2: "kinds [u32]", 3: "column_group_ids [u32]",
                 4: "lengths [u32]", 5: "crc32cs [fixed]"},
    "Type": {1: "kind u32", 2: "precision u32", 3: "scale u32", 4: "unit u32",
             5: "with_zone bool", 6: "length u32", 7: "children [Field]"},
    "Extension": {1: "name s", 2: "parameters map"},
    "Field": {1: "id u32", 2: "name s", 3: "type Type", 4: "nullable bool", 5: "doc s",
              6: "metadata map", 7: "initial_default b", 8: "has_initial_default bool",
              9: "write_default b", 10: "has_write_default bool", 11: "extension Extension"},
    "Schema": {1: "name_hashes b", 2: "ends b", 3: "fields b"},
    "ColumnGroup": {1: "id u32", 2: "layout u32", 3: "leaf_ids [u32]", 4: "retired bool"},
    "ColumnStatistics": {1: "field_id u32", 2: "null_count u64", 3: "nan_count u64",
                         4: "value_bytes u64", 5: "has_min_max bool", 6: "min b", 7: "max b",
                         8: "min_is_exact bool", 9: "max_is_exact bool"},
    "TableStatistics": {1: "columns [ColumnStatistics]"},
    "PartitionField": {1: "id u32", 2: "source_id u32", 3: "transform u32", 4: "parameter u32",
                       5: "name s"},
    "PartitionSpec": {1: "id u32", 2: "fields [PartitionField]"},
    "PartitionTuple": {1: "spec_id u32", 2: "values [b]", 3: "nulls [u32]"},
    "SortField": {1: "leaf_id u32", 2: "descending bool", 3: "nulls_last bool"},
    "SortOrder": {1: "id u32", 2: "fields [SortField]"},
    "RowGroups": {1: "row_counts [u64]", 2: "indexes [u64]", 3: "partitions [PartitionTuple]",
                  4: "partition [u32]", 5: "sort_order_ids [u32]"},
    "StoredLeaf": {1: "field_id u32", 2: "type Type", 3: "nullable bool"},
    "StoredLayout": {1: "layout u32", 2: "leaves [StoredLeaf]", 3: "stride u32"},
    "Segment": {1: "offset u64", 2: "length u32", 3: "row_count u32", 4: "crc32c fixed",
                5: "buffer_lengths [u32]", 6: "node_lengths [u32]",
                7: "statistics [ColumnStatistics]"},
    "Extent": {1: "row_group u32", 2: "file u32", 3: "layout u32", 4: "offset u64",
               5: "length u64", 6: "value_bytes u64", 7: "statistics [ColumnStatistics]",
               8: "segments [Segment]", 9: "file_row_group u32", 10: "file_column_group_id u32"},
    "ColumnGroupSection": {1: "column_group_id u32", 2: "layouts [StoredLayout]",
                           3: "extents [Extent]"},
    "DataFileFooter": {1: "file_id b", 2: "schema Schema", 3: "column_groups [ColumnGroup]",
                       4: "row_groups RowGroups", 5: "sections Sections", 6: "row_count u64",
                       7: "partition_specs [PartitionSpec]", 8: "sort_orders [SortOrder]",
                       9: "properties map", 10: "created_by s", 11: "next_id u32"},
    "DataFileRef": {1: "path s", 2: "length u64", 3: "file_id b", 4: "footer_length u32"},
    "Manifest": {1: "table_id b", 2: "files [DataFileRef]", 3: "row_groups RowGroups",
                 4: "sections Sections"},
    "FieldBounds": {1: "has_null bool", 2: "has_min_max bool", 3: "min b", 4: "max b",
                    5: "has_nan bool"},
    "PartitionBounds": {1: "spec_id u32", 2: "fields [FieldBounds]"},
    "ManifestRef": {1: "path s", 2: "length u64", 3: "footer_length u32", 4: "row_group_base u64",
                    5: "row_group_count u64", 6: "row_count u64", 7: "data_bytes u64",
                    8: "file_count u32", 9: "bounds [ColumnStatistics]",
                    10: "partition_bounds [PartitionBounds]"},
    "Tag": {1: "name s", 2: "snapshot_id u64", 3: "timestamp_millis i64"},
    "Snapshot": {1: "table_id b", 2: "snapshot_id u64", 3: "parent_id u64",
                 4: "timestamp_millis i64", 5: "operation s", 6: "schema Schema",
                 7: "column_groups [ColumnGroup]", 8: "column_order [u32]",
                 9: "manifests [ManifestRef]", 10: "next_id u32", 11: "next_row_group_id u64",
                 12: "row_count u64", 13: "properties map", 14: "created_by s",
                 15: "partition_specs [PartitionSpec]", 16: "partition_spec_id u32",
                 17: "sort_orders [SortOrder]", 18: "sort_order_id u32", 19: "tags [Tag]",
                 20: "sections Sections", 21: "expired_before u64"},
    "map": {1: "key s", 2: "value s"},
}

MAX_DEPTH = 100
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


class Message:
    """A parsed message: one attribute for each field."""

    def __eq__(self, other):
        return isinstance(other, Message) and self.__dict__ == other.__dict__

    def __repr__(self):
        return repr(self.__dict__)


def _specs():
    specs = {}
    for name, fields in MESSAGES.items():
        specs[name] = {}
        for number, text in fields.items():
            field, kind = text.split(" ")
            specs[name][number] = (field, kind.strip("[]"), kind.startswith("["))
    return specs


SPECS = _specs()
WIRE = {"u32": VARINT, "u64": VARINT, "i64": VARINT, "bool": VARINT, "fixed": FIXED32}


def absent(kind, repeated):
    if repeated:
        return []
    if kind in ("Type", "Extension"):
        return None
    if kind == "map":
        return {}
    if kind in SPECS:
        return parse(kind, b"", None)
    return {"b": b"", "s": "", "bool": False}.get(kind, 0)


def varint(data, at, place):
    result = shift = 0
    while True:
        place.check(at < len(data) and shift < 70, "a number has no end")
        byte = data[at]
        at += 1
        result |= (byte & 127) << shift
        if byte < 128:
            return result & 0xFFFFFFFFFFFFFFFF, at
        shift += 7


def wire_fields(data, place):
    at = 0
    while at < len(data):
        key, at = varint(data, at, place)
        wire = key & 7
        place.check(0 < key >> 3 < 1 << 29, "field number %d", key >> 3)
        if wire == VARINT:
            value, at = varint(data, at, place)
        else:
            place.check(wire in (FIXED64, BYTES, FIXED32), "wire type %d", wire)
            length = 8 if wire == FIXED64 else 4
            if wire == BYTES:
                length, at = varint(data, at, place)
            place.check(length <= len(data) - at, "a field is longer than its message")
            value, at = data[at:at + length], at + length
        yield key >> 3, wire, value


def number(kind, value, place):
    """Converts a varint; unsigned numbers use only the lower half of their range (section 1)."""
    if kind == "bool":
        return value != 0
    if kind == "i64":
        return value - (1 << 64) if value >> 63 else value
    place.check(not value >> (31 if kind == "u32" else 63), "number %d is too large", value)
    return value


def packed(kind, data, place):
    if kind == "fixed":
        place.check(len(data) % 4 == 0, "a list of u32 has %d bytes", len(data))
        return list(struct.unpack("<%dI" % (len(data) // 4), data))
    items, at = [], 0
    while at < len(data):
        item, at = varint(data, at, place)
        items.append(number(kind, item, place))
    return items


def parse(name, data, place, depth=1):
    """Parses a message. Fields that are unknown, or of another wire type, are ignored."""
    if place:
        place.check(depth <= MAX_DEPTH, "messages are nested deeper than %d", MAX_DEPTH)
    message = Message()
    specs = SPECS[name]
    for field, kind, repeated in specs.values():
        setattr(message, field, absent(kind, repeated))
    for tag, wire, value in wire_fields(data, place):
        field, kind, repeated = specs.get(tag, (None, None, False))
        expected = WIRE.get(kind, BYTES)
        if repeated and wire == BYTES and expected != BYTES:
            getattr(message, field).extend(packed(kind, value, place))
            continue
        if field is None or wire != expected:
            continue
        if kind == "s":
            try:
                value = bytes(value).decode("utf-8")
            except UnicodeDecodeError:
                place.check(False, "text is not UTF-8")
        elif kind == "map":
            entry = parse("map", value, place, depth + 1)
            getattr(message, field)[entry.key] = entry.value
            continue
        elif kind in SPECS:
            value = parse(kind, value, place, depth + 1)
        elif kind == "fixed":
            value = struct.unpack("<I", value)[0]
        elif kind == "b":
            value = bytes(value)
        else:
            value = number(kind, value, place)
        if repeated:
            getattr(message, field).append(value)
        else:
            setattr(message, field, value)
    return message
