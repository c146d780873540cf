// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.report.Chart.Kind;
import io.albis.bench.report.Chart.Panel;
import io.albis.bench.report.Chart.Point;
import io.albis.bench.report.Chart.Series;
import io.albis.bench.result.StreamsGoal;
import io.albis.bench.result.StreamsReport;
import io.albis.bench.result.StreamsResult;
import io.albis.bench.result.StreamsResult.QueryTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The page of {@code albis bench streams}: charts, and their data as tables. */
public final class StreamsPage {

  private static final double MEBI = 1 << 20;

  private final StreamsReport report;

  private StreamsPage(StreamsReport report) {
    this.report = report;
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
        Stream.of(
                page.overview(), page.queries(), page.goals(), RunSections.environment(environment))
            .filter(section -> !section.isEmpty())
            .toList();
    return HtmlReport.page(title, page.measured(), sections);
  }

  private String measured() {
    return "Memory limit: %s MiB (%s); cache: %s MiB; Albis tables: %s MiB; Parquet files: %s MiB."
        .formatted(
            mebi((double) report.limitBytes()),
            report.limit(),
            mebi((double) report.cacheBytes()),
            mebi((double) report.albisBytes()),
            mebi((double) report.parquetBytes()));
  }

  private static String mebi(double bytes) {
    return bytes < 0 ? Figures.NONE : Figures.plain(bytes / MEBI);
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
    DataTable.Builder table =
        new DataTable.Builder(
            "",
            1,
            "reader",
            "seconds",
            "from devices, MiB",
            "by the process, MiB",
            "by the reader, MiB",
            "collections, s",
            "peak memory, MiB",
            "peak resident, MiB",
            "second program: pages, MiB",
            "its rate, MB/s",
            "its reads from devices, MiB");
    for (StreamsResult result : report.results()) {
      StreamsResult.Neighbour neighbour = result.neighbour();
      table.row(
          result.contestant(),
          Figures.plain(result.seconds()),
          mebi(result.deviceBytes()),
          mebi(result.processDeviceBytes()),
          mebi(result.readerBytes()),
          Figures.plain(result.gcSeconds()),
          mebi(result.peakBytes()),
          mebi(result.peakResidentBytes()),
          neighbour == null ? Figures.NONE : mebi(neighbour.residentBytes()),
          neighbour == null
              ? Figures.NONE
              : Figures.plain(Figures.mega(neighbour.bytesPerSecond())),
          neighbour == null ? Figures.NONE : mebi(neighbour.deviceBytes()));
    }
    Figure figure =
        new Figure(
            "Streams of queries by reader",
            "Medians of the rounds.",
            new Chart(Kind.BARS, 2, panels),
            List.of(table.build()));
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
    int albis = 0;
    for (StreamsResult result : report.results()) {
      boolean isAlbis = result.contestant().startsWith("albis-");
      Point point =
          title.equals("elapsed time")
              ? new Point(
                  value.applyAsDouble(result),
                  0,
                  Collections.min(result.rounds()),
                  Collections.max(result.rounds()))
              : new Point(value.applyAsDouble(result), 0, null, null);
      String family = isAlbis ? "albis" : result.contestant();
      series.add(new Series(result.contestant(), family, isAlbis ? albis++ : 0, List.of(point)));
    }
    return new Panel(title, unit, "", series);
  }

  private Section queries() {
    List<String> header = new ArrayList<>(List.of("query"));
    report.results().forEach(result -> header.add(result.contestant()));
    DataTable.Builder table =
        new DataTable.Builder("Milliseconds of each query", 1, header.toArray(String[]::new));
    for (QueryTime time : report.results().get(0).queries()) {
      List<String> row = new ArrayList<>(List.of(time.query()));
      report
          .results()
          .forEach(result -> row.add(Figures.plain(result.seconds(time.query()) * 1e3)));
      table.row(row.toArray(String[]::new));
    }
    return new Section(
        "queries",
        "Queries",
        "Medians over all streams and rounds.",
        List.of(),
        List.of(table.build()));
  }

  private Section goals() {
    DataTable.Builder table = new DataTable.Builder("", 1, "goal", "target", "measured", "met");
    for (StreamsGoal goal : report.goals()) {
      table.row(
          goal.goal(),
          Figures.plain(goal.target()),
          Figures.plain(goal.measured()),
          goal.isMet() ? "yes" : "no");
    }
    return new Section(
        "goals",
        "Goals",
        "",
        List.of(),
        report.goals().isEmpty() ? List.of() : List.of(table.build()));
  }
}
