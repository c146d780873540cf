#!/usr/bin/env python3
# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads an Albis table, or a data file on its own, and prints its rows as JSON.

Written from format-spec/SPEC.md alone, independently of the Java code, to show that the
specification is sufficient. It favours clarity over speed and uses only the standard library.

    albis_reader.py TABLE_OR_FILE [SNAPSHOT_ID]
    albis_reader.py --verify TABLE_OR_FILE [SNAPSHOT_ID]
    albis_reader.py --compare golden/NAME/expected.json ...
    albis_reader.py --broken golden/broken/NAME/expected.json ...

Values are printed in the format that format-spec/golden/README.md defines.
"""
import json
import os
import re
import sys

from albis_dataset import Table, open_dataset
from albis_files import partition_of
from albis_partitions import BUCKET, TRUNCATE, is_known
from albis_schema import quoted, type_name
from albis_verifier import problems
from albis_wire import Rejected


TRANSFORMS = ["", "identity", "bucket", "truncate", "year", "month", "day", "hour"]


def content(dataset):
    rows = list(dataset.rows())
    dataset.place.equal(dataset.head.row_count, len(rows), "row count")
    return {
        "rowCount": len(rows),
        "columns": [[f.name, type_name(f.type), f.nullable] for f in dataset.fields],
        "rows": rows,
        "metadata": metadata(dataset),
    }


def metadata(dataset):
    """What does not change values: only what there is, as golden/README.md defines it."""
    head = dataset.head
    found = {"properties": dict(sorted(head.properties.items()))}
    if isinstance(dataset, Table):
        found["tags"] = {tag.name: tag.snapshot_id for tag in head.tags}
        found["expiredBefore"] = head.expired_before
        found["columnOrder"] = head.column_order
    found["fields"] = dict(described(dataset.fields, ""))
    found["partitionSpecs"] = [
        [spec.id, [[f.name, f.source_id, transform_name(f)] for f in spec.fields]]
        for spec in head.partition_specs]
    found["sortOrders"] = [
        [order.id, [[f.leaf_id, f.descending, f.nulls_last] for f in order.fields]]
        for order in head.sort_orders]
    found["rowGroups"] = [row_group(source.row_groups, i) for source in dataset.sources()
                          for i in range(len(source.row_groups.row_counts))]
    statistics = dataset.statistics(dataset.file)
    found["statistics"] = statistics and [
        [leaf.path] + summary(statistics[leaf.id])
        for leaf in dataset.leaves if leaf.id in statistics]
    return {key: each for key, each in found.items() if each}


def described(fields, prefix):
    """Path and what there is besides the type, for the fields that have any of it."""
    for field in fields:
        path = prefix + quoted(field.name)
        one = {"doc": field.doc, "metadata": field.metadata}
        if field.has_initial_default:
            one["initialDefault"] = "0x" + field.initial_default.hex()
        if field.has_write_default:
            one["writeDefault"] = "0x" + field.write_default.hex()
        if field.extension:
            one["extension"] = [field.extension.name, field.extension.parameters]
        one = {key: each for key, each in one.items() if each}
        if one:
            yield path, one
        yield from described(field.type.children, path + ".")


def transform_name(field):
    if not is_known(field):
        return "unknown"
    name = TRANSFORMS[field.transform]
    return "%s(%d)" % (name, field.parameter) if field.transform in (BUCKET, TRUNCATE) else name


def row_group(row_groups, i):
    """Row count, partition or null, id of the sort order."""
    partition = partition_of(row_groups, i)
    if partition is not None:
        values = [None if n in partition.nulls else "0x" + v.hex()
                  for n, v in enumerate(partition.values)]
        partition = [partition.spec_id] + values if partition.spec_id else None
    order = row_groups.sort_order_ids[i] if row_groups.sort_order_ids else 0
    return [row_groups.row_counts[i], partition, order]


def summary(one):
    bounds = ["0x" + one.min.hex(), "0x" + one.max.hex()] if one.has_min_max else [None, None]
    return [one.null_count, one.nan_count, one.value_bytes] + bounds


def differences(found, expected):
    for key in sorted(set(found) | set(expected) - {"rows"}):
        if key != "rows" and found.get(key) != expected.get(key):
            yield "%s: expected %r, found %r" % (key, expected.get(key), found.get(key))
    if len(found["rows"]) != len(expected["rows"]):
        yield "%d rows, expected %d" % (len(found["rows"]), len(expected["rows"]))
    for row, (a, b) in enumerate(zip(found["rows"], expected["rows"])):
        if a != b:
            yield "row %d: expected %r, found %r" % (row, b, a)


def path_beside(file):
    directory = os.path.dirname(file)
    single = os.path.join(directory, "file.albis")
    return single if os.path.exists(single) else os.path.join(directory, "table")


def compare(files):
    for file in files:
        with open(file, encoding="utf-8") as stream:
            expected = json.load(stream)
        snapshot_id = re.search(r"expected-(\d+)\.json$", file)
        dataset = open_dataset(path_beside(file), int(snapshot_id.group(1)) if snapshot_id else 0)
        for each in [*differences(content(dataset), expected), *problems(dataset)]:
            yield "%s: %s" % (file, each)


def broken(files):
    """Reads broken tables, which must give the errors that are beside them."""
    for file in files:
        with open(file, encoding="utf-8") as stream:
            expected = json.load(stream)
        wrong = unexpected(path_beside(file), expected)
        if wrong:
            yield "%s: %s" % (file, wrong)


def unexpected(path, expected):
    try:
        dataset = open_dataset(path, expected.get("snapshot", 0))
        content(dataset)
    except Rejected as error:
        return None if fits(error, expected) else "found %s" % error
    if expected["by"] == "reader":
        return "a reader accepts it"
    found = problems(open_dataset(path, expected.get("snapshot", 0)))
    if any(fits(error, expected) for error in found):
        return None
    return "found %s" % [str(error) for error in found]


def fits(error, expected):
    start, end = expected.get("offset", (None, None))
    inside = start is None or error.offset is None or start <= error.offset < end
    named = not expected["files"] or error.file in expected["files"]
    return inside and named and error.kind == expected["error"]


def main(arguments):
    """Compares with expected values or errors, verifies, or prints rows."""
    command = arguments[0] if arguments and arguments[0].startswith("--") else None
    if command in ("--compare", "--broken"):
        wrong = list((compare if command == "--compare" else broken)(arguments[1:]))
    else:
        path, *rest = arguments[1:] if command else arguments
        dataset = open_dataset(path, int(rest[0]) if rest else 0)
        if command == "--verify":
                    wrong = [str(each) for each in problems(dataset)]
        else:
            wrong = []
            json.dump(content(dataset), sys.stdout, ensure_ascii=False)
    for each in wrong:
        print(each)
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Rejected as rejected:
        sys.exit("Rejected: %s" % rejected)
