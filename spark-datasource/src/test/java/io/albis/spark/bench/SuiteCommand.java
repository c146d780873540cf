// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.tpc.GeneratedTable;
import io.albis.spark.tpc.QueryTexts;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.output.Progress;
import io.albis.tools.output.TextTable;
import io.albis.tools.result.QueryResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The queries of a benchmark on tables of several formats. */
abstract class SuiteCommand extends AlbisCommand {

  @Mixin private SuiteTables suite;

  @Option(
      names = "--queries",
      split = ",",
      paramLabel = "NAME",
      description = "Queries, such as q3 (default: all).")
  private List<String> queries = List.of();

  @Option(
      names = "--formats",
      split = ",",
      paramLabel = "FORMAT",
      description = "Formats, compared with the first one (default: ${DEFAULT-VALUE}).",
      defaultValue = "albis,parquet-snappy,parquet-zstd,orc-zstd")
  private List<String> formats;

  @Option(
      names = "--cores",
      paramLabel = "COUNT",
      description = "Cores of the session (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int cores;

  @Option(
      names = "--cold",
      description =
          "Drop the tables from the page cache before each run. Albis bypasses it, as by default.")
  private boolean isCold;

  @Option(
      names = "--plan",
      description = "Only plan the queries, from their text to Spark's physical plan.")
  private boolean isOnlyPlanned;

  @Option(
      names = "--rows",
      description = "Count the rows that scans read and hand over, instead of the time.")
  private boolean isOnlyCounted;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      description = "Measured rounds (default: ${DEFAULT-VALUE}).",
      defaultValue = "3")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "COUNT",
      description = "Rounds that do not count (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int warmUps;

  @Mixin private ResultOptions output;

  /** Name of the benchmark: {@code tpcds} or {@code tpch}. */
  private final String benchmark;

  private final String title;

  /** Of the session. */
  private final Map<String, String> settings;

  SuiteCommand(String benchmark, String title, Map<String, String> settings) {
    this.benchmark = benchmark;
    this.title = title;
    this.settings = settings;
  }

  @Override
  public Integer call() throws Exception {
    if (isOnlyCounted && (isOnlyPlanned || output.isJson())) {
      throw usageError("--rows counts instead of timing: drop --plan, --json and --output");
    }
    List<TableFormat> chosen = TableFormat.of(formats);
    QueryTexts texts = suite.texts(benchmark);
    List<String> names = queries.isEmpty() ? texts.names() : queries;
    if (!texts.names().containsAll(names)) {
      throw usageError("Invalid queries: " + names + " (expected some of " + texts.names() + ")");
    }
    SparkSession spark = BenchmarkSession.startAdaptive(cores, settings);
    List<GeneratedTable> needed = suite.needed(benchmark, names);
    BenchmarkTables tables = suite.create(benchmark, spark, needed, chosen);
    Map<TableFormat, SparkSession> sessions = new LinkedHashMap<>();
    for (TableFormat format : chosen) {
      SparkSession session = spark.newSession();
      for (GeneratedTable table : needed) {
        format
            .load(session, tables.path(format, table.name()), isCold)
            .createOrReplaceTempView(table.name());
      }
      sessions.put(format, session);
    }
    String workload =
        "%s, scale %s, %s%s%s"
            .formatted(
                title,
                suite.scale(),
                cores == 1 ? "1 core" : cores + " cores",
                isCold ? ", cold" : "",
                isOnlyPlanned ? ", plans" : "");
    List<String> tableNames = needed.stream().map(GeneratedTable::name).toList();
    if (isOnlyCounted) {
      TextTable rows;
      try (Progress progress = Progress.start(workload, names.size(), "queries")) {
        rows = ScanRows.table(sessions, texts, names, progress);
      }
      return output.write(out(), workload, rows);
    }
    Map<String, String> facts = Map.of(workload, tables.sizes(chosen, tableNames));
    Consumer<TableFormat> prepare = isCold ? format -> drop(tables, format, tableNames) : f -> {};
    List<QueryResult> results = measure(workload, facts, sessions, prepare, texts, names);
    return output.write(out(), spec(), facts, results);
  }

  private static void drop(BenchmarkTables tables, TableFormat format, List<String> names) {
    try {
      tables.dropFromPageCache(format, names);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<QueryResult> measure(
      String workload,
      Map<String, String> facts,
      Map<TableFormat, SparkSession> sessions,
      Consumer<TableFormat> prepare,
      QueryTexts texts,
      List<String> names)
      throws IOException {
    List<QueryResult> all = new ArrayList<>();
    QueryRounds turns = new QueryRounds(warmUps, rounds);
    long runs = names.size() * (turns.runs(sessions.size()) + sessions.size());
    try (Progress progress = Progress.start(workload, runs, "queries")) {
      for (String name : names) {
        Map<TableFormat, List<String>> results = new LinkedHashMap<>();
        Map<TableFormat, Runnable> queries = new LinkedHashMap<>();
        sessions.forEach(
            (format, session) -> {
              List<String> rows =
                  isOnlyPlanned
                      ? List.of()
                      : List.of(QueryTexts.digest(session, texts.unlimited(name)));
              results.put(format, rows);
              progress.add(1);
              queries.put(
                  format,
                  () -> {
                    SparkSession.setActiveSession(session);
                    Dataset<Row> query = session.sql(texts.text(name));
                    Object done =
                        isOnlyPlanned
                            ? query.queryExecution().executedPlan()
                            : query.collectAsList();
                    Objects.requireNonNull(done);
                  });
            });
        Map<TableFormat, QueryRounds.Times> times = turns.measure(queries, prepare, progress);
        all.addAll(QueryRounds.results(workload, name, times, Map.of(), results));
        output.save(spec(), facts, all);
      }
    }
    return all;
  }
}
