// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.report.Chart.Kind;
import io.albis.bench.report.Chart.Panel;
import io.albis.bench.report.Chart.Point;
import io.albis.bench.report.Chart.Series;
import io.albis.bench.result.HotSetResult;
import io.albis.bench.result.HotSetResult.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The page of {@code albis bench hot-set}: charts, and their data as tables. */
public final class HotSetPage {

  private static final double MEBI = 1 << 20;

  private HotSetPage() {}

  /**
   * Writes a page, in UTF-8, replacing an existing file.
   *
   * @param environment facts about the machine, by name
   * @throws IOException if the file cannot be written
   */
  public static void write(
      List<HotSetResult> results, String title, Map<String, String> environment, Path page)
      throws IOException {
    Files.writeString(page, page(results, title, environment), StandardCharsets.UTF_8);
  }

  /** Returns the page. */
  public static String page(
      List<HotSetResult> results, String title, Map<String, String> environment) {
    List<Section> sections = new ArrayList<>();
    results.forEach(result -> sections.add(section(result)));
    sections.add(RunSections.environment(environment));
    return HtmlReport.page(title, "Replayed traces; nothing was read.", sections);
  }

  private static Section section(HotSetResult result) {
    Panel loaded = panel(result, "bytes loaded", "loaded, MiB", run -> run.deviceBytes() / MEBI);
    Panel hits = panel(result, "hit rate", "hit rate, %", run -> run.hitRate() * 100);
    DataTable.Builder table =
        new DataTable.Builder(
            "", 1, "policy", "size, %", "size, MiB", "hit rate, %", "loaded, MiB", "of lru");
    for (Run run : result.runs()) {
      table.row(
          run.policy(),
          Figures.plain(run.share() * 100),
          Figures.plain(run.limitBytes() / MEBI),
          Figures.plain(run.hitRate() * 100),
          Figures.plain(run.deviceBytes() / MEBI),
          Figures.times(run.ofLru()));
    }
    Figure figure =
        new Figure(
            "Policies by the size of the cache",
            "Data: %s MiB; reads: %s MiB."
                .formatted(
                    Figures.plain(result.dataBytes() / MEBI),
                    Figures.plain(result.readBytes() / MEBI)),
            new Chart(Kind.LINES, 2, List.of(loaded, hits)),
            List.of(table.build()));
    return new Section(
        result.workload(),
        result.workload() + ": " + result.description(),
        "",
        List.of(figure),
        List.of());
  }

  private static Panel panel(
      HotSetResult result, String title, String unit, ToDoubleFunction<Run> value) {
    List<Series> series = new ArrayList<>();
    for (String policy : result.runs().stream().map(Run::policy).distinct().toList()) {
      List<Point> points =
          result.runs().stream()
              .filter(run -> run.policy().equals(policy))
              .map(run -> new Point(run.share() * 100, value.applyAsDouble(run), null, null))
              .toList();
      series.add(new Series(policy, policy.equals("scan-count") ? "albis" : policy, 0, points));
    }
    return new Panel(title, "size of the cache, % of the data", unit, series);
  }
}
