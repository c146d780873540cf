// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.BenchResults;
import io.albis.bench.result.ColumnTotal;
import io.albis.bench.result.ScanCase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables about the run: agreement of all readers, and the environment. */
final class RunSections {

  private RunSections() {}

  /** The totals of each column, and how many readers agree on them. */
  static Section sums(BenchResults results) {
    Map<ScanCase, List<ColumnTotal>> byCase = new LinkedHashMap<>();
    for (ColumnTotal total : results.sums()) {
      byCase.computeIfAbsent(total.of(), key -> new ArrayList<>()).add(total);
    }
    return new Section(
        "sums",
        "All readers agree",
        "Each reader sums every value of each column and counts the non-null values;"
            + " the table shows how many readers computed the same sums and counts.",
        List.of(),
        byCase.isEmpty() ? List.of() : List.of(agreement(results, byCase)),
        columns(byCase));
  }

  /** The environment of the measurements. */
  static Section environment(BenchResults results) {
    return environment(results.environment());
  }

  /** The environment of the measurements, by the names of its facts. */
  static Section environment(Map<String, String> environment) {
    DataTable.Builder table = new DataTable.Builder("", 2, "what", "value");
    environment.forEach((name, value) -> table.row(name, value));
    return new Section(
        "environment",
        "Environment",
        "",
        List.of(),
        environment.isEmpty() ? List.of() : List.of(table.build()));
  }

  private static DataTable agreement(
      BenchResults results, Map<ScanCase, List<ColumnTotal>> byCase) {
    DataTable.Builder table =
        new DataTable.Builder(
            "Cases",
            2,
            "data set",
            "storage",
            "threads",
            "projectivity, %",
            "selectivity, %",
            "columns",
            "non-null values",
            "readers",
            "agree");
    byCase.forEach(
        (of, totals) -> {
          long readers =
              results.scans().stream()
                  .filter(result -> result.of().equals(of) && !result.isCeiling())
                  .count();
          int agree = totals.stream().mapToInt(ColumnTotal::readers).min().orElse(0);
          table.row(
              of.dataSet(),
              of.storage(),
              Figures.count(of.threads()),
              Figures.plain(of.projectivity()),
              Figures.plain(of.selectivity()),
              Figures.count(totals.size()),
              Figures.count(totals.stream().mapToLong(ColumnTotal::values).sum()),
              Figures.count(readers),
              Figures.count(agree));
        });
    return table.build();
  }

  /** The sums do not depend on storage or number of threads: the widest case has all of them. */
  private static List<DataTable> columns(Map<ScanCase, List<ColumnTotal>> byCase) {
    Map<String, List<ColumnTotal>> widest = new LinkedHashMap<>();
    byCase.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
        .forEach(
            entry ->
                widest.putIfAbsent(
                    "%s, %s %% of the rows"
                        .formatted(
                            entry.getKey().dataSet(), Figures.plain(entry.getKey().selectivity())),
                    entry.getValue()));
    List<DataTable> tables = new ArrayList<>();
    widest.forEach(
        (title, totals) -> {
          DataTable.Builder table =
              new DataTable.Builder(title, 2, "column", "type", "values", "sum", "readers");
          for (ColumnTotal total : totals) {
            table.row(
                total.column(),
                total.type(),
                Figures.count(total.values()),
                total.sum(),
                Figures.count(total.readers()));
          }
          tables.add(table.build());
        });
    return tables;
  }
}
