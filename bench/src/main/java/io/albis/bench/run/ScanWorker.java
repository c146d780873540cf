// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The main class of a JVM that reads one file with one reader. Each line of standard input starts a
 * round and gives its minimum duration in seconds (0: one scan). Each line of standard output that
 * starts with {@link WorkerProcess#MARK} is a {@link Round}. Exits at the end of input.
 */
public final class ScanWorker {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final FormatReader reader;
  private final ScanRequest request;
  private final ExecutorService executor;

  private ScanWorker(WorkerTask task, ExecutorService executor) {
    this.reader = Contestants.named(task.reader()).reader();
    this.request = task.request();
    this.executor = executor;
  }

  /** Runs the worker. The only argument is a {@link WorkerTask} as JSON. */
  public static void main(String[] arguments) throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    WorkerTask task = mapper.readValue(arguments[0], WorkerTask.class);
    ExecutorService executor = Executors.newFixedThreadPool(task.threads());
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      ScanWorker worker = new ScanWorker(task, executor);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Round round = worker.round(Double.parseDouble(line));
        out.println(WorkerProcess.MARK + mapper.writeValueAsString(round));
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private Round round(double seconds) throws Exception {
    long start = System.nanoTime();
    long cpu = SYSTEM.getProcessCpuTime();
    long gc = ProcessCounters.gcMillis();
    long device = ProcessCounters.deviceBytes();
    int scans = 0;
    long open = 0;
    long scan = 0;
    long allocated = 0;
    Totals totals = null;
    do {
      long allocatedBefore = allocatedBytes();
      long opening = System.nanoTime();
      try (OpenFormat file = reader.open(request)) {
        long opened = System.nanoTime();
        Totals found = scan(file);
        long end = System.nanoTime();
        open += opened - opening;
        scan += end - opened;
        // Read before the threads of the open file end, because their counts would be lost.
        allocated += allocatedBytes() - allocatedBefore;
        totals = same(totals, found);
      }
      scans++;
    } while (System.nanoTime() - start < seconds * 1e9);
    return new Round(
        scans,
        open / 1e9 / scans,
        scan / 1e9 / scans,
        (SYSTEM.getProcessCpuTime() - cpu) / 1e9 / scans,
        (ProcessCounters.gcMillis() - gc) / 1e3 / scans,
        (double) allocated / scans,
        device < 0 ? -1 : (double) (ProcessCounters.deviceBytes() - device) / scans,
        totals.values(),
        totals.integers(),
        totals.reals());
  }

  private Totals scan(OpenFormat file) throws Exception {
    Totals totals = new Totals(request.leaves().size());
    int parts = request.threads();
    if (parts == 1) {
      file.scan(0, 1, totals);
      return totals;
    }
    List<Callable<Totals>> tasks = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      int part = i;
      tasks.add(
          () -> {
            Totals own = new Totals(request.leaves().size());
            file.scan(part, parts, own);
            return own;
          });
    }
    for (Future<Totals> part : executor.invokeAll(tasks)) {
      totals.add(part.get());
    }
    return totals;
  }

  private static Totals same(Totals before, Totals now) {
    if (before != null) {
      before
          .difference(now)
          .ifPresent(
              difference -> {
                throw new IllegalStateException("Two scans of one file differ: " + difference);
              });
    }
    return now;
  }

  private static long allocatedBytes() {
    long bytes = 0;
    for (long thread : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      bytes += Math.max(0, thread);
    }
    return bytes;
  }
}
