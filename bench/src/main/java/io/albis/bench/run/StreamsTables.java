// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.result.StreamsReport;
import io.albis.bench.result.StreamsResult;
import io.albis.bench.result.StreamsResult.QueryTime;
import io.albis.bench.streams.SourceKind;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.util.ArrayList;
import java.util.List;

/** Results of streams as text. */
final class StreamsTables {

  private static final String UNKNOWN = "-";

  private StreamsTables() {}

  static TextTable contestants(StreamsReport report) {
    TextTable table =
        new TextTable()
            .text("reader")
            .number("seconds")
            .number("from devices")
            .number("by the process")
            .number("by the reader")
            .number("gc s")
            .number("peak memory")
            .number("peak RSS")
            .number("neighbour's pages")
            .number("its MB/s")
            .number("its device reads");
    for (StreamsResult result : report.results()) {
      StreamsResult.Neighbour neighbour = result.neighbour();
      table.row(
          result.contestant(),
          Quantities.threeDigits(result.seconds()),
          bytes(result.deviceBytes()),
          bytes(result.processDeviceBytes()),
          bytes(result.readerBytes()),
          Quantities.threeDigits(result.gcSeconds()),
          bytes(result.peakBytes()),
          bytes(result.peakResidentBytes()),
          neighbour == null ? UNKNOWN : bytes(neighbour.residentBytes()),
          neighbour == null ? UNKNOWN : Quantities.threeDigits(neighbour.bytesPerSecond() / 1e6),
          neighbour == null ? UNKNOWN : bytes(neighbour.deviceBytes()));
    }
    return table;
  }

  private static String bytes(double bytes) {
    return bytes < 0 ? UNKNOWN : Quantities.bytes(Math.round(bytes));
  }

  /** Milliseconds of each query, and how many times as fast it is as without a cache. */
  static TextTable queries(StreamsReport report) {
    List<StreamsResult> results = report.results();
    StreamsResult uncached =
        results.stream()
            .filter(result -> result.contestant().equals(SourceKind.ALBIS_DIRECT.label()))
            .findFirst()
            .orElse(null);
    TextTable table = new TextTable().text("query");
    for (StreamsResult result : results) {
      table.number(result.contestant() + " ms");
      if (uncached != null && !result.equals(uncached)) {
        table.number("x direct");
      }
    }
    for (QueryTime time : results.get(0).queries()) {
      List<String> row = new ArrayList<>(List.of(time.query()));
      for (StreamsResult result : results) {
        row.add(Quantities.threeDigits(result.seconds(time.query()) * 1e3));
        if (uncached != null && !result.equals(uncached)) {
          row.add(Quantities.threeDigits(result.speed(time.query(), uncached)));
        }
      }
      table.row(row.toArray());
    }
    return table;
  }
}
