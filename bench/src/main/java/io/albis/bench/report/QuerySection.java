// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.tools.result.QueryComparison;
import io.albis.tools.result.QueryResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Bar charts: the times of queries by format, and how they compare with the first format. */
final class QuerySection {

  /** With more queries than this, the times of the single queries are in the table only. */
  private static final int FEW_QUERIES = 4;

  private final List<QueryResult> results;
  private final SeriesNames names = new SeriesNames();

  QuerySection(List<QueryResult> results) {
    this.results = results;
    for (QueryResult result : results) {
      names.add(
          result.format(), result.format(), SeriesNames.family(result.format(), result.format()));
    }
  }

  Section section() {
    List<Figure> figures = new ArrayList<>();
    for (QueryComparison workload : QueryComparison.of(results)) {
      if (!workload.queries().isEmpty()) {
        figures.add(figure(workload));
      }
    }
    return new Section(
        "queries",
        "Queries",
        "Times of whole queries, medians of the rounds. Whiskers extend from the fastest to the"
            + " slowest round. A ratio is the time in another format relative to the first one:"
            + " above the dashed line, the first format is faster.",
        figures,
        List.of());
  }

  private Figure figure(QueryComparison workload) {
    List<Chart.Panel> panels = new ArrayList<>();
    if (workload.queries().size() <= FEW_QUERIES) {
      for (String query : workload.queries()) {
        panels.add(new Chart.Panel(query, "ms", "", times(workload.results(query))));
      }
    } else {
      panels.add(new Chart.Panel("geometric mean", "ms", "", means(workload)));
      for (int format = 1; format < workload.formats().size(); format++) {
        panels.add(ratios(workload, format));
      }
    }
    List<String> differing = workload.differing();
    String agreement =
        differing.isEmpty()
            ? "The results of all formats are equal."
            : "Results differ between formats: %s.".formatted(String.join(", ", differing));
    return new Figure(
        workload.workload(),
        "%s queries. %s".formatted(Figures.count(workload.queries().size()), agreement),
        new Chart(Chart.Kind.BARS, 2, panels),
        List.of(table(workload)));
  }

  private List<Chart.Series> times(List<QueryResult> results) {
    List<Chart.Series> bars = new ArrayList<>();
    for (QueryResult result : results) {
      bars.add(
          names.bar(
              result.format(),
              result.medianSeconds() * 1e3,
              Collections.min(result.seconds()) * 1e3,
              Collections.max(result.seconds()) * 1e3));
    }
    return bars;
  }

  private List<Chart.Series> means(QueryComparison workload) {
    List<Chart.Series> bars = new ArrayList<>();
    for (int format = 0; format < workload.formats().size(); format++) {
      double mean = workload.geometricMean(format) * 1e3;
      bars.add(names.bar(workload.formats().get(format), mean, null, null));
    }
    return bars;
  }

  /** A bar for each query, the one that gains most first, and a line where both are equal. */
  private Chart.Panel ratios(QueryComparison workload, int format) {
    List<Chart.Series> bars = new ArrayList<>();
    String family = names.family(workload.formats().get(0));
    workload.queries().stream()
        .sorted(Comparator.comparingDouble((String query) -> -workload.ratio(query, format)))
        .forEach(
            query ->
                bars.add(
                    new Chart.Series(
                        query,
                        family,
                        0,
                        List.of(new Chart.Point(workload.ratio(query, format), 0, null, null)))));
    bars.add(
        new Chart.Series("equal", Chart.CEILING, 0, List.of(new Chart.Point(1, 0, null, null))));
    return new Chart.Panel("time of " + workload.formats().get(format), "ratio", "", bars);
  }

  private static DataTable table(QueryComparison workload) {
    DataTable.Columns<String> columns = new DataTable.Columns<>();
    columns.text("query", query -> query);
    List<String> formats = workload.formats();
    for (int i = 0; i < formats.size(); i++) {
      int format = i;
      columns.number(
          formats.get(i) + ", ms",
          query -> workload.results(query).get(format).medianSeconds() * 1e3);
    }
    for (int i = 1; i < formats.size(); i++) {
      int format = i;
      columns.number("× " + formats.get(i), query -> workload.ratio(query, format));
    }
    for (int i = 0; i < formats.size(); i++) {
      int format = i;
      columns.number(
          formats.get(i) + ", heap B/row",
          query -> workload.results(query).get(format).allocatedBytesPerRow());
    }
    return columns.table("", workload.queries());
  }
}
