// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.cache;

import com.samskivert.mustache.Mustache;
import io.albis.reader.internal.replay.CacheTrace;
import io.albis.reader.internal.replay.ReplayResult;
import io.albis.tools.output.Quantities;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Results of a replay as a page of HTML that needs neither scripts nor a network. */
final class ReplayPage {

  private static final double LEFT = 80;
  private static final double TOP = 20;
  private static final double WIDTH = 840;
  private static final double HEIGHT = 260;
  private static final int TICKS = 4;

  private final List<ReplayResult> results;
  private final double least;
  private final double most;

  private record Tick(String x, String y, String text) {}

  private record Dot(String x, String y, String text) {}

  private record Line(String policy, String color, String points, List<Dot> dots) {}

  private record Chart(String title, List<Line> lines, List<Tick> sizes, List<Tick> values) {}

  private record Row(String policy, String size, String hitRate, String loaded) {}

  private ReplayPage(List<ReplayResult> results) {
    this.results = results;
    this.least = results.stream().mapToLong(ReplayResult::limitBytes).min().orElse(1);
    this.most = results.stream().mapToLong(ReplayResult::limitBytes).max().orElse(1);
  }

  /**
   * Writes a page in UTF-8, replacing an existing file.
   *
   * @param name of the trace
   * @throws IOException if the file cannot be written
   */
  static void write(Path page, String name, CacheTrace trace, List<ReplayResult> results)
      throws IOException {
    ReplayPage drawn = new ReplayPage(results);
    Map<String, Object> model =
        Map.of(
            "name",
            name,
            "bytes",
            Quantities.bytes(trace.bytes()),
            "read",
            Quantities.bytes(trace.readBytes()),
            "charts",
            List.of(
                drawn.chart(
                    "Hit rate, % of the bytes read",
                    100, result -> result.hitRate() * 100, value -> Quantities.threeDigits(value)),
                drawn.chart(
                    "Bytes loaded",
                    drawn.mostLoaded(),
                    result -> (double) result.deviceBytes(),
                    value -> Quantities.bytes(Math.round(value)))),
            "rows",
            drawn.rows());
    try (Reader template =
        new InputStreamReader(
            Objects.requireNonNull(ReplayPage.class.getResourceAsStream("replay.html")),
            StandardCharsets.UTF_8)) {
      Files.writeString(page, Mustache.compiler().compile(template).execute(model));
    }
  }

  /** A value as a text. */
  private interface Label {
    String of(double value);
  }

  private double mostLoaded() {
    return Math.max(1, results.stream().mapToLong(ReplayResult::deviceBytes).max().orElse(1));
  }

  private Chart chart(String title, double top, ToDoubleFunction<ReplayResult> value, Label label) {
    List<String> policies = results.stream().map(ReplayResult::policy).distinct().toList();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < policies.size(); i++) {
      String policy = policies.get(i);
      // Neighbouring hues differ by the golden angle.
      String color = String.format(Locale.ROOT, "hsl(%.0f 60%% 50%%)", i * 137.508 % 360);
      StringBuilder points = new StringBuilder();
      List<Dot> dots = new ArrayList<>();
      for (ReplayResult result : results) {
        if (result.policy().equals(policy)) {
          String x = decimal(x((double) result.limitBytes()));
          String y = decimal(y(value.applyAsDouble(result), top));
          points.append(x).append(',').append(y).append(' ');
          String text = label.of(value.applyAsDouble(result));
          String size = Quantities.bytes(result.limitBytes());
          dots.add(new Dot(x, y, policy + ", " + size + ": " + text));
        }
      }
      lines.add(new Line(policy, color, points.toString().strip(), dots));
    }
    List<Tick> values = new ArrayList<>();
    for (int i = 0; i <= TICKS; i++) {
      double at = top * i / TICKS;
      values.add(new Tick(decimal(LEFT - 6), decimal(y(at, top)), label.of(at)));
    }
    List<Tick> sizes =
        results.stream()
            .mapToLong(ReplayResult::limitBytes)
            .distinct()
            .mapToObj(
                size ->
                    new Tick(
                        decimal(x((double) size)),
                        decimal(TOP + HEIGHT + 18),
                        Quantities.bytes(size)))
            .toList();
    return new Chart(title, lines, sizes, values);
  }

  /** Sizes are drawn in logarithmic scale. */
  private double x(double size) {
    return most == least
        ? LEFT + WIDTH / 2
        : LEFT + WIDTH * (Math.log(size / least) / Math.log(most / least));
  }

  private static double y(double value, double top) {
    return TOP + HEIGHT * (1 - value / top);
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private List<Row> rows() {
    return results.stream()
        .map(
            result ->
                new Row(
                    result.policy(),
                    Quantities.bytes(result.limitBytes()),
                    Quantities.threeDigits(result.hitRate() * 100),
                    Quantities.bytes(result.deviceBytes())))
        .toList();
  }
}
