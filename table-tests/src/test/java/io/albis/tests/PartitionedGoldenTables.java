// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static io.albis.tests.GoldenTables.row;

import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Golden tables whose row groups are in partitions. */
final class PartitionedGoldenTables {

  private PartitionedGoldenTables() {}

  static List<GoldenTable> all() {
    return List.of(partitioned(), partitions());
  }

  /** Partitions of every transform that the writer fills, and of another spec later. */
  private static GoldenTable partitioned() {
    Schema schema =
        Schema.of(
            Field.nullable("region", Type.string()),
            Field.required("id", Type.int32()),
            Field.nullable("at", Type.parse("timestamp(nanos)")),
            Field.nullable("amount", Type.decimal(9, 2)),
            Field.nullable("date", Type.date()));
    long second = 1_000_000_000L;
    return GoldenTable.of(
            "partitioned",
            schema,
            "region,id",
            List.of(
                row("öst", 1, 0L, new BigDecimal("10.65"), 0),
                row("öst", 1, 3599 * second, new BigDecimal("10.50"), 30),
                row(null, 2, null, null, null),
                row("west", 3, -second, new BigDecimal("-0.01"), -1)))
        .creation(
            builder ->
                builder.partitionBy(
                    Partitioning.identity("region"),
                    Partitioning.bucket("id", 4),
                    Partitioning.hour("at"),
                    Partitioning.truncate("amount", 50),
                    Partitioning.year("date")))
        .update(
            update ->
                update.partitionBy(
                    Partitioning.truncate("region", 1),
                    Partitioning.day("at"),
                    Partitioning.month("date"),
                    Partitioning.identity("amount")))
        .append(
            List.of(
                row("öl", 5, 86_400 * second - 1, new BigDecimal("1.00"), 31),
                row("öst", 6, 0L, new BigDecimal("1.00"), 58),
                row("z", 7, -86_400 * second - 1, null, -719_162)));
  }

  /** Row groups in partitions of two specs, one with a transform that is not known, and none. */
  private static GoldenTable partitions() {
    Schema schema =
        Schema.of(
            Field.nullable("region", Type.string()),
            Field.required("id", Type.int64()),
            Field.nullable("day", Type.date()));
    return GoldenTable.of(
            "partitions",
            schema,
            "single",
            List.of(row("north", 34L, 17_486), row("north", 34L, 17_490)))
        .append(List.of(row(null, 1L, null)))
        .append(List.of(row("south", 5L, -1), row("sour", 6L, -31)))
        .append(List.of(row("any", 7L, 0), row("thing", 8L, null)))
        .append(List.of(row("west", 9L, 9)))
        .onlyLatest()
        .forge(PartitionedGoldenTables::partition);
  }

  private static void partition(ForgedTable table) {
    byte[] north = text("north");
    byte[] none = new byte[0];
    byte[] so = text("so");
    EditableMessage snapshot = table.snapshot().footer;
    EditableMessage first = snapshot.add("partition_specs").set("id", 1);
    field(first, 10, 1, 1, 0, "region");
    field(first, 11, 2, 2, 16, "id_bucket");
    EditableMessage second = snapshot.add("partition_specs").set("id", 3);
    field(second, 12, 3, 5, 0, "day_month");
    field(second, 13, 1, 3, 2, "region_truncated");
    EditableMessage third = snapshot.add("partition_specs").set("id", 4);
    field(third, 14, 3, 55, 3, "of a later version");
    snapshot.set("partition_spec_id", 3).set("next_id", 15);
    tuple(table, 0, 1, north, bucket(34));
    tuple(table, 1, 1, none, bucket(1)).setNumbers("nulls", 0);
    tuple(table, 2, 3, PlainEncoding.ofLong(-1, 4), so);
    tuple(table, 4, 4, text("unknown"));
    bounds(snapshot, 0, 1, north, bucket(34));
    bounds(snapshot, 1, 1, null, bucket(1));
    bounds(snapshot, 2, 3, PlainEncoding.ofLong(-1, 4), so);
    snapshot.message("manifests", 3).add("partition_bounds").set("spec_id", 0);
    for (int i = 0; i < 4; i++) {
      for (int leaf = 1; leaf <= 3; leaf++) {
        EditableMessage extent = table.manifest(i).section(leaf).message("extents", 0);
        snapshot.message("manifests", i).add("bounds", extent.message("statistics", 0));
      }
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bucket(long value) {
    return new BoundTransform(Transform.bucket(16), Type.int64())
        .apply(PlainEncoding.ofLong(value, 8));
  }

  private static void field(
      EditableMessage spec, int id, int source, int transform, int parameter, String name) {
    spec.add("fields")
        .set("id", id)
        .set("source_id", source)
        .set("transform", transform)
        .set("parameter", parameter)
        .set("name", name);
  }

  private static EditableMessage tuple(
      ForgedTable table, int manifest, int spec, byte[]... values) {
    EditableMessage rowGroups = table.manifest(manifest).footer.message("row_groups");
    EditableMessage tuple = rowGroups.add("partitions").set("spec_id", spec);
    for (byte[] value : values) {
      tuple.add("values", value);
    }
    return tuple;
  }

  private static void bounds(EditableMessage snapshot, int manifest, int spec, byte[]... values) {
    EditableMessage bounds =
        snapshot.message("manifests", manifest).add("partition_bounds").set("spec_id", spec);
    for (byte[] value : values) {
      EditableMessage field = bounds.add("fields");
      if (value == null) {
        field.set("has_null", 1);
      } else {
        field.set("has_min_max", 1).set("min", value).set("max", value);
      }
    }
  }
}
