// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.output.Json;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code measure cache}: cached data frames of Albis and of Spark. */
@Command(
    name = "cache",
    description = {
      "Caches the same data frame with the serializers of Albis and of Spark, and compares what it"
          + " takes to",
      "build it and to read it, on one core. Each serializer has a process of its own, as in an"
          + " application:",
      "code that several have compiled is slower. The best run of each counts."
    })
public final class CacheCommand extends AlbisCommand {

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      description = "Rows of the data frame (default: ${DEFAULT-VALUE}).",
      defaultValue = "2000000")
  private long rows;

  @Option(
      names = "--data",
      split = ",",
      paramLabel = "NAME",
      description =
          "Some of ${COMPLETION-CANDIDATES} (default: all); nested has a fifth of the rows.")
  private List<CacheData> data = List.of(CacheData.values());

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      description = "Rounds, of which the best counts (default: ${DEFAULT-VALUE}).",
      defaultValue = "7")
  private int rounds;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Java heap of each process (default: ${DEFAULT-VALUE}).",
      defaultValue = "4g")
  private String heap;

  @Option(names = "--alone", paramLabel = "NAME", hidden = true)
  private CacheContestant alone;

  /** Called by the command-line parser. */
  public CacheCommand() {}

  @Override
  public Integer call() throws Exception {
    if (alone != null) {
      out().println(Json.line(costs()));
      return 0;
    }
    Map<String, Map<CacheContestant, CacheCost>> all = new LinkedHashMap<>();
    for (CacheContestant contestant : CacheContestant.available()) {
      costs(contestant)
          .forEach(
              (name, cost) ->
                  all.computeIfAbsent(name, key -> new EnumMap<>(CacheContestant.class))
                      .put(contestant, cost));
    }
    out()
        .printf(
            "%d rows, ns per row: elapsed (ratio), CPU of tasks (ratio), GC; best of %d%n%-32s",
            rows, rounds, "");
    CacheContestant.available().forEach(each -> out().printf(" %30s", each.label()));
    out().printf("%n");
    all.forEach(this::print);
    return 0;
  }

  private Map<String, CacheCost> costs() throws IOException {
    SparkSession spark = BenchmarkSession.start(alone.settings());
    TaskTimes tasks = new TaskTimes(spark.sparkContext());
    Map<String, CacheCost> costs = new LinkedHashMap<>();
    for (CacheData each : data) {
      costs.putAll(new CacheRun(spark, tasks, each, each.rows(rows), rounds).run());
    }
    spark.stop();
    return costs;
  }

  private Map<String, CacheCost> costs(CacheContestant contestant)
      throws IOException, InterruptedException {
    String output =
        BenchmarkProcess.run(
            List.of(),
            heap,
            List.of(
                "cache",
                "--rows=" + rows,
                "--rounds=" + rounds,
                "--data=" + data.stream().map(Enum::name).collect(Collectors.joining(",")),
                "--alone=" + contestant.name()));
    return JsonMapper.builder()
        .build()
        .readValue(output, new TypeReference<LinkedHashMap<String, CacheCost>>() {});
  }

  private void print(String name, Map<CacheContestant, CacheCost> costs) {
    CacheCost first = costs.values().iterator().next();
    out().printf("%-32s", name);
    costs.forEach(
        (contestant, cost) ->
            out()
                .printf(
                    " %30s",
                    String.format(
                        Locale.ROOT,
                        "%.0f (%.2fx), %.0f (%.2fx), %.0f",
                        cost.elapsed() * 1e9,
                        cost.elapsed() / first.elapsed(),
                        cost.cpu() * 1e9,
                        cost.cpu() / first.cpu(),
                        cost.gc() * 1e9)));
    out().printf("%n");
  }
}
