# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Types, schemas, leaves, column groups and plain encoding (SPEC.md, sections 5 to 7 and 14)."""
import hashlib
import re
import struct
import uuid

from albis_wire import crc32c, parse

(BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL, DATE, TIME, TIMESTAMP, STRING,
 BINARY, FIXED_BINARY, UUID, YEAR_MONTH, DAY_TIME, STRUCT, LIST, MAP) = range(1, 21)

NAMES = ["", "boolean", "int8", "int16", "int32", "int64", "float", "double", "decimal", "date",
         "time", "timestamp", "string", "binary", "fixed_binary", "uuid", "year_month_interval",
         "day_time_interval", "struct", "list", "map"]
UNITS = {1: "millis", 2: "micros", 3: "nanos"}
WIDTHS = {BOOLEAN: 1, INT8: 1, INT16: 2, INT32: 4, INT64: 8, FLOAT: 4, DOUBLE: 8, DATE: 4,
          TIME: 8, TIMESTAMP: 8, STRING: 8, BINARY: 8, UUID: 16, YEAR_MONTH: 4, DAY_TIME: 8}
INTEGERS = (INT8, INT16, INT32, INT64)
NESTED = (STRUCT, LIST, MAP)
BYTES = (STRING, BINARY)
MAX_DEPTH = 40
MAX_LEAVES = 100_000
COLUMN, ROW = 1, 2
CONTROL = re.compile("[\u0000-\u001f\u007f-\u009f]")


def width(kind):
    """The width of a fixed-width value, or of a string or binary in a row."""
    if kind.kind == DECIMAL:
        return 4 if kind.precision <= 9 else 8 if kind.precision <= 18 else 16
    return kind.length if kind.kind == FIXED_BINARY else WIDTHS[kind.kind]


def type_name(kind):
    """The type as expected.json has it."""
    name = NAMES[kind.kind]
    if kind.kind == DECIMAL:
        return "decimal(%d,%d)" % (kind.precision, kind.scale)
    if kind.kind == TIME:
        return "time(%s)" % UNITS[kind.unit]
    if kind.kind == TIMESTAMP:
        return "timestamp%s(%s)" % ("_tz" if kind.with_zone else "", UNITS[kind.unit])
    if kind.kind == FIXED_BINARY:
        return "fixed_binary(%d)" % kind.length
    if kind.children:
        return [name] + [[c.name, type_name(c.type), c.nullable] for c in kind.children]
    return name


# ------------------------------------------------------------------ checks of fields and types

def check_type(kind, place, depth, is_stored=False):
    """Checks the type of a field at a depth, and all fields below it."""
    place.check(kind is not None and BOOLEAN <= kind.kind <= MAP, "unknown kind of type")
    k = kind.kind
    decimal = k == DECIMAL
    place.check(1 <= kind.precision <= 38 if decimal else kind.precision == 0, "precision")
    place.check(kind.scale <= kind.precision if decimal else kind.scale == 0, "scale")
    place.check(kind.unit in UNITS if k in (TIME, TIMESTAMP) else kind.unit == 0, "unit")
    place.check(k == TIMESTAMP or not kind.with_zone, "zone")
    place.check(1 <= kind.length <= 65_520 if k == FIXED_BINARY else kind.length == 0, "length")
    count = len(kind.children)
    right = {STRUCT: count >= 1, LIST: count == 1, MAP: count == 2}.get(k, count == 0)
    place.check(right, "%d fields in a type of kind %s", count, NAMES[k])
    place.check(k != MAP or not kind.children[0].nullable, "nullable keys")
    for child in kind.children:
        check_field(child, place, depth + 1, is_stored)
    place.check(len({c.name for c in kind.children}) == count, "a name occurs twice in a field")


def check_field(field, place, depth=1, is_stored=False):
    place.check(depth <= MAX_DEPTH, "fields are nested deeper than %d", MAX_DEPTH)
    place.check(field.id >= 1, "field id %d", field.id)
    size = len(field.name.encode("utf-8"))
    place.check(1 <= size <= 512 and not CONTROL.search(field.name), "name of field %d", field.id)
    check_type(field.type, place, depth, is_stored)
    if is_stored:
        return
    for has, value in ((field.has_initial_default, field.initial_default),
                       (field.has_write_default, field.write_default)):
        if has:
            place.check(field.type.kind not in NESTED, "default of nested field %d", field.id)
            check_plain(field.type, value, place, exact=True)


def parse_schema(message, place):
    """Returns the top-level fields."""
    hashes, ends = message.name_hashes, message.ends
    place.check(len(hashes) == len(ends) and len(ends) % 4 == 0, "hashes and ends of the schema")
    hashes = struct.unpack("<%dI" % (len(hashes) // 4), hashes)
    ends = struct.unpack("<%dI" % (len(ends) // 4), ends)
    place.equal(len(message.fields), ends[-1] if ends else 0, "end of the fields of the schema")
    fields, start = [], 0
    for expected, end in zip(hashes, ends):
        place.check(start <= end, "ends of the fields decrease")
        field = parse("Field", message.fields[start:end], place)
        check_field(field, place)
        place.equal(crc32c(field.name.encode("utf-8")), expected, "hash of " + field.name)
        fields.append(field)
        start = end
    return fields


# ------------------------------------------------------------------ leaves and column groups

class Leaf:
    """A leaf: presence leaves have the type of their struct."""

    def __init__(self, field, nullable, path, presence):
        self.id, self.field, self.type, self.nullable = field.id, field, field.type, nullable
        self.path, self.presence = path, presence


def leaves_of(fields, nullable=False, path="", presence=()):
    """The leaves; presence: ids of the presence leaves above a leaf."""
    leaves = []
    for field in fields:
        stored_nullable = nullable or field.nullable
        name = path + quoted(field.name)
        if field.type.kind != STRUCT:
            leaves.append(Leaf(field, stored_nullable, name, presence))
            continue
        above = presence
        if field.nullable:
            leaves.append(Leaf(field, True, name, presence))
            above += (field.id,)
        leaves += leaves_of(field.type.children, stored_nullable, name + ".", above)
    return leaves


def quoted(name):
    return "`%s`" % name.replace("`", "``") if "." in name or "`" in name else name


def check_groups(groups, leaves, place):
    by_id = {leaf.id: leaf for leaf in leaves}
    ids, current = set(), set()
    for group in groups:
        place.check(group.id >= 1 and group.id not in ids, "column group id %d", group.id)
        ids.add(group.id)
        place.check(group.layout in (COLUMN, ROW), "layout of column group %d", group.id)
        count = len(group.leaf_ids)
        place.check(count == 1 if group.layout == COLUMN else count >= 1,
                    "column group %d has %d leaves", group.id, count)
        place.check(min(group.leaf_ids) >= 1 and len(set(group.leaf_ids)) == count,
                    "leaves of column group %d", group.id)
        for leaf in group.leaf_ids:
            place.check(group.retired or leaf not in current, "leaf %d is in two groups", leaf)
            is_list = leaf in by_id and by_id[leaf].type.kind in (LIST, MAP)
            place.check(group.layout == COLUMN or not is_list, "leaf %d in a row", leaf)
        if not group.retired:
            current.update(group.leaf_ids)


def candidates(groups, leaf_id):
    """The column groups in which to look for a leaf, in order (section 7)."""
    current = [g.id for g in groups if not g.retired and leaf_id in g.leaf_ids] or [leaf_id]
    return current + [g.id for g in groups if g.retired and leaf_id in g.leaf_ids]


# ------------------------------------------------------------------ plain encoding

def plain_lengths(kind):
    """The permitted lengths of a value in plain encoding, or None for any (section 14)."""
    k = kind.kind
    if k in BYTES:
        return None
    if k in INTEGERS or k in (FLOAT, DOUBLE):
        least = 4 if k in (FLOAT, DOUBLE) else 1
        return [n for n in (1, 2, 4, 8) if least <= n <= width(kind)]
    if k == DECIMAL:
        return [n for n in (4, 8, 16) if n <= width(kind)]
    return [width(kind)]


def check_plain(kind, data, place, exact=False):
    lengths = [width(kind)] if exact and kind.kind not in BYTES else plain_lengths(kind)
    place.check(lengths is None or len(data) in lengths, "value of %d bytes for %s", len(data),
                NAMES[kind.kind])


def integer(data):
    return int.from_bytes(data, "little", signed=True)


def double_bits(data):
    """The bits of a double with the value of a float; NaNs keep their sign and payload."""
    bits = int.from_bytes(data, "little")
    if bits >> 23 & 255 == 255:
        wide = (bits >> 31) << 63 | 0x7FF << 52 | (bits & 0x7FFFFF) << 29
        return wide.to_bytes(8, "little")
    return struct.pack("<d", struct.unpack("<f", data)[0])


def widen(wanted, data):
    """Extends a value that was encoded before its field was widened."""
    if wanted.kind == DOUBLE and len(data) == 4:
        return double_bits(data)
    if wanted.kind in INTEGERS or wanted.kind == DECIMAL:
        return integer(data).to_bytes(width(wanted), "little", signed=True)
    return data


def check_widening(stored, wanted, place):
    """A stored type must be one that the type of the schema was widened from (section 16)."""
    if stored.kind == wanted.kind == DECIMAL:
        fits = stored.scale == wanted.scale and stored.precision <= wanted.precision
    elif stored.kind == wanted.kind:
        fits = all(getattr(stored, f) == getattr(wanted, f)
                   for f in ("unit", "with_zone", "length"))
    else:
        fits = (stored.kind in INTEGERS and wanted.kind in INTEGERS
                and stored.kind < wanted.kind
                or stored.kind == FLOAT and wanted.kind == DOUBLE)
    place.check(fits, "stored as %s, which cannot be read as %s", type_name(stored),
                type_name(wanted))


def value_of(kind, data, place):
    """A value in plain encoding as expected.json has it."""
    k = kind.kind
    if k == BOOLEAN:
        place.check(data[0] <= 1, "boolean %d", data[0])
        return data[0] == 1
    if k in (FLOAT, DOUBLE):
        return "0x" + widen(kind, data)[::-1].hex()
    if k in (INT8, INT16, INT32, DATE, YEAR_MONTH):
        return integer(data)
    if k in (INT64, TIME, TIMESTAMP, DAY_TIME):
        return str(integer(data))
    if k == DECIMAL:
        unscaled = integer(data)
        digits = str(abs(unscaled)).rjust(kind.scale + 1, "0")
        point = len(digits) - kind.scale
        fraction = "." + digits[point:] if kind.scale else ""
        return ("-" if unscaled < 0 else "") + digits[:point] + fraction
    if k == UUID:
        return str(uuid.UUID(bytes=bytes(data)))
    if len(data) > 256:
        return {"length": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    if k == STRING:
        try:
            return bytes(data).decode("utf-8")
        except UnicodeDecodeError:
            place.check(False, "a string is not UTF-8")
    return "0x" + bytes(data).hex()
