// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import io.albis.tools.result.Medians;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The tables of {@code measure streams}: one for each size of the cache and number of streams.
 *
 * @param title the command line
 * @param data sizes of the tables
 */
record StreamReport(String title, String data) {

  /** The file of all figures. */
  record Document(String title, String data, List<StreamFigures> figures) {}

  Document document(List<StreamFigures> figures) {
    return new Document(title, data, figures);
  }

  /**
   * Prints the tables.
   *
   * @param markdown file that gets them too; null for none
   */
  void print(PrintWriter out, Path markdown, List<StreamFigures> figures) throws IOException {
    Map<String, List<StreamFigures>> passes = new LinkedHashMap<>();
    for (StreamFigures each : figures) {
      String name =
          "%d streams, cache %s (%d %%), limit of memory %s"
              .formatted(
                  each.streams(),
                  Quantities.bytes(each.cacheBytes()),
                  each.cacheShare(),
                  each.limitBytes() == 0 ? "none" : Quantities.bytes(each.limitBytes()));
      passes.computeIfAbsent(name, added -> new ArrayList<>()).add(each);
    }
    out.println(data);
    for (Map.Entry<String, List<StreamFigures>> each : passes.entrySet()) {
      out.println(each.getKey());
      table(each.getValue()).print(out);
    }
    if (markdown != null) {
      try (PrintWriter target = new PrintWriter(Files.newBufferedWriter(markdown))) {
        target.println(title + "\n\n" + data);
        for (Map.Entry<String, List<StreamFigures>> each : passes.entrySet()) {
          target.println("\n" + each.getKey() + "\n");
          table(each.getValue()).printMarkdown(target);
        }
      }
    }
  }

  private static TextTable table(List<StreamFigures> figures) {
    Map<String, List<StreamFigures>> contestants = new LinkedHashMap<>();
    for (StreamFigures each : figures) {
      contestants.computeIfAbsent(each.contestant(), added -> new ArrayList<>()).add(each);
    }
    TextTable table =
        new TextTable()
            .text("")
            .number("seconds")
            .number("CPU s")
            .number("tasks: CPU s")
            .number("GC s")
            .number("waiting s")
            .number("from devices")
            .number("of cache")
            .number("hit bytes")
            .number("page cache")
            .number("job s")
            .number("shuffled")
            .number("spilled")
            .number("shuffles from devices")
            .text("slowest to albis-direct");
    List<StreamFigures> direct = contestants.get(StreamContestant.ALBIS_DIRECT.label());
    contestants.forEach(
        (name, passes) ->
            table.row(
                name,
                seconds(passes, StreamPass::seconds),
                seconds(passes, StreamPass::cpuSeconds),
                seconds(passes, pass -> pass.tasks().cpuSeconds()),
                seconds(passes, StreamPass::gcSeconds),
                seconds(passes, pass -> pass.tasks().waitSeconds()),
                bytes(passes, StreamPass::deviceBytes),
                bytes(passes, StreamPass::loadedBytes),
                Quantities.threeDigits(100 * median(passes, StreamPass::hitShare)) + " %",
                pageCache(passes),
                seconds(passes, StreamPass::jobSeconds),
                bytes(passes, pass -> pass.tasks().shuffledBytes()),
                bytes(passes, pass -> pass.tasks().spilledBytes()),
                bytes(passes, StreamPass::shuffleDeviceBytes),
                direct == null ? "" : slowest(direct, passes)));
    return table;
  }

  private static String pageCache(List<StreamFigures> passes) {
    double bytes = Medians.of(passes.stream().map(each -> (double) each.pageCacheBytes()).toList());
    return bytes < 0 ? "" : Quantities.bytes((long) bytes);
  }

  private static double median(List<StreamFigures> passes, ToDoubleFunction<StreamPass> value) {
    return Medians.of(passes.stream().map(each -> value.applyAsDouble(each.pass())).toList());
  }

  private static String seconds(List<StreamFigures> passes, ToDoubleFunction<StreamPass> value) {
    return Quantities.threeDigits(median(passes, value));
  }

  private static String bytes(List<StreamFigures> passes, ToDoubleFunction<StreamPass> value) {
    return Quantities.bytes((long) median(passes, value));
  }

  /** The query that is slowest relative to another contestant, and how many times as fast it is. */
  private static String slowest(List<StreamFigures> others, List<StreamFigures> passes) {
    Map<String, Double> times = times(passes);
    Map<String, Double> otherTimes = times(others);
    String slowest = null;
    double least = Double.MAX_VALUE;
    for (Map.Entry<String, Double> query : times.entrySet()) {
      double ratio = otherTimes.get(query.getKey()) / query.getValue();
      if (ratio < least) {
        least = ratio;
        slowest = query.getKey();
      }
    }
    return slowest + " " + Quantities.threeDigits(least) + " x";
  }

  /** The median time of each query over all streams and rounds. */
  private static Map<String, Double> times(List<StreamFigures> passes) {
    Map<String, List<Double>> all = new TreeMap<>();
    for (StreamFigures each : passes) {
      each.pass()
          .queries()
          .forEach(
              (query, seconds) ->
                  all.computeIfAbsent(query, added -> new ArrayList<>()).addAll(seconds));
    }
    Map<String, Double> medians = new TreeMap<>();
    all.forEach((query, seconds) -> medians.put(query, Medians.of(seconds)));
    return medians;
  }
}
