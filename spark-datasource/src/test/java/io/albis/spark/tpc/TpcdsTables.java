// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.tpc;

import io.albis.spark.internal.type.SparkTypes;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.SparkSession;

/**
 * The tables of TPC-DS, made when a query first needs them: as Parquet, by Spark from text, and as
 * tables of Albis, from the values of the generator.
 */
final class TpcdsTables {

  private static final String SEPARATOR = "\u0001";
  private static final String NULL = "\u0002";

  private final Path directory;
  private final double scale;
  private final SparkSession albis;
  private final SparkSession parquet;
  private final Set<String> made = new HashSet<>();

  /**
   * Creates an instance.
   *
   * @param albis gets views of the tables of Albis
   * @param parquet gets views of the Parquet files
   */
  TpcdsTables(Path directory, double scale, SparkSession albis, SparkSession parquet) {
    this.directory = directory;
    this.scale = scale;
    this.albis = albis;
    this.parquet = parquet;
  }

  /** Makes the tables that a query names. */
  void makeThoseOf(String query) {
    for (GeneratedTable table : GeneratedTable.of("tpcds", query, scale)) {
      if (made.add(table.name())) {
        make(table);
      }
    }
  }

  private void make(GeneratedTable table) {
    String name = table.name();
    Path text = directory.resolve(name + ".txt");
    String uri = directory.resolve(name + ".albis").toString();
    try (Writer lines = Files.newBufferedWriter(text);
        TableWriter writer = TableWriter.create(uri, table.schema()).rowGroupSize(1 << 20).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        table.generate(
            row -> {
              writeText(lines, row);
              table.write(rows, row);
            });
      }
      writer.commit();
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to write " + text, e);
    }
    String files = directory.resolve(name + ".parquet").toString();
    parquet
        .read()
        .schema(SparkTypes.toSpark(table.schema()))
        .option("sep", SEPARATOR)
        .option("nullValue", NULL)
        .option("emptyValue", "")
        .option("quote", "")
        .csv(text.toString())
        .write()
        .parquet(files);
    parquet.read().parquet(files).createOrReplaceTempView(name);
    albis.read().format("albis").load(uri).createOrReplaceTempView(name);
  }

  private static void writeText(Writer lines, List<String> row) {
    try {
      for (int i = 0; i < row.size(); i++) {
        lines.write(i == 0 ? "" : SEPARATOR);
        lines.write(row.get(i) == null ? NULL : row.get(i));
      }
      lines.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to write a row as text", e);
    }
  }
}
