// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.ScanResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A table of ratios: the speed of the fastest Albis reader relative to each reader. */
final class OverviewSection {

  private final Scans scans;

  OverviewSection(Scans scans) {
    this.scans = scans;
  }

  Section section() {
    List<DataTable> tables = new ArrayList<>();
    List<ScanResult> base =
        scans.dataSets().stream().flatMap(dataSet -> scans.base(dataSet).stream()).toList();
    for (String storage : Scans.storages(base)) {
      List<ScanResult> some = Scans.in(storage, base);
      if (scans.fastestAlbis(some) != null) {
        tables.add(table(storage, some));
      }
    }
    return new Section(
        "overview",
        "Albis compared with other formats",
        "Goodput of the fastest Albis reader as a multiple of each reader's, for each data set.",
        List.of(),
        tables);
  }

  private DataTable table(String storage, List<ScanResult> some) {
    Map<String, List<ScanResult>> byDataSet = Scans.by(result -> result.of().dataSet(), some);
    DataTable.Columns<Map.Entry<String, List<ScanResult>>> columns = new DataTable.Columns<>();
    columns.text("reader", Map.Entry::getKey);
    byDataSet.forEach(
        (dataSet, all) ->
            columns.figure(
                dataSet, reader -> ratio(reader.getValue(), dataSet, scans.fastestAlbis(all))));
    List<ScanResult> readers = some.stream().filter(result -> !result.isCeiling()).toList();
    return columns.table(
        Scans.storageTitle(storage), List.copyOf(Scans.by(scans::label, readers).entrySet()));
  }

  private static String ratio(List<ScanResult> ofReader, String dataSet, ScanResult albis) {
    return ofReader.stream()
        .filter(result -> albis != null && result.of().dataSet().equals(dataSet))
        .map(result -> Figures.times(albis.goodput() / result.goodput()))
        .findFirst()
        .orElse(Figures.NONE);
  }
}
