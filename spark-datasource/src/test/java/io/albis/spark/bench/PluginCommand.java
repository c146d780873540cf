// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.AlbisPlugin;
import io.albis.spark.tpc.GeneratedTable;
import io.albis.spark.tpc.QueryTexts;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.output.Progress;
import io.albis.tools.result.QueryResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code measure plugin}: what the plugin costs without a cache. */
@Command(
    name = "plugin",
    description =
        "Runs queries of TPC-DS with and without the plugin, whose cache is off. Each round has a"
            + " context of Spark for either, in alternating order, which runs each query once"
            + " before it is measured.")
public final class PluginCommand extends AlbisCommand {

  private static final String WITH = "plugin";
  private static final String WITHOUT = "no plugin";

  @Mixin private SuiteTables suite;

  @Option(
      names = "--queries",
      split = ",",
      paramLabel = "NAME",
      description = "Queries, such as q3 (default: all).")
  private List<String> queries = List.of();

  @Option(
      names = "--cores",
      paramLabel = "COUNT",
      description = "Cores of the session (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int cores;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      description = "Measured rounds, after one that does not count (default: ${DEFAULT-VALUE}).",
      defaultValue = "4")
  private int rounds;

  @Mixin private ResultOptions output;

  /** Called by the command-line parser. */
  public PluginCommand() {}

  /** The times of a query, by round. */
  private record Times(List<Double> seconds, List<Double> cpuSeconds, List<String> result) {
    Times() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  @Override
  public Integer call() throws Exception {
    QueryTexts texts = suite.texts("tpcds");
    List<String> names = queries.isEmpty() ? texts.names() : queries;
    if (!texts.names().containsAll(names)) {
      throw usageError("Invalid queries: " + names + " (expected some of " + texts.names() + ")");
    }
    List<GeneratedTable> needed = suite.needed("tpcds", names);
    List<TableFormat> formats = List.of(TableFormat.ALBIS);
    String facts;
    try (SparkSession spark = BenchmarkSession.startAdaptive(cores)) {
      facts =
          suite
              .create("tpcds", spark, needed, formats)
              .sizes(formats, needed.stream().map(GeneratedTable::name).toList());
    }
    Map<String, Map<String, Times>> times = new LinkedHashMap<>();
    names.forEach(name -> times.put(name, Map.of(WITHOUT, new Times(), WITH, new Times())));
    try (Progress progress =
        Progress.start("plugin", 4L * (rounds + 1) * names.size(), "queries")) {
      for (int round = -1; round < rounds; round++) {
        List<String> order = round % 2 == 0 ? List.of(WITHOUT, WITH) : List.of(WITH, WITHOUT);
        for (String which : order) {
          run(which, round, needed, texts, times, progress);
        }
      }
    }
    String workload = "TPC-DS, scale " + suite.scale() + ", cores: " + cores;
    List<QueryResult> results = new ArrayList<>();
    times.forEach(
        (name, both) ->
            List.of(WITHOUT, WITH)
                .forEach(which -> results.add(result(workload, name, which, both))));
    return output.write(out(), spec(), Map.of(workload, facts), results);
  }

  private static QueryResult result(
      String workload, String name, String which, Map<String, Times> both) {
    Times times = both.get(which);
    return new QueryResult(
        workload,
        name,
        which,
        times.seconds(),
        times.cpuSeconds(),
        null,
        times.result().equals(both.get(WITHOUT).result()));
  }

  private void run(
      String which,
      int round,
      List<GeneratedTable> needed,
      QueryTexts texts,
      Map<String, Map<String, Times>> times,
      Progress progress)
      throws Exception {
    Map<String, String> settings =
        which.equals(WITH) ? Map.of("spark.plugins", AlbisPlugin.class.getName()) : Map.of();
    try (SparkSession spark = BenchmarkSession.startAdaptive(cores, settings)) {
      BenchmarkTables tables = new BenchmarkTables(suite.directory("tpcds"), spark);
      for (GeneratedTable table : needed) {
        TableFormat.ALBIS
            .load(spark, tables.path(TableFormat.ALBIS, table.name()), false)
            .createOrReplaceTempView(table.name());
      }
      for (Map.Entry<String, Map<String, Times>> query : times.entrySet()) {
        Times mine = query.getValue().get(which);
        String digest = QueryTexts.digest(spark, texts.unlimited(query.getKey()));
        progress.add(1);
        long start = System.nanoTime();
        long cpu = QueryRounds.cpuNanos();
        spark.sql(texts.text(query.getKey())).collectAsList();
        if (round >= 0) {
          mine.seconds().add((System.nanoTime() - start) / 1e9);
          mine.cpuSeconds().add((QueryRounds.cpuNanos() - cpu) / 1e9);
          mine.result().add(digest);
        }
        progress.add(1);
      }
    }
  }
}
