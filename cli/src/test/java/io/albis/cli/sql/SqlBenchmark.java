// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.cli.command.StorageOptions;
import io.albis.cli.output.RowFormat;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Times the queries of TPC-H over Albis, as {@code albis sql} reads it, beside DuckDB over Parquet,
 * in one process and by turns. Run by {@code cli/measure}.
 */
public final class SqlBenchmark {

  private final SqlSession albis;
  private final SqlSession parquet;
  private final int rounds;

  private SqlBenchmark(SqlSession albis, SqlSession parquet, int rounds) {
    this.albis = albis;
    this.parquet = parquet;
    this.rounds = rounds;
  }

  /**
   * Runs the benchmark.
   *
   * @param arguments an empty directory or one of an earlier run, the scale in units of 1,500
   *     orders, and the number of measured rounds
   */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    TpchTables tables = new TpchTables(Files.createDirectories(directory));
    if (!Files.exists(Path.of(tables.albis("lineitem")))) {
      tables.write(Integer.parseInt(arguments[1]));
    }
    try (SqlSession albis = new SqlSession(tables.albis(), new StorageOptions());
        SqlSession parquet = new SqlSession(Map.of(), new StorageOptions())) {
      for (String view : tables.views()) {
        parquet.run(view, RowFormat.CSV, new PrintWriter(Writer.nullWriter()));
      }
      new SqlBenchmark(albis, parquet, Integer.parseInt(arguments[2])).run(System.out);
    }
  }

  private void run(PrintStream out) throws IOException {
    double logs = 0;
    out.println("| query | Parquet ms | Albis ms | speed |");
    out.println("|---|---|---|---|");
    List<String> queries = TpchTables.queries();
    for (int i = 0; i < queries.size(); i++) {
      double[] millis = medians(queries.get(i));
      double speed = millis[0] / millis[1];
      logs += Math.log(speed);
      out.printf("| %d | %.1f | %.1f | %.2f x |%n", i + 1, millis[0], millis[1], speed);
    }
    out.printf("| geometric mean | | | %.2f x |%n", Math.exp(logs / queries.size()));
  }

  /** Returns the median milliseconds over Parquet and over Albis, after a round of warm-up. */
  private double[] medians(String query) throws IOException {
    List<List<Double>> times = List.of(new ArrayList<>(), new ArrayList<>());
    for (int round = 0; round <= rounds; round++) {
      for (int i = 0; i < 2; i++) {
        long start = System.nanoTime();
        SqlSession session = i == 0 ? parquet : albis;
        session.run(query, RowFormat.CSV, new PrintWriter(Writer.nullWriter()));
        if (round > 0) {
          times.get(i).add((System.nanoTime() - start) / 1e6);
        }
      }
    }
    times.forEach(Collections::sort);
    return times.stream().mapToDouble(each -> each.get(rounds / 2)).toArray();
  }
}
