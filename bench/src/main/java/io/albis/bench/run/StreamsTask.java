// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.streams.QueryRun;
import io.albis.bench.streams.SourceKind;
import io.albis.bench.streams.StreamsRun;
import io.albis.bench.streams.TableSource;
import io.albis.reader.internal.replay.TraceFile;
import io.albis.reader.internal.replay.TraceRecorder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs streams of queries; each round opens the tables anew.
 *
 * @param contestant the label of a {@link io.albis.bench.streams.SourceKind}
 * @param directory of the tables
 * @param cursorBytes limit of the memory of all cursors of a table
 * @param cacheBytes limit of the cache, if there is one
 * @param pressure share of the memory above which a cache gives memory back
 * @param run the streams
 * @param record file to which a trace is written; null for none
 */
record StreamsTask(
    String contestant,
    String directory,
    long cursorBytes,
    long cacheBytes,
    double pressure,
    StreamsRun run,
    String record)
    implements Worker.Task<StreamsTask.Round> {

  /**
   * What was measured while all streams ran.
   *
   * @param seconds from the start of the first query to the end of the last one
   * @param gcSeconds time of garbage collections
   * @param readerBytes requested from storage according to the reader; -1 if it does not count them
   * @param deviceBytes read from devices for this process according to the kernel; -1 if unknown
   * @param peakResidentBytes the most memory of the process in RAM; -1 if unknown
   * @param counters of the reader, by name
   * @param queries all queries of all streams
   */
  record Round(
      double seconds,
      double gcSeconds,
      long readerBytes,
      long deviceBytes,
      long peakResidentBytes,
      Map<String, Long> counters,
      List<QueryRun> queries) {}

  @Override
  public Worker.Rounds<Round> start() {
    return seconds -> round();
  }

  /** Opens the tables, with an empty cache if there is one, and runs all streams. */
  private Round round() throws Exception {
    TraceRecorder recorder = record == null ? null : new TraceRecorder();
    try (TableSource source =
        SourceKind.of(contestant).open(directory, cursorBytes, cacheBytes, pressure, recorder)) {
      Round round = round(source);
      if (recorder != null) {
        write(recorder, Path.of(record));
      }
      return round;
    }
  }

  private static void write(TraceRecorder recorder, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      TraceFile.write(recorder.trace(), out);
    }
  }

  private Round round(TableSource source) throws Exception {
    long gc = ProcessCounters.gcMillis();
    long read = source.bytesRead();
    long device = ProcessCounters.deviceBytes();
    long start = System.nanoTime();
    List<QueryRun> queries = run.run(source);
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Round(
        seconds,
        (ProcessCounters.gcMillis() - gc) / 1e3,
        read < 0 ? -1 : source.bytesRead() - read,
        device < 0 ? -1 : ProcessCounters.deviceBytes() - device,
        ProcessCounters.peakResidentBytes(),
        source.counters(),
        queries);
  }
}
