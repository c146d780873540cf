// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.bench.streams.QueryRun;
import io.albis.bench.streams.SourceKind;
import io.albis.bench.streams.TableSource;
import io.albis.reader.cache.replay.TraceFile;
import io.albis.reader.cache.replay.TraceRecorder;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The main class of a JVM that runs streams of queries. Each line of standard input starts a round.
 * Each line of standard output that starts with {@link WorkerProcess#MARK} is a {@link
 * StreamsRound}. Exits at the end of input.
 */
public final class StreamsWorker {

  private StreamsWorker() {}

  /** Runs the worker. The only argument is a {@link StreamsTask} as JSON. */
  public static void main(String[] arguments) throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    StreamsTask task = mapper.readValue(arguments[0], StreamsTask.class);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(WorkerProcess.MARK + mapper.writeValueAsString(round(task)));
      }
    }
  }

  /** Opens the tables, with an empty cache if there is one, and runs all streams. */
  private static StreamsRound round(StreamsTask task) throws Exception {
    TraceRecorder recorder = task.record() == null ? null : new TraceRecorder();
    try (TableSource source =
        SourceKind.of(task.contestant())
            .open(
                task.directory(),
                task.cursorBytes(),
                task.cacheBytes(),
                task.pressure(),
                recorder)) {
      StreamsRound round = round(task, source);
      if (recorder != null) {
        write(recorder, Path.of(task.record()));
      }
      return round;
    }
  }

  private static void write(TraceRecorder recorder, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      TraceFile.write(recorder.trace(), out);
    }
  }

  private static StreamsRound round(StreamsTask task, TableSource source) throws Exception {
    long gc = ProcessCounters.gcMillis();
    long read = source.bytesRead();
    long device = ProcessCounters.deviceBytes();
    long start = System.nanoTime();
    List<QueryRun> queries = task.run().run(source);
    double seconds = (System.nanoTime() - start) / 1e9;
    return new StreamsRound(
        seconds,
        (ProcessCounters.gcMillis() - gc) / 1e3,
        read < 0 ? -1 : source.bytesRead() - read,
        device < 0 ? -1 : ProcessCounters.deviceBytes() - device,
        ProcessCounters.peakResidentBytes(),
        source.counters(),
        queries);
  }
}
