// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.BenchResults;
import io.albis.bench.result.ScanCase;
import io.albis.bench.result.SummedColumn;
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
    Map<ScanCase, List<SummedColumn>> byCase = new LinkedHashMap<>();
    for (SummedColumn total : results.sums()) {
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
    DataTable table =
        new DataTable.Columns<Map.Entry<String, String>>()
            .text("what", Map.Entry::getKey)
            .text("value", Map.Entry::getValue)
            .table("", List.copyOf(environment.entrySet()));
    return new Section(
        "environment",
        "Environment",
        "",
        List.of(),
        environment.isEmpty() ? List.of() : List.of(table));
  }

  private static DataTable agreement(
      BenchResults results, Map<ScanCase, List<SummedColumn>> byCase) {
    return new DataTable.Columns<ScanCase>()
        .text("data set", ScanCase::dataSet)
        .text("storage", ScanCase::storage)
        .figure("threads", of -> Figures.count(of.threads()))
        .number("projectivity, %", ScanCase::projectivity)
        .number("selectivity, %", ScanCase::selectivity)
        .figure("columns", of -> Figures.count(byCase.get(of).size()))
        .figure(
            "non-null values",
            of -> Figures.count(byCase.get(of).stream().mapToLong(SummedColumn::values).sum()))
        .figure(
            "readers",
            of ->
                Figures.count(
                    results.scans().stream()
                        .filter(result -> result.of().equals(of) && !result.isCeiling())
                        .count()))
        .figure(
            "agree",
            of ->
                Figures.count(
                    byCase.get(of).stream().mapToInt(SummedColumn::readers).min().orElse(0)))
        .table("Cases", List.copyOf(byCase.keySet()));
  }

  /** The sums do not depend on storage or number of threads: the widest case has all of them. */
  private static List<DataTable> columns(Map<ScanCase, List<SummedColumn>> byCase) {
    Map<String, List<SummedColumn>> widest = new LinkedHashMap<>();
    byCase.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
        .forEach(
            entry ->
                widest.putIfAbsent(
                    "%s, %s %% of the rows"
                        .formatted(
                            entry.getKey().dataSet(), Figures.plain(entry.getKey().selectivity())),
                    entry.getValue()));
    DataTable.Columns<SummedColumn> columns =
        new DataTable.Columns<SummedColumn>()
            .text("column", SummedColumn::column)
            .text("type", SummedColumn::type)
            .figure("values", total -> Figures.count(total.values()))
            .figure("sum", SummedColumn::sum)
            .figure("readers", total -> Figures.count(total.readers()));
    return widest.entrySet().stream()
        .map(entry -> columns.table(entry.getKey(), entry.getValue()))
        .toList();
  }
}
