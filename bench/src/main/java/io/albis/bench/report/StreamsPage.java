// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.report.Chart.Kind;
import io.albis.bench.report.Chart.Panel;
import io.albis.bench.report.Chart.Series;
import io.albis.bench.result.StreamsReport;
import io.albis.bench.result.StreamsResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The page of {@code albis bench streams}: charts, and their data as tables. */
public final class StreamsPage {

  private static final double MEBI = 1 << 20;

  private final StreamsReport report;
  private final SeriesNames names = new SeriesNames();

  private StreamsPage(StreamsReport report) {
    this.report = report;
    for (StreamsResult result : report.results()) {
      String name = result.contestant();
      names.add(name, name, SeriesNames.family(name, name));
    }
  }

  /**
   * Writes a page, in UTF-8, replacing an existing file.
   *
   * @param environment facts about the machine, by name
   * @throws IOException if the file cannot be written
   */
  public static void write(
      StreamsReport report, String title, Map<String, String> environment, Path page)
      throws IOException {
    Files.writeString(page, page(report, title, environment), StandardCharsets.UTF_8);
  }

  /** Returns the page. */
  public static String page(StreamsReport report, String title, Map<String, String> environment) {
    StreamsPage page = new StreamsPage(report);
    List<Section> sections =
        List.of(page.overview(), page.queries(), RunSections.environment(environment));
    return HtmlReport.page(title, page.measured(), sections);
  }

  private String measured() {
    return "Memory limit: %s MiB (%s); cache: %s MiB; Albis tables: %s MiB; Parquet files: %s MiB."
        .formatted(
            ResultTables.mebi((double) report.limitBytes()),
            report.limit(),
            ResultTables.mebi((double) report.cacheBytes()),
            ResultTables.mebi((double) report.albisBytes()),
            ResultTables.mebi((double) report.parquetBytes()));
  }

  private Section overview() {
    List<Panel> panels = new ArrayList<>();
    panels.add(panel("elapsed time", "s", StreamsResult::seconds));
    panels.add(panel("read from devices", "MiB", result -> result.bytes() / MEBI));
    panels.add(panel("garbage collections", "s", StreamsResult::gcSeconds));
    if (report.results().stream().allMatch(result -> result.neighbour() != null)) {
      panels.add(
          panel(
              "page cache of the second program",
              "MiB",
              result -> result.neighbour().residentBytes() / MEBI));
    }
    Figure figure =
        new Figure(
            "Streams of queries by reader",
            "Medians of the rounds.",
            new Chart(Kind.BARS, 2, panels),
            List.of(ResultTables.streams(report.results())));
    return new Section(
        "streams",
        "Concurrent streams",
        "All readers run the same queries in the same limit of memory, which includes the page"
            + " cache, and their answers agree.",
        List.of(figure),
        List.of());
  }

  private Panel panel(String title, String unit, ToDoubleFunction<StreamsResult> value) {
    List<Series> series = new ArrayList<>();
    for (StreamsResult result : report.results()) {
      boolean isSpread = title.equals("elapsed time");
      series.add(
          names.bar(
              result.contestant(),
              value.applyAsDouble(result),
              isSpread ? Collections.min(result.rounds()) : null,
              isSpread ? Collections.max(result.rounds()) : null));
    }
    return new Panel(title, unit, "", series);
  }

  private Section queries() {
    return new Section(
        "queries",
        "Queries",
        "Medians over all streams and rounds.",
        List.of(),
        List.of(ResultTables.queries(report.results(), "albis-direct")));
  }
}
