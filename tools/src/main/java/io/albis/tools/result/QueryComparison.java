// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.result;

import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of one workload, compared with those of the first format. Only queries that were
 * measured with all formats count. Immutable.
 */
public final class QueryComparison {

  private final String workload;
  private final List<String> formats;

  /** The results by query, each in the order of the formats. */
  private final Map<String, List<QueryResult>> queries = new LinkedHashMap<>();

  private QueryComparison(String workload, List<QueryResult> results) {
    this.workload = workload;
    this.formats = results.stream().map(QueryResult::format).distinct().toList();
    results.stream()
        .map(QueryResult::query)
        .distinct()
        .forEach(
            query -> {
              List<QueryResult> all =
                  formats.stream()
                      .flatMap(format -> find(results, query, format).stream())
                      .toList();
              if (all.size() == formats.size()) {
                queries.put(query, all);
              }
            });
  }

  private static Optional<QueryResult> find(
      List<QueryResult> results, String query, String format) {
    return results.stream()
        .filter(result -> result.query().equals(query) && result.format().equals(format))
        .findFirst();
  }

  /** Creates a comparison for each workload of some results, in their order. */
  public static List<QueryComparison> of(List<QueryResult> results) {
    Map<String, List<QueryResult>> byWorkload = new LinkedHashMap<>();
    for (QueryResult result : results) {
      byWorkload.computeIfAbsent(result.workload(), key -> new ArrayList<>()).add(result);
    }
    List<QueryComparison> comparisons = new ArrayList<>();
    byWorkload.forEach((name, some) -> comparisons.add(new QueryComparison(name, some)));
    return comparisons;
  }

  /** Name of the queries and their data. */
  public String workload() {
    return workload;
  }

  /** Names of the formats; the others are compared with the first one. */
  public List<String> formats() {
    return formats;
  }

  /** Names of the queries. */
  public List<String> queries() {
    return List.copyOf(queries.keySet());
  }

  /** The results of a query, in the order of the formats. */
  public List<QueryResult> results(String query) {
    return queries.get(query);
  }

  /** Time of a query in a format, relative to the first format: 2 if that is twice as fast. */
  public double ratio(String query, int format) {
    List<QueryResult> results = queries.get(query);
    return results.get(format).medianSeconds() / results.get(0).medianSeconds();
  }

  /**
   * Geometric mean of the median times of all queries in a format, in seconds; NaN without queries.
   */
  public double geometricMean(int format) {
    double sum = 0;
    for (List<QueryResult> results : queries.values()) {
      sum += Math.log(results.get(format).medianSeconds());
    }
    return Math.exp(sum / queries.size());
  }

  private static double cpuRatio(List<QueryResult> results, int format) {
    return results.get(format).medianCpuSeconds() / results.get(0).medianCpuSeconds();
  }

  private boolean isCpuKnown() {
    return queries.values().stream()
        .flatMap(List::stream)
        .noneMatch(result -> result.cpuSeconds().isEmpty());
  }

  /** Names of the queries whose results differ between formats. */
  public List<String> differing() {
    return queries.keySet().stream()
        .filter(query -> !queries.get(query).stream().allMatch(QueryResult::isEqual))
        .toList();
  }

  /** A table for people: times in milliseconds, spreads, ratios, and their geometric means. */
  public TextTable table() {
    boolean isAllocationKnown =
        queries.values().stream()
            .flatMap(List::stream)
            .anyMatch(result -> result.allocatedBytesPerRow() != null);
    TextTable table = new TextTable().text("query");
    formats.forEach(format -> table.number(format + ", ms").number("spread"));
    formats.stream().skip(1).forEach(format -> table.number("× " + format));
    if (isCpuKnown()) {
      formats.forEach(format -> table.number(format + ", CPU ms"));
      formats.stream().skip(1).forEach(format -> table.number("× CPU of " + format));
    }
    if (isAllocationKnown) {
      formats.forEach(format -> table.number(format + ", heap B/row"));
    }
    queries.forEach(
        (query, results) -> {
          List<Object> cells = new ArrayList<>();
          cells.add(query);
          for (QueryResult result : results) {
            cells.add(Quantities.threeDigits(result.medianSeconds() * 1e3));
            cells.add(spread(result));
          }
          for (int format = 1; format < formats.size(); format++) {
            cells.add(Quantities.threeDigits(ratio(query, format)));
          }
          if (isCpuKnown()) {
            results.forEach(
                result -> cells.add(Quantities.threeDigits(result.medianCpuSeconds() * 1e3)));
            for (int format = 1; format < formats.size(); format++) {
              cells.add(Quantities.threeDigits(cpuRatio(results, format)));
            }
          }
          if (isAllocationKnown) {
            results.forEach(result -> cells.add(allocated(result)));
          }
          table.row(cells.toArray());
        });
    if (queries.size() > 1) {
      table.row(means(isAllocationKnown).toArray());
    }
    return table;
  }

  private List<Object> means(boolean isAllocationKnown) {
    List<Object> cells = new ArrayList<>();
    cells.add("geometric mean");
    for (int format = 0; format < formats.size(); format++) {
      cells.add(Quantities.threeDigits(geometricMean(format) * 1e3));
      cells.add(null);
    }
    for (int format = 1; format < formats.size(); format++) {
      cells.add(Quantities.threeDigits(geometricMean(format) / geometricMean(0)));
    }
    if (isCpuKnown()) {
      cells.addAll(Collections.nCopies(formats.size(), null));
      for (int format = 1; format < formats.size(); format++) {
        double sum = 0;
        for (List<QueryResult> results : queries.values()) {
          sum += Math.log(cpuRatio(results, format));
        }
        cells.add(Quantities.threeDigits(Math.exp(sum / queries.size())));
      }
    }
    if (isAllocationKnown) {
      cells.addAll(Collections.nCopies(formats.size(), null));
    }
    return cells;
  }

  private static String allocated(QueryResult result) {
    Double bytes = result.allocatedBytesPerRow();
    return bytes == null ? null : Quantities.threeDigits(bytes);
  }

  /** The deviation of the fastest and the slowest round from the median. */
  private static String spread(QueryResult result) {
    double median = result.medianSeconds();
    return "-%d+%d %%"
        .formatted(
            Math.round(100 - 100 * Collections.min(result.seconds()) / median),
            Math.round(100 * Collections.max(result.seconds()) / median - 100));
  }
}
