// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.sun.management.OperatingSystemMXBean;
import io.albis.bench.write.OpenWriter;
import io.albis.bench.write.SalesChunk;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Writes the same rows with one writer; a round writes them once.
 *
 * @param writer the name of a {@link WriteContestant}
 * @param rows the number of rows
 * @param threads the number of threads
 * @param directory the directory in which each round creates and deletes a new directory
 * @param input the file or table to convert, or the table whose rows are written from memory
 */
record WriteBenchmarkTask(String writer, long rows, int threads, String directory, String input)
    implements Worker.Task<WriteBenchmarkTask.Round> {

  /**
   * The measurement of one round.
   *
   * @param seconds the time until all data was durable
   * @param cpuSeconds the processor time of the JVM
   * @param bytes the number of bytes written
   */
  record Round(double seconds, double cpuSeconds, long bytes) {}

  @Override
  public Worker.Rounds<Round> start() {
    return new Writes(this);
  }

  private static final class Writes implements Worker.Rounds<Round> {
    private static final OperatingSystemMXBean SYSTEM =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final WriteBenchmarkTask task;
    private final WriteContestant contestant;
    private final List<SalesChunk> rows;
    private final ExecutorService executor;

    Writes(WriteBenchmarkTask task) {
      this.task = task;
      this.contestant = WriteContestant.named(task.writer());
      this.rows = contestant.isCommand() ? List.of() : SalesChunk.read(task.input());
      this.executor = Executors.newFixedThreadPool(task.threads());
    }

    @Override
    public Round round(double seconds) throws Exception {
      Path directory = Files.createTempDirectory(Path.of(task.directory()), task.writer());
      try {
        long start = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        if (contestant.isCommand()) {
          command(directory.resolve(contestant.output()));
        } else {
          write(directory);
        }
        return new Round(
            (System.nanoTime() - start) / 1e9,
            (SYSTEM.getProcessCpuTime() - cpu) / 1e9,
            bytes(directory));
      } finally {
        delete(directory);
      }
    }

    private void write(Path directory) throws Exception {
      try (OpenWriter writer = contestant.writer().open(directory, task.threads())) {
        List<Callable<Void>> parts = new ArrayList<>();
        for (int i = 0; i < task.threads(); i++) {
          int number = i;
          parts.add(
              () -> {
                try (OpenWriter.Part part = writer.part(number)) {
                  for (SalesChunk chunk : share(number)) {
                    part.write(chunk);
                  }
                }
                return null;
              });
        }
        for (Future<Void> part : executor.invokeAll(parts)) {
          part.get();
        }
        writer.finish();
      }
    }

    private List<SalesChunk> share(int part) {
      int parts = task.threads();
      return rows.subList(
          (int) ((long) rows.size() * part / parts),
          (int) ((long) rows.size() * (part + 1) / parts));
    }

    private void command(Path output) {
      List<String> arguments = new ArrayList<>();
      arguments.addAll(List.of(contestant.command(), task.input(), output.toString()));
      if (contestant.command().equals("convert")) {
        arguments.addAll(List.of("--threads", Integer.toString(task.threads())));
      }
      InProcessAlbis.run(arguments);
    }

    private static long bytes(Path directory) throws IOException {
      long bytes = 0;
      for (Path path : paths(directory)) {
        bytes += Files.isRegularFile(path) ? Files.size(path) : 0;
      }
      return bytes;
    }

    private static void delete(Path directory) throws IOException {
      for (Path path : paths(directory)) {
        Files.delete(path);
      }
    }

    /** Returns the contents of a directory, followed by the directory itself. */
    private static List<Path> paths(Path directory) throws IOException {
      try (Stream<Path> paths = Files.walk(directory)) {
        return paths.sorted(Comparator.reverseOrder()).toList();
      }
    }

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }
}
