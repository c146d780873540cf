// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.ScanResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Scatter charts: the size of files and the speed of reading them. */
final class SizeSection {

  private final Scans scans;

  SizeSection(Scans scans) {
    this.scans = scans;
  }

  Section section() {
    List<Figure> figures = new ArrayList<>();
    for (String dataSet : scans.dataSets()) {
      List<ScanResult> base =
          scans.base(dataSet).stream().filter(result -> !result.isCeiling()).toList();
      if (base.stream().map(ScanResult::files).distinct().count() > 1) {
        figures.add(figure(dataSet, base));
      }
    }
    return new Section(
        "size",
        "File size and speed",
        "Small files are on the left, fast readers on top. Compression saves device bandwidth at"
            + " the cost of processor time.",
        figures,
        List.of());
  }

  private Figure figure(String dataSet, List<ScanResult> base) {
    List<String> storages = Scans.storages(base);
    return new Figure(
        "Size and speed: " + dataSet,
        Captions.of(base.get(0).of()),
        new Chart(
            Chart.Kind.POINTS,
            Math.min(2, storages.size()),
            storages.stream().map(storage -> panel(storage, Scans.in(storage, base))).toList()),
        List.of(table(base, storages)));
  }

  private Chart.Panel panel(String storage, List<ScanResult> some) {
    return new Chart.Panel(
        Scans.storageTitle(storage),
        "size of the files, MB",
        "goodput, GB/s",
        Scans.byGoodput(some).stream()
            .map(
                result -> {
                  Chart.Point bar = GoodputSection.barOf(result);
                  return scans.series(
                      result,
                      List.of(
                          new Chart.Point(
                              Figures.mega((double) result.fileBytes()),
                              bar.x(),
                              bar.low(),
                              bar.high())));
                })
            .toList());
  }

  private DataTable table(List<ScanResult> base, List<String> storages) {
    DataTable.Columns<List<ScanResult>> columns = new DataTable.Columns<>();
    columns
        .text("reader", results -> results.get(0).reader())
        .text("files", results -> results.get(0).files())
        .number("files, MB", results -> Figures.mega((double) results.get(0).fileBytes()))
        .number(
            "bytes/row",
            results -> (double) results.get(0).fileBytes() / results.get(0).of().rows());
    for (String storage : storages) {
      columns.number(
          storage + ", GB/s",
          results ->
              Scans.in(storage, results).stream()
                  .map(result -> Figures.giga(result.goodput()))
                  .findFirst()
                  .orElse(null));
    }
    return columns.table(
        "",
        Scans.by(scans::label, base).values().stream()
            .sorted(Comparator.comparingLong(results -> results.get(0).fileBytes()))
            .toList());
  }
}
