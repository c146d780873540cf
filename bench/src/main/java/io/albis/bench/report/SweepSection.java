// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.ScanCase;
import io.albis.bench.result.ScanResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Line charts: the effect of one parameter on the readers, with all others constant. */
final class SweepSection {

  /** The parameter that varies. */
  enum Sweep {
    THREADS(
        "threads",
        "Goodput by threads",
        "threads",
        "Scaling with threads; a straight line through the origin is perfect scaling."),
    PROJECTIVITY(
        "projectivity",
        "Goodput by projectivity",
        "projectivity, % of the columns",
        "The effect of reading few columns. Goodput counts these columns only."),
    SELECTIVITY(
        "selectivity",
        "Goodput by selectivity",
        "selectivity, % of the rows",
        "The effect of selecting few rows, of data sorted by the selecting column."
            + " Goodput counts these rows only.");

    private final String id;
    private final String title;
    private final String axis;
    private final String text;

    Sweep(String id, String title, String axis, String text) {
      this.id = id;
      this.title = title;
      this.axis = axis;
      this.text = text;
    }

    private double of(ScanCase of) {
      return switch (this) {
        case THREADS -> of.threads();
        case PROJECTIVITY -> of.projectivity();
        case SELECTIVITY -> of.selectivity();
      };
    }

    private boolean keepsTheRest(ScanCase of, List<ScanResult> all) {
      return (this == THREADS || Scans.hasFewestThreads(of, all))
          && (this == PROJECTIVITY || Scans.hasMostColumns(of, all))
          && (this == SELECTIVITY || Scans.hasMostRows(of, all));
    }
  }

  /** The measured quantity; a point is null if it was not measured. */
  private record Quantity(String axis, Function<ScanResult, Chart.Point> point) {}

  private final Scans scans;
  private final Sweep sweep;

  SweepSection(Scans scans, Sweep sweep) {
    this.scans = scans;
    this.sweep = sweep;
  }

  Section section() {
    List<Figure> figures = new ArrayList<>();
    for (String dataSet : scans.dataSets()) {
      List<ScanResult> all = scans.of(dataSet);
      List<ScanResult> some =
          all.stream().filter(result -> sweep.keepsTheRest(result.of(), all)).toList();
      if (some.stream().mapToDouble(this::x).distinct().count() > 1) {
        figures.add(figure(dataSet, some));
      }
    }
    return new Section(sweep.id, sweep.title, sweep.text, figures, List.of());
  }

  private Figure figure(String dataSet, List<ScanResult> some) {
    List<String> storages = Scans.storages(some);
    List<ScanResult> drawn = fastestKinds(some);
    List<Chart.Panel> panels = new ArrayList<>();
    for (Quantity quantity : quantities(some)) {
      for (String storage : storages) {
        panels.add(
            new Chart.Panel(
                Scans.storageTitle(storage),
                sweep.axis,
                quantity.axis,
                lines(Scans.in(storage, drawn), quantity)));
      }
    }
    String kinds =
        drawn.size() < some.size()
            ? " Each reader is shown with the kind of file that it reads fastest; the table has"
                + " all."
            : "";
    return new Figure(
        sweep.title + ": " + dataSet,
        caption(some.get(0).of()) + kinds,
        new Chart(Chart.Kind.LINES, storages.size(), panels),
        storages.stream().map(storage -> table(storage, Scans.in(storage, some))).toList());
  }

  private String caption(ScanCase of) {
    if (sweep == Sweep.THREADS) {
      return Captions.columns(of) + ".";
    }
    int columns = sweep == Sweep.PROJECTIVITY ? of.columnsTotal() : of.columns();
    return "%s rows, %s columns, %s."
        .formatted(
            Figures.count(of.rows()), Figures.count(columns), Captions.threads(of.threads()));
  }

  private List<Quantity> quantities(List<ScanResult> some) {
    List<Quantity> quantities = new ArrayList<>();
    quantities.add(
        new Quantity(
            "goodput, GB/s",
            result -> {
              Chart.Point bar = GoodputSection.barOf(result);
              return new Chart.Point(x(result), bar.x(), bar.low(), bar.high());
            }));
    if (sweep == Sweep.SELECTIVITY) {
      quantities.add(
          new Quantity(
              "time, ms",
              result ->
                  new Chart.Point(
                      x(result),
                      result.medianSeconds() * 1e3,
                      Collections.min(result.seconds()) * 1e3,
                      Collections.max(result.seconds()) * 1e3)));
    }
    if (sweep != Sweep.THREADS
        && some.stream().anyMatch(result -> isFromDevice(result) && !result.isCeiling())) {
      quantities.add(
          new Quantity(
              "read from the device, MB",
              result ->
                  isFromDevice(result)
                      ? new Chart.Point(x(result), Figures.mega(result.deviceBytes()), null, null)
                      : null));
    }
    return quantities;
  }

  /** Warm scans read nothing from the device except noise. */
  private static boolean isFromDevice(ScanResult result) {
    return result.deviceBytes() != null && !result.of().storage().equals("warm");
  }

  private List<Chart.Series> lines(List<ScanResult> some, Quantity quantity) {
    List<Chart.Series> lines = new ArrayList<>();
    for (List<ScanResult> line : Scans.by(scans::label, some).values()) {
      List<Chart.Point> points =
          line.stream()
              .map(quantity.point)
              .filter(point -> point != null)
              .sorted(Comparator.comparingDouble(Chart.Point::x))
              .toList();
      if (!points.isEmpty()) {
        lines.add(scans.series(line.get(0), points));
      }
    }
    lines.sort(Comparator.comparingDouble(SweepSection::last).reversed());
    return lines;
  }

  private static double last(Chart.Series series) {
    return series.points().get(series.points().size() - 1).y();
  }

  /** A line for each compression of each reader would be unreadable. */
  private List<ScanResult> fastestKinds(List<ScanResult> some) {
    Set<String> kept = new LinkedHashSet<>();
    for (List<ScanResult> ofReader : Scans.by(ScanResult::reader, some).values()) {
      ToDoubleFunction<List<ScanResult>> mean =
          kind -> kind.stream().mapToDouble(ScanResult::goodput).average().orElseThrow();
      Scans.by(scans::label, ofReader).entrySet().stream()
          .max(Comparator.comparingDouble(entry -> mean.applyAsDouble(entry.getValue())))
          .map(Map.Entry::getKey)
          .ifPresent(kept::add);
    }
    return some.stream().filter(result -> kept.contains(scans.label(result))).toList();
  }

  /** Lines of a reader follow each other, in the order of the axis. */
  private DataTable table(String storage, List<ScanResult> some) {
    List<ScanResult> sorted =
        Scans.by(scans::label, some).values().stream()
            .flatMap(line -> line.stream().sorted(Comparator.comparingDouble(this::x)))
            .toList();
    return ResultTables.scans(Scans.storageTitle(storage), sorted);
  }

  private double x(ScanResult result) {
    return sweep.of(result.of());
  }
}
