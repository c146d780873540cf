// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.cli.command.StorageArguments;
import io.albis.cli.output.RowFormat;
import io.albis.reader.cache.ColumnCache;
import io.albis.tools.result.QueryComparison;
import io.albis.tools.result.QueryResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Times the queries of TPC-H over Albis, as {@code albis sql} reads it, beside DuckDB over Parquet,
 * in one process and by turns. Run by {@code cli/measure}.
 */
public final class SqlBenchmark {

  private static final int WARM_UP = 2;

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
    // As at the prompt: out of the column cache, while DuckDB reads Parquet out of the page cache.
    try (ColumnCache cache = ColumnCache.builder().build();
        SqlSession albis =
            new SqlSession(tables.albis(), new StorageArguments(), Optional.of(cache));
        SqlSession parquet = new SqlSession(Map.of(), new StorageArguments(), Optional.empty())) {
      for (String view : tables.views()) {
        parquet.run(view, RowFormat.CSV, new PrintWriter(Writer.nullWriter()));
      }
      new SqlBenchmark(albis, parquet, Integer.parseInt(arguments[2]))
          .run(new PrintWriter(System.out, false, StandardCharsets.UTF_8));
    }
  }

  private void run(PrintWriter out) throws IOException {
    List<QueryResult> results = new ArrayList<>();
    List<String> queries = TpchTables.queries();
    for (int i = 0; i < queries.size(); i++) {
      results.addAll(measure(String.valueOf(i + 1), queries.get(i)));
    }
    QueryComparison comparison = QueryComparison.of(results).get(0);
    comparison.table().print(out);
    if (!comparison.differing().isEmpty()) {
      out.println("Results that differ in order or in last digits: " + comparison.differing());
    }
    out.flush();
  }

  /**
   * Returns the times over Albis and over Parquet, after two rounds of warm-up: the cache keeps
   * what is read a second time.
   */
  private List<QueryResult> measure(String name, String query) throws IOException {
    List<SqlSession> sessions = List.of(albis, parquet);
    List<List<Double>> seconds = List.of(new ArrayList<>(), new ArrayList<>());
    Set<String> outputs = new HashSet<>();
    for (int round = 0; round < rounds + WARM_UP; round++) {
      for (int i = 0; i < sessions.size(); i++) {
        StringWriter output = new StringWriter();
        long start = System.nanoTime();
        sessions.get(i).run(query, RowFormat.CSV, new PrintWriter(output));
        if (round >= WARM_UP) {
          seconds.get(i).add((System.nanoTime() - start) / 1e9);
        }
        outputs.add(output.toString());
      }
    }
    boolean isEqual = outputs.size() == 1;
    return List.of(
        new QueryResult("TPC-H", name, "Albis", seconds.get(0), List.of(), null, isEqual),
        new QueryResult("TPC-H", name, "Parquet", seconds.get(1), List.of(), null, isEqual));
  }
}
