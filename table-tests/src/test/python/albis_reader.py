#!/usr/bin/env python3
# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads an Albis table and prints its rows as JSON.

Written from format-spec/SPEC.md alone, independently of the Java code, to show that the
specification is sufficient. It favours clarity over speed and uses only the standard library.

    albis_reader.py TABLE [SNAPSHOT_ID]
    albis_reader.py --compare golden/NAME/expected.json ...

Values are printed in the format that format-spec/golden/README.md defines.
"""
import hashlib
import json
import os
import re
import struct
import sys
import uuid


class Corrupt(Exception):
    pass


def check(condition, file, message):
    if not condition:
        raise Corrupt("%s: %s" % (file, message))


# ------------------------------------------------------------------ checksums (SPEC section 1)

def _crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC_TABLE = _crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


# ------------------------------------------------------------------ Protocol Buffers

def varint(data, at):
    result = shift = 0
    while True:
        byte = data[at]
        at += 1
        result |= (byte & 127) << shift
        if byte < 128:
            return result & 0xFFFFFFFFFFFFFFFF, at
        shift += 7
        if shift > 63:
            raise Corrupt("varint too long")


def wire_fields(data):
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        elif kind == 5:
            value, at = struct.unpack_from("<I", data, at)[0], at + 4
        elif kind == 2:
            length, at = varint(data, at)
            if at + length > len(data):
                raise Corrupt("field longer than its message")
            value, at = data[at:at + length], at + length
        else:
            raise Corrupt("unknown wire type %d" % kind)
        yield key >> 3, kind, value


# Message name -> field number -> (name, kind, is repeated); kind: a message name, or one of
# u (unsigned), b (bytes), s (string), f (fixed32), map.
MESSAGES = {
    "Type": {1: ("kind", "u"), 2: ("precision", "u"), 3: ("scale", "u"), 4: ("unit", "u"),
             5: ("with_zone", "u"), 6: ("length", "u"), 7: ("children", "Field", True)},
    "Field": {1: ("id", "u"), 2: ("name", "s"), 3: ("type", "Type"), 4: ("nullable", "u"),
              7: ("default_value", "b"), 8: ("has_default", "u")},
    "Schema": {1: ("fields", "Field", True)},
    "ColumnGroup": {1: ("id", "u"), 2: ("layout", "u"), 3: ("leaf_ids", "u", True)},
    "StoredLeaf": {1: ("field_id", "u"), 2: ("path", "s"), 3: ("type", "Type"),
                   4: ("nullable", "u")},
    "Segment": {1: ("offset", "u"), 2: ("length", "u"), 3: ("row_count", "u"),
                4: ("crc32c", "f"), 5: ("buffer_lengths", "u", True),
                6: ("node_lengths", "u", True)},
    "DataFileFooter": {1: ("table_id", "b"), 2: ("column_group_id", "u"), 3: ("layout", "u"),
                       4: ("row_count", "u"), 5: ("leaves", "StoredLeaf", True),
                       6: ("stride", "u"), 7: ("segments", "Segment", True)},
    "Extent": {1: ("row_group", "u"), 2: ("path", "s"), 3: ("offset", "u"), 4: ("length", "u"),
               5: ("footer_length", "u")},
    "ColumnGroupSection": {1: ("column_group_id", "u"), 2: ("extents", "Extent", True)},
    "SectionRef": {1: ("column_group_id", "u"), 2: ("offset", "u"), 3: ("length", "u"),
                   4: ("crc32c", "f")},
    "RowGroup": {1: ("index", "u"), 2: ("row_count", "u")},
    "Manifest": {1: ("table_id", "b"), 2: ("row_groups", "RowGroup", True),
                 3: ("sections", "SectionRef", True)},
    "ManifestRef": {1: ("path", "s"), 2: ("length", "u"), 3: ("footer_length", "u"),
                    4: ("row_group_base", "u"), 5: ("row_group_count", "u"),
                    6: ("row_count", "u")},
    "Snapshot": {1: ("table_id", "b"), 2: ("snapshot_id", "u"), 6: ("schema", "Schema"),
                 7: ("column_groups", "ColumnGroup", True), 8: ("manifests", "ManifestRef", True),
                 12: ("row_count", "u")},
}


class Message:
    def __repr__(self):
        return repr(self.__dict__)


def parse(name, data):
    message = Message()
    fields = MESSAGES[name]
    for spec in fields.values():
        empty = [] if len(spec) == 3 else {"s": "", "b": b"", "u": 0, "f": 0}.get(spec[1])
        setattr(message, spec[0], empty)
    for number, wire, value in wire_fields(data):
        spec = fields.get(number)
        if spec is None:
            continue
        field, kind = spec[0], spec[1]
        if kind == "s":
            value = value.decode("utf-8")
        elif kind in MESSAGES:
            value = parse(kind, value)
        if len(spec) == 3:
            if kind == "u" and wire == 2:
                at = 0
                while at < len(value):
                    item, at = varint(value, at)
                    getattr(message, field).append(item)
            else:
                getattr(message, field).append(value)
        else:
            setattr(message, field, value)
    return message


# ------------------------------------------------------------------ files (SPEC section 4)

MAGIC = b"ALBIS\r\n\x1a"
SNAPSHOT, MANIFEST, DATA = 1, 2, 3


def footer_of(data, kind, table_id, name):
    """Returns the footer of a file or extent after checking it."""
    check(len(data) >= 64 and data[-8:] == MAGIC, name, "not an Albis file, or truncated")
    tail = data[-64:]
    (offset, length, footer_crc, tail_id, tail_kind, major, _, reserved, incompatible, _,
     reserved2, tail_crc) = struct.unpack("<QII16sBBBBIIQI", tail[:56])
    check(crc32c(tail[:52]) == tail_crc, name, "checksum of the tail")
    check(major == 1, name, "unknown major version %d" % major)
    check(incompatible == 0, name, "unknown feature flags %x" % incompatible)
    check(tail_kind == kind, name, "kind of file")
    check(reserved == 0 and reserved2 == 0, name, "reserved bytes")
    check(table_id is None or tail_id == table_id, name, "table id")
    check(offset + length + 64 == len(data), name, "position of the footer")
    footer = data[offset:offset + length]
    check(crc32c(footer) == footer_crc, name, "checksum of the footer")
    return footer, tail_id, offset


def read_range(table, path, offset, length):
    check(path and "\\" not in path and not any(s in ("", ".", "..") for s in path.split("/")),
          path, "path leaves the table")
    file = os.path.join(table, path)
    check(offset + length <= os.path.getsize(file), path, "shorter than expected")
    with open(file, "rb") as stream:
        stream.seek(offset)
        return stream.read(length)


def latest_snapshot(table):
    ids = [int(m.group(1)) for m in (re.fullmatch(r"snapshot-(\d{20})", n)
                                     for n in os.listdir(os.path.join(table, "_albis"))) if m]
    check(ids, table, "not a table")
    return max(ids)


def read_snapshot(table, snapshot_id):
    path = "_albis/snapshot-%020d" % snapshot_id
    data = read_range(table, path, 0, os.path.getsize(os.path.join(table, path)))
    check(data[:16] == MAGIC + bytes([SNAPSHOT]) + data[9:11] + bytes(5), path, "header")
    footer, tail_id, offset = footer_of(data, SNAPSHOT, None, path)
    check(offset == 16, path, "position of the footer")
    snapshot = parse("Snapshot", footer)
    check(snapshot.table_id == tail_id, path, "table id")
    check(snapshot.snapshot_id == snapshot_id, path, "snapshot id")
    return snapshot


# ------------------------------------------------------------------ schema (SPEC section 6)

(BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL, DATE, TIME, TIMESTAMP, STRING,
 BINARY, FIXED_BINARY, UUID, YEAR_MONTH, DAY_TIME, STRUCT, LIST, MAP) = range(1, 21)

WIDTHS = {BOOLEAN: 1, INT8: 1, INT16: 2, INT32: 4, INT64: 8, FLOAT: 4, DOUBLE: 8, DATE: 4,
          TIME: 8, TIMESTAMP: 8, STRING: 8, BINARY: 8, UUID: 16, YEAR_MONTH: 4, DAY_TIME: 8}


def width(kind):
    if kind.kind == DECIMAL:
        return 4 if kind.precision <= 9 else 8 if kind.precision <= 18 else 16
    return kind.length if kind.kind == FIXED_BINARY else WIDTHS[kind.kind]


def leaf_ids(field):
    if field.type.kind != STRUCT:
        return [field.id]
    ids = [field.id] if field.nullable else []
    for child in field.type.children:
        ids += leaf_ids(child)
    return ids


def type_name(kind):
    units = {1: "millis", 2: "micros", 3: "nanos"}
    names = ["", "boolean", "int8", "int16", "int32", "int64", "float", "double", "decimal",
             "date", "time", "timestamp", "string", "binary", "fixed_binary", "uuid",
             "year_month_interval", "day_time_interval", "struct", "list", "map"]
    name = names[kind.kind]
    if kind.kind == DECIMAL:
        return "decimal(%d,%d)" % (kind.precision, kind.scale)
    if kind.kind == TIME:
        return "time(%s)" % units[kind.unit]
    if kind.kind == TIMESTAMP:
        return "timestamp%s(%s)" % ("_tz" if kind.with_zone else "", units[kind.unit])
    if kind.kind == FIXED_BINARY:
        return "fixed_binary(%d)" % kind.length
    if kind.children:
        return [name] + [[c.name, type_name(c.type), bool(c.nullable)] for c in kind.children]
    return name


# ------------------------------------------------------------------ values (SPEC section 12)

def plain(kind, data):
    """Decodes a value in plain encoding to the JSON form of the golden tables."""
    k = kind.kind
    if k == BOOLEAN:
        return data[0] == 1
    if k in (INT8, INT16, INT32, DATE, YEAR_MONTH):
        return int.from_bytes(data, "little", signed=True)
    if k in (INT64, TIME, TIMESTAMP, DAY_TIME):
        return str(int.from_bytes(data, "little", signed=True))
    if k in (FLOAT, DOUBLE):
        return "0x" + data[::-1].hex()
    if k == DECIMAL:
        unscaled = int.from_bytes(data, "little", signed=True)
        digits = str(abs(unscaled)).rjust(kind.scale + 1, "0")
        whole = digits[:len(digits) - kind.scale]
        fraction = "." + digits[len(digits) - kind.scale:] if kind.scale else ""
        return ("-" if unscaled < 0 else "") + whole + fraction
    if k == UUID:
        return str(uuid.UUID(bytes=bytes(data)))
    if len(data) > 256:
        return {"length": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    return data.decode("utf-8") if k == STRING else "0x" + data.hex()


WIDENED = {INT8: (INT16, INT32, INT64), INT16: (INT32, INT64), INT32: (INT64,), FLOAT: (DOUBLE,)}


def widen(stored, wanted, data, name):
    """Converts the bytes of a value from the stored to the wanted type (SPEC section 14)."""
    if stored.kind == wanted.kind:
        if stored.kind == DECIMAL:
            check(stored.scale == wanted.scale and stored.precision <= wanted.precision, name,
                  "stored type")
            value = int.from_bytes(data, "little", signed=True)
            return value.to_bytes(width(wanted), "little", signed=True)
        same = all(getattr(stored, f) == getattr(wanted, f) for f in ("unit", "with_zone", "length"))
        check(same, name, "stored type")
        return data
    check(wanted.kind in WIDENED.get(stored.kind, ()), name, "stored type")
    if stored.kind == FLOAT:
        return struct.pack("<d", struct.unpack("<f", data)[0])
    value = int.from_bytes(data, "little", signed=True)
    return value.to_bytes(width(wanted), "little", signed=True)


# ------------------------------------------------------------------ column layout (section 10)

class Buffers:
    """Iterates over the buffers and node lengths of a segment."""

    def __init__(self, segment, data, name):
        self.name, self.data, self.at = name, data, 0
        self.lengths, self.nodes = iter(segment.buffer_lengths), iter(segment.node_lengths)

    def node(self, expected):
        count = next(self.nodes)
        check(expected is None or count == expected, self.name, "element count")
        return count

    def buffer(self, expected=None):
        length = next(self.lengths)
        start = (self.at + 63) // 64 * 64
        check(expected is None or length == expected, self.name, "length of a buffer")
        check(start + length <= len(self.data) or length == 0, self.name, "buffer outside")
        self.at = start + length
        return self.data[start:start + length]

    def validity(self, count):
        bits = self.buffer()
        check(len(bits) in (0, (count + 7) // 8), self.name, "length of the validity")
        if not bits:
            return [True] * count
        return [bits[i >> 3] >> (i & 7) & 1 == 1 for i in range(count)]

    def offsets(self, count):
        offsets = struct.unpack("<%di" % (count + 1), self.buffer(4 * (count + 1)))
        check(offsets[0] == 0 and all(a <= b for a, b in zip(offsets, offsets[1:])), self.name,
              "offsets decrease")
        return offsets


def read_node(buffers, stored, wanted, count):
    """Returns the elements of a node as JSON values of the wanted type."""
    count = buffers.node(count)
    valid = buffers.validity(count)
    k = stored.kind
    if k == STRUCT:
        children = [read_node(buffers, c.type, wanted_child(wanted, c), count)
                    for c in stored.children]
        by_id = {c.id: v for c, v in zip(stored.children, children)}
        nulls = [None] * count
        columns = [by_id.get(w.id, nulls) for w in wanted.children] if wanted else []
        values = [[c[i] for c in columns] for i in range(count)]
    elif k in (LIST, MAP):
        offsets = buffers.offsets(count)
        if k == MAP:
            check(buffers.node(offsets[-1]) == offsets[-1], buffers.name, "entries")
            check(not buffers.buffer(), buffers.name, "validity of entries")
        elements = [read_node(buffers, c.type, w.type if w else None, offsets[-1])
                    for c, w in zip(stored.children, wanted.children if wanted else [None] * 2)]
        elements = elements[0] if k == LIST else [list(e) for e in zip(*elements)]
        values = [elements[a:b] for a, b in zip(offsets, offsets[1:])]
    elif k in (STRING, BINARY):
        offsets = buffers.offsets(count)
        data = buffers.buffer(offsets[-1])
        values = [plain(stored, data[a:b]) for a, b in zip(offsets, offsets[1:])]
    elif k == BOOLEAN:
        bits = buffers.buffer((count + 7) // 8)
        values = [bits[i >> 3] >> (i & 7) & 1 == 1 for i in range(count)]
    else:
        w = width(stored)
        data = buffers.buffer(w * count)
        values = [plain(wanted or stored, widen(stored, wanted or stored, data[i * w:i * w + w],
                                                buffers.name)) for i in range(count)]
    return [v if ok else None for v, ok in zip(values, valid)]


def wanted_child(wanted, stored_field):
    for child in wanted.children if wanted else []:
        if child.id == stored_field.id:
            return child.type
    return None


def column_segment(leaf, wanted, segment, data, name):
    buffers = Buffers(segment, data, name)
    if leaf.type.kind == STRUCT:
        return {leaf.field_id: [v or None for v in buffers.validity(
            buffers.node(segment.row_count))]}
    values = read_node(buffers, leaf.type, wanted.get(leaf.field_id), segment.row_count)
    return {leaf.field_id: values}


# ------------------------------------------------------------------ row layout (section 11)

def row_layout(leaves):
    """Returns the offset and the null bit of each leaf, and the stride."""
    bits, offsets = {}, {}
    for leaf in leaves:
        if leaf.nullable:
            bits[leaf.field_id] = len(bits)
    at = (len(bits) + 63) // 64 * 8
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
    return offsets, bits, max(8, (at + 7) // 8 * 8)


def row_segment(leaves, wanted, stride, segment, data, name):
    offsets, bits, computed = row_layout(leaves)
    check(stride == computed, name, "stride")
    check(stride * segment.row_count <= len(data), name, "length of the segment")
    variable = data[stride * segment.row_count:]
    columns = {leaf.field_id: [] for leaf in leaves}
    for row in range(segment.row_count):
        start = row * stride
        for leaf in leaves:
            bit = bits.get(leaf.field_id)
            if bit is not None and data[start + bit // 8] >> bit % 8 & 1:
                value = None
            elif leaf.type.kind == STRUCT:
                value = True
            elif leaf.type.kind in (STRING, BINARY):
                at, length = struct.unpack_from("<II", data, start + offsets[leaf.field_id])
                check(at + length <= len(variable), name, "value outside of the variable area")
                value = plain(leaf.type, variable[at:at + length])
            else:
                at = start + offsets[leaf.field_id]
                to = wanted.get(leaf.field_id, leaf.type)
                value = plain(to, widen(leaf.type, to, data[at:at + width(leaf.type)], name))
            columns[leaf.field_id].append(value)
    return columns


# ------------------------------------------------------------------ tables (section 19)

def read_extent(table, table_id, extent, group, wanted):
    name = extent.path
    data = read_range(table, extent.path, extent.offset, extent.length)
    footer, _, _ = footer_of(data, DATA, table_id, name)
    check(len(footer) == extent.footer_length, name, "length of the footer")
    footer = parse("DataFileFooter", footer)
    check(footer.table_id == table_id and footer.column_group_id == group, name, "table or group")
    columns = {leaf.field_id: [] for leaf in footer.leaves}
    for segment in footer.segments:
        check(segment.offset % 4096 == 0, name, "alignment of a segment")
        part = data[segment.offset:segment.offset + segment.length]
        check(len(part) == segment.length and crc32c(part) == segment.crc32c, name,
              "checksum of the segment at %d" % segment.offset)
        if footer.layout == 1:
            values = column_segment(footer.leaves[0], wanted, segment, part, name)
        else:
            values = row_segment(footer.leaves, wanted, footer.stride, segment, part, name)
        for field_id, items in values.items():
            columns[field_id] += items
    check(all(len(c) == footer.row_count for c in columns.values()), name, "row count")
    return columns


def default_column(field, rows, name):
    if field.has_default:
        return [plain(field.type, field.default_value)] * rows
    check(field.nullable, name, "required column without values")
    return [None] * rows


def assemble(field, columns, rows, name):
    """Returns the values of a field, with flattened structs reassembled."""
    if field.type.kind != STRUCT:
        stored = columns.get(field.id)
        return stored if stored is not None else default_column(field, rows, name)
    present = columns.get(field.id, [None] * rows) if field.nullable else [True] * rows
    children = [assemble(c, columns, rows, name) if any(present) else [None] * rows
                for c in field.type.children]
    return [[c[i] for c in children] if present[i] else None for i in range(rows)]


def leaf_types(fields, into):
    for field in fields:
        if field.type.kind == STRUCT:
            leaf_types(field.type.children, into)
        else:
            into[field.id] = field.type
    return into


def read_table(table, snapshot_id=None):
    snapshot = read_snapshot(table, snapshot_id or latest_snapshot(table))
    fields = snapshot.schema.fields
    wanted = leaf_types(fields, {})
    needed = {i for field in fields for i in leaf_ids(field)}
    grouped = [i for group in snapshot.column_groups for i in group.leaf_ids]
    check(sorted(grouped) == sorted(needed), table, "leaves in no or several column groups")
    rows = []
    for ref in snapshot.manifests:
        data = read_range(table, ref.path, 0, ref.length)
        footer, _, _ = footer_of(data, MANIFEST, snapshot.table_id, ref.path)
        check(len(footer) == ref.footer_length, ref.path, "length of the footer")
        manifest = parse("Manifest", footer)
        extents = {}
        for section in manifest.sections:
            part = data[section.offset:section.offset + section.length]
            check(crc32c(part) == section.crc32c, ref.path, "checksum of a section")
            for extent in parse("ColumnGroupSection", part).extents:
                extents[section.column_group_id, extent.row_group] = extent
        for position, row_group in enumerate(manifest.row_groups):
            columns = {}
            for group in snapshot.column_groups:
                extent = extents.get((group.id, position))
                if extent is not None:
                    columns.update(read_extent(table, snapshot.table_id, extent, group.id, wanted))
            values = [assemble(f, columns, row_group.row_count, ref.path) for f in fields]
            check(all(len(v) == row_group.row_count for v in values), ref.path, "row count")
            rows += [[v[i] for v in values] for i in range(row_group.row_count)]
    check(len(rows) == snapshot.row_count, table, "row count")
    return {
        "rowCount": len(rows),
        "columns": [[f.name, type_name(f.type), bool(f.nullable)] for f in fields],
        "rows": rows,
    }


def differences(found, expected):
    for key in ("rowCount", "columns"):
        if found[key] != expected[key]:
            yield "%s: expected %r, found %r" % (key, expected[key], found[key])
    for row, (a, b) in enumerate(zip(found["rows"], expected["rows"])):
        if a != b:
            yield "row %d: expected %r, found %r" % (row, b, a)


def main(arguments):
    """Compares tables with their expected values, or prints one table."""
    if arguments[:1] != ["--compare"]:
        snapshot_id = int(arguments[1]) if len(arguments) > 1 else None
        json.dump(read_table(arguments[0], snapshot_id), sys.stdout, ensure_ascii=False)
        return 0
    wrong = 0
    for file in arguments[1:]:
        with open(file, encoding="utf-8") as stream:
            expected = json.load(stream)
        snapshot_id = re.search(r"expected-(\d+)\.json$", file)
        table = os.path.join(os.path.dirname(file), "table")
        found = read_table(table, int(snapshot_id.group(1)) if snapshot_id else None)
        for difference in differences(found, expected):
            wrong += 1
            print("%s: %s" % (file, difference))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
