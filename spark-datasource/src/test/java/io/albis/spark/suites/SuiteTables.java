// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/** Writes tables for the suites. */
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
  static void create(
      String uri, StructType columns, List<String> partitions, Map<String, String> options) {
    boolean isColumns =
        Boolean.parseBoolean(SparkSession.active().conf().get(COLUMN_LAYOUT, "true"));
    SparkSession.active()
        .createDataFrame(List.of(), columns)
        .write()
        .format("albis")
        .option("column-groups", isColumns ? "single" : "all")
        .options(others(options))
        .options(
            partitions.isEmpty() ? Map.of() : Map.of("partition-by", String.join(",", partitions)))
        .mode(SaveMode.Append)
        .save(uri);
  }

  /**
   * Adds rows to a table.
   *
   * @param columns all columns of the table
   * @param data values of all columns, in their order
   */
  static void append(
      String uri, StructType columns, Dataset<Row> data, Map<String, String> options) {
    write(uri, columns, data, SaveMode.Append, options);
  }

  /** Replaces all rows of a table, like {@link #append}. */
  static void overwrite(
      String uri, StructType columns, Dataset<Row> data, Map<String, String> options) {
    write(uri, columns, data, SaveMode.Overwrite, options);
  }

  private static void write(
      String uri,
      StructType columns,
      Dataset<Row> data,
      SaveMode mode,
      Map<String, String> options) {
    data.toDF(columns.fieldNames())
        .write()
        .format("albis")
        .options(others(options))
        .mode(mode)
        .save(uri);
  }

  private static Map<String, String> others(Map<String, String> options) {
    Map<String, String> others = new HashMap<>(options);
    others.keySet().removeIf(name -> name.equalsIgnoreCase("path"));
    return others;
  }

  /**
   * Adds rows to a table by the names of columns, with one value of a column that the data does not
   * have. Columns that neither has are null.
   */
  static void append(
      String uri,
      StructType columns,
      Dataset<Row> data,
      String constant,
      Object value,
      Map<String, String> options) {
    boolean isGiven = Arrays.asList(data.schema().fieldNames()).contains(constant);
    Dataset<Row> complete = isGiven ? data : data.withColumn(constant, functions.lit(value));
    // Fields that structs of the data do not have are null.
    Dataset<Row> empty = data.sparkSession().createDataFrame(List.of(), columns);
    append(uri, columns, empty.unionByName(complete, true), options);
  }
}
