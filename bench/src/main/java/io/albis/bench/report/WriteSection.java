// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.bench.result.WriteResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bar charts: rows and bytes per second of writing and converting. */
final class WriteSection {

  private static final Map<String, String> TASKS =
      Map.of("write", "write from memory", "convert", "convert from Parquet");

  private final List<WriteResult> results;
  private final SeriesNames names = new SeriesNames();

  WriteSection(List<WriteResult> results) {
    this.results = results;
    for (WriteResult result : results) {
      names.add(
          result.writer(),
          result.writer(),
          result.isCeiling()
              ? Chart.CEILING
              : SeriesNames.family(result.writer(), result.writer()));
    }
  }

  Section section() {
    Map<String, List<WriteResult>> byDataSet = new LinkedHashMap<>();
    for (WriteResult result : results) {
      byDataSet.computeIfAbsent(result.dataSet(), key -> new ArrayList<>()).add(result);
    }
    List<Figure> figures = new ArrayList<>();
    byDataSet.forEach((dataSet, some) -> figures.add(figure(dataSet, some)));
    return new Section(
        "write",
        "Write rates",
        "Measured from the first row until all data is durable. Bars are medians, whiskers"
            + " extend from the slowest to the fastest round, the dashed line is writing the bytes"
            + " only.",
        figures,
        List.of());
  }

  private Figure figure(String dataSet, List<WriteResult> some) {
    Map<String, List<WriteResult>> byTask = new LinkedHashMap<>();
    for (WriteResult result : some) {
      String task = TASKS.getOrDefault(result.task(), result.task());
      byTask
          .computeIfAbsent(
              task + ", " + Captions.threads(result.threads()), key -> new ArrayList<>())
          .add(result);
    }
    List<Chart.Panel> panels = new ArrayList<>();
    List<DataTable> tables = new ArrayList<>();
    byTask.forEach(
        (task, ofTask) -> {
          List<WriteResult> sorted =
              ofTask.stream()
                  .sorted(Comparator.comparingDouble(WriteResult::rowsPerSecond).reversed())
                  .toList();
          panels.add(
              panel(
                  task,
                  "million rows/s",
                  sorted.stream().filter(result -> !result.isCeiling()).toList(),
                  WriteSection::millionRows));
          panels.add(panel(task, "written, GB/s", sorted, WriteSection::gigabytes));
          tables.add(ResultTables.writes(task, sorted));
        });
    return new Figure(
        "Write rates: " + dataSet,
        "%s rows.".formatted(Figures.count(some.get(0).rows())),
        new Chart(Chart.Kind.BARS, 2, panels),
        tables);
  }

  private Chart.Panel panel(String task, String axis, List<WriteResult> some, Rate rate) {
    return new Chart.Panel(
        task,
        axis,
        "",
        some.stream()
            .map(
                result ->
                    names.bar(
                        result.writer(),
                        rate.in(result, result.medianSeconds()),
                        rate.in(result, Collections.max(result.seconds())),
                        rate.in(result, Collections.min(result.seconds()))))
            .toList());
  }

  private static double millionRows(WriteResult result, double seconds) {
    return Figures.mega((double) result.rows() / seconds);
  }

  private static double gigabytes(WriteResult result, double seconds) {
    return Figures.giga(result.fileBytes() / seconds);
  }

  @FunctionalInterface
  private interface Rate {
    double in(WriteResult result, double seconds);
  }
}
