// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.spark.internal.type.AlbisTypes;
import io.albis.tests.RowInput;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Writes tables of Albis from Spark's rows, which are collected. */
final class SuiteTables {

  /**
   * A setting of the session: whether each column has a group of its own; otherwise all share one,
   * in the row layout. The suites set it where they choose between a vectorized and another reader.
   */
  static final String COLUMN_LAYOUT = "spark.albis.suites.column-layout";

  private SuiteTables() {}

  /** Whether there is a table. */
  static boolean exists(String uri) {
    return Files.isDirectory(Path.of(uri.replaceFirst("^file:", "")).resolve("_albis"));
  }

  /** Creates a table without rows. */
  static void create(String uri, StructType columns, List<String> partitions) {
    insert(
        TableWriter.create(uri, AlbisTypes.toAlbis(columns))
            .columnGroups(layout())
            .partitionBy(
                partitions.stream().map(Partitioning::identity).toArray(Partitioning[]::new)),
        AlbisTypes.toAlbis(columns),
        List.of());
  }

  private static ColumnGroupSpec layout() {
    boolean isColumns =
        Boolean.parseBoolean(SparkSession.active().conf().get(COLUMN_LAYOUT, "true"));
    return isColumns ? ColumnGroupSpec.single() : ColumnGroupSpec.all();
  }

  /**
   * Adds rows to a table.
   *
   * @param columns all columns of the table
   * @param data values of all columns, in their order
   */
  static void append(String uri, StructType columns, Dataset<Row> data) {
    insert(TableWriter.append(uri), AlbisTypes.toAlbis(columns), RowValues.of(data));
  }

  /** Replaces all rows of a table, like {@link #append}. */
  static void overwrite(String uri, StructType columns, Dataset<Row> data) {
    insert(TableWriter.overwrite(uri), AlbisTypes.toAlbis(columns), RowValues.of(data));
  }

  /**
   * Adds rows to a table by the names of columns, with one value of a column that the data does not
   * have. Columns that neither has are null.
   */
  static void append(
      String uri, StructType columns, Dataset<Row> data, String constant, Object value) {
    List<String> given = Arrays.asList(data.schema().fieldNames());
    List<List<Object>> rows = new ArrayList<>();
    for (List<Object> row : RowValues.of(conform(data, columns))) {
      List<Object> filled = new ArrayList<>(row);
      if (!given.contains(constant)) {
        filled.set(columns.fieldIndex(constant), value);
      }
      rows.add(filled);
    }
    insert(TableWriter.append(uri), AlbisTypes.toAlbis(columns), rows);
  }

  /** Fields that structs of the data do not have are null. */
  private static Dataset<Row> conform(Dataset<Row> data, StructType columns) {
    Dataset<Row> empty = data.sparkSession().createDataFrame(List.of(), columns);
    return empty.unionByName(data, true);
  }

  private static void insert(TableWriter.Builder builder, Schema schema, List<List<Object>> rows) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
      }
      writer.commit();
    }
  }
}
