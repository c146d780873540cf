// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.tests.RowInput;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random table of Albis, and its rows. */
final class OracleTable {

  private final String uri;
  private final RandomValues values;
  private Schema schema;
  private List<List<Object>> rows = new ArrayList<>();

  private OracleTable(String uri, Schema schema, RandomValues values) {
    this.uri = uri;
    this.schema = schema;
    this.values = values;
  }

  /** Writes a table with a random division into column groups, like the method below. */
  static OracleTable write(Path directory, Random random, int batches, int batch) {
    return write(directory, random, batches, batch, groups(random));
  }

  /**
   * Writes a table of several row groups, each of several segments. After the first ones, columns
   * are added and widened.
   *
   * @param random the rows depend on it, not on the column groups
   * @param batch number of rows of a row group
   */
  static OracleTable write(
      Path directory, Random random, int batches, int batch, ColumnGroupSpec groups) {
    Schema first = new RandomColumns(random).all();
    OracleTable table = new OracleTable(directory.toString(), first, new RandomValues(random));
    for (int i = 0; i < batches; i++) {
      if (i == batches / 2) {
        table.evolve();
      }
      table.append(
          i == 0
              ? partitioned(TableWriter.create(table.uri, first).columnGroups(groups), random)
              : TableWriter.append(table.uri),
          batch);
    }
    return table;
  }

  private static ColumnGroupSpec groups(Random random) {
    List<String> specs = List.of("single", "all", "id,c1,c3,c11;c5,c6,c9");
    return ColumnGroupSpec.parse(specs.get(random.nextInt(specs.size())));
  }

  private static TableWriter.Builder partitioned(TableWriter.Builder builder, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> builder;
      case 1 -> builder.partitionBy(Partitioning.identity("c11"));
      default -> builder.partitionBy(Partitioning.bucket("c4", 4), Partitioning.identity("c1"));
    };
  }

  private void append(TableWriter.Builder builder, int count) {
    List<List<Object>> added = values.batch(schema, count);
    try (TableWriter writer = builder.segmentSize(4096).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, added);
      }
      writer.commit();
    }
    rows.addAll(added);
  }

  private void evolve() {
    int decimal = ordinal("c7");
    int struct = ordinal("s");
    Type narrow = schema.fields().get(decimal).type();
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .widenColumn("c3", Type.int64())
          .widenColumn("c5", Type.float64())
          .widenColumn("c7", Type.decimal(narrow.precision() + 4, narrow.scale()))
          .addColumn(Field.nullable("added", Type.int32()).withInitialDefault(7))
          .addColumn(Field.required("addedText", Type.string()).withInitialDefault("ä default"))
          .addColumn(Field.nullable("addedNull", Type.decimal(20, 3)))
          .addField("s", Field.nullable("later", Type.int64()).withInitialDefault(-1))
          .commit();
      schema = update.schema();
    }
    List<List<Object>> evolved = new ArrayList<>();
    for (List<Object> row : rows) {
      List<Object> more = new ArrayList<>(row);
      Number c3 = (Number) row.get(ordinal("c3"));
      more.set(ordinal("c3"), c3 == null ? null : (Object) c3.longValue());
      Number c5 = (Number) row.get(ordinal("c5"));
      more.set(ordinal("c5"), c5 == null ? null : (Object) c5.doubleValue());
      if (row.get(struct) != null) {
        List<Object> fields = new ArrayList<>((List<?>) row.get(struct));
        fields.add(-1L);
        more.set(struct, fields);
      }
      more.add(7);
      more.add("ä default");
      more.add((BigDecimal) null);
      evolved.add(more);
    }
    rows = evolved;
  }

  private int ordinal(String name) {
    return schema.ordinal(name);
  }

  String uri() {
    return uri;
  }

  /** The present schema. */
  Schema schema() {
    return schema;
  }

  RandomValues values() {
    return values;
  }

  /** All rows, in the present schema. */
  List<List<Object>> rows() {
    return rows;
  }
}
