// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.ScanResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Tables: the cost of a row for each reader, in time, instructions and memory. */
final class CostSection {

  private final Scans scans;

  CostSection(Scans scans) {
    this.scans = scans;
  }

  Section section() {
    List<DataTable> tables = new ArrayList<>();
    for (String dataSet : scans.dataSets()) {
      List<ScanResult> base = scans.base(dataSet);
      for (String storage : Scans.storages(base)) {
        tables.add(table(dataSet, storage, Scans.in(storage, base)));
      }
    }
    return new Section(
        "cost",
        "Cost of a row",
        "Medians of the rounds. A dash marks figures that are unavailable on this machine.",
        List.of(),
        tables);
  }

  private static DataTable table(String dataSet, String storage, List<ScanResult> some) {
    DataTable.Builder table =
        new DataTable.Builder(
            "%s, %s; %s"
                .formatted(dataSet, Scans.storageTitle(storage), Captions.of(some.get(0).of())),
            2,
            "reader",
            "files",
            "ns/row",
            "processor, ns/row",
            "instructions/row",
            "cache misses/row",
            "allocated, B/row",
            "collections, ms",
            "opening, ms",
            "from the device, MB",
            "page cache, MB");
    some.stream()
        .sorted(Comparator.comparingDouble(ScanResult::nanosPerRow))
        .forEach(
            result ->
                table.row(
                    result.reader(),
                    result.files(),
                    Figures.plain(result.nanosPerRow()),
                    Figures.plain(result.cpuSeconds() * 1e9 / result.of().rows()),
                    Figures.optional(result.instructionsPerRow()),
                    Figures.optional(result.cacheMissesPerRow()),
                    Figures.plain(result.allocatedBytesPerRow()),
                    Figures.plain(result.gcSeconds() * 1e3),
                    Figures.plain(result.medianOpenSeconds() * 1e3),
                    Figures.megabytes(result.deviceBytes()),
                    Figures.megabytes(result.pageCacheGrowth())));
    return table.build();
  }
}
