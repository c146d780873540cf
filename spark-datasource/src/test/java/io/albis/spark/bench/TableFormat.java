// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.format.schema.ColumnGroupSpec;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The formats that are compared. Each is read by Spark's own vectorized reader for it. */
enum TableFormat {
  /** A column group for each column. */
  ALBIS("albis", "albis", null),
  /** One column group of all columns. */
  ALBIS_ROWS("albis-rows", "albis", null),
  PARQUET_SNAPPY("parquet-snappy", "parquet", "snappy"),
  PARQUET_ZSTD("parquet-zstd", "parquet", "zstd"),
  ORC_SNAPPY("orc-snappy", "orc", "snappy"),
  /** As Spark compresses ORC by default. */
  ORC_ZSTD("orc-zstd", "orc", "zstd");

  private final String label;
  private final String source;
  private final String codec;

  TableFormat(String label, String source, String codec) {
    this.label = label;
    this.source = source;
    this.codec = codec;
  }

  /** Returns the format of a name. */
  static TableFormat of(String label) {
    return Arrays.stream(values())
        .filter(format -> format.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Invalid format: " + label + " (expected one of " + labels() + ")"));
  }

  private static String labels() {
    return Arrays.stream(values()).map(TableFormat::label).collect(Collectors.joining(", "));
  }

  /** Returns the formats of several names. */
  static List<TableFormat> of(List<String> labels) {
    return labels.stream().map(TableFormat::of).distinct().toList();
  }

  String label() {
    return label;
  }

  boolean isAlbis() {
    return codec == null;
  }

  /** Returns the column groups of tables of Albis. */
  ColumnGroupSpec columnGroups() {
    return this == ALBIS_ROWS ? ColumnGroupSpec.all() : ColumnGroupSpec.single();
  }

  /** Returns the place of a table. */
  Path path(Path directory, String table) {
    return directory.resolve(table + "." + label);
  }

  /**
   * Loads a table.
   *
   * @param isDirect whether Albis may bypass the page cache
   */
  Dataset<Row> load(SparkSession spark, Path table, boolean isDirect) {
    return spark
        .read()
        .format(source)
        .option("io.direct", isDirect ? "auto" : "never")
        .load(table.toString());
  }

  /** Writes rows as a table that does not exist. */
  void write(Dataset<Row> rows, Path table) {
    DataFrameWriter<Row> writer = rows.write().format(source);
    if (isAlbis()) {
      writer.option("column-groups", this == ALBIS_ROWS ? "all" : "single");
    } else {
      writer.option("compression", codec);
    }
    writer.save(table.toString());
  }
}
