// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.management.OperatingSystemMXBean;
import io.albis.bench.write.OpenWriter;
import io.albis.bench.write.SalesChunk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
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
 * The main class of a JVM that writes the same rows with one writer. Each line of standard input
 * starts a round. Each line of standard output that starts with {@link WorkerProcess#MARK} is a
 * {@link WriteRound}. Exits at the end of input.
 */
public final class WriteWorker {

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final WriteTask task;
  private final WriteContestant contestant;
  private final List<SalesChunk> rows;
  private final ExecutorService executor;

  private WriteWorker(WriteTask task, ExecutorService executor) {
    this.task = task;
    this.contestant = WriteContestant.named(task.writer());
    this.rows = contestant.isCommand() ? List.of() : SalesChunk.read(task.input());
    this.executor = executor;
  }

  /** Runs the worker. The only argument is a {@link WriteTask} as JSON. */
  public static void main(String[] arguments) throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    WriteTask task = mapper.readValue(arguments[0], WriteTask.class);
    ExecutorService executor = Executors.newFixedThreadPool(task.threads());
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      WriteWorker worker = new WriteWorker(task, executor);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(WorkerProcess.MARK + mapper.writeValueAsString(worker.round()));
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private WriteRound round() throws Exception {
    Path directory = Files.createTempDirectory(Path.of(task.directory()), task.writer());
    try {
      long start = System.nanoTime();
      long cpu = SYSTEM.getProcessCpuTime();
      if (contestant.isCommand()) {
        command(directory.resolve(contestant.output()));
      } else {
        write(directory);
      }
      return new WriteRound(
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
        (int) ((long) rows.size() * part / parts), (int) ((long) rows.size() * (part + 1) / parts));
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
}
