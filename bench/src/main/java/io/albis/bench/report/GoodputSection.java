// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.ScanResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Bar charts: the goodput of each reader, by data set and storage. */
final class GoodputSection {

  private final Scans scans;

  GoodputSection(Scans scans) {
    this.scans = scans;
  }

  Section section() {
    List<Figure> figures = new ArrayList<>();
    for (String dataSet : scans.dataSets()) {
      figures.add(figure(dataSet));
    }
    return new Section(
        "goodput",
        "Goodput by reader",
        "Goodput is the natural width of all non-null values, per second of reading them"
            + " and summing them, without opening the file. Bars are medians, whiskers extend from"
            + " the slowest to the fastest round, the dashed line is reading the bytes"
            + " only. In the tables, a dash marks figures that are unavailable on this machine.",
        figures,
        List.of());
  }

  private Figure figure(String dataSet) {
    List<ScanResult> base = scans.base(dataSet);
    List<Chart.Panel> panels = new ArrayList<>();
    List<DataTable> tables = new ArrayList<>();
    for (String storage : Scans.storages(base)) {
      List<ScanResult> some = Scans.byGoodput(Scans.in(storage, base));
      List<Chart.Series> series =
          some.stream().map(result -> scans.series(result, List.of(barOf(result)))).toList();
      panels.add(new Chart.Panel(Scans.storageTitle(storage), "goodput, GB/s", "", series));
      tables.add(ResultTables.scans(Scans.storageTitle(storage), some));
    }
    return new Figure(
        "Goodput by reader: " + dataSet,
        Captions.of(base.get(0).of()),
        new Chart(Chart.Kind.BARS, panels.size(), panels),
        tables);
  }

  /** Goodput in GB/s, from the slowest to the fastest round. */
  static Chart.Point barOf(ScanResult result) {
    return new Chart.Point(
        Figures.giga(result.goodput()),
        0,
        Figures.giga(result.goodputBytes() / Collections.max(result.seconds())),
        Figures.giga(result.goodputBytes() / Collections.min(result.seconds())));
  }
}
