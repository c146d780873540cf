// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.albis.bench.data.DataSet;
import io.albis.bench.data.DataSets;
import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads one file with one reader; a round of 0 seconds is one scan.
 *
 * @param reader the name of a {@link Contestant}
 * @param dataSet the name of a {@link DataSet}
 * @param location the path of the file
 * @param columns the names of the columns to read
 * @param threads the number of threads
 * @param below the exclusive upper bound of the first column of selected rows; null for all rows
 * @param io see {@link ScanRequest}
 */
record ScanTask(
    String reader,
    String dataSet,
    String location,
    List<String> columns,
    int threads,
    Long below,
    String io)
    implements Worker.Task<Round> {

  @Override
  public Worker.Rounds<Round> start() {
    return new Scans(this);
  }

  ScanRequest request() {
    Schema all = DataSets.named(dataSet).schema();
    List<Field> fields = new ArrayList<>();
    columns.forEach(column -> fields.add(all.field(column)));
    return new ScanRequest(
        location,
        Schema.of(fields),
        threads,
        below == null ? OptionalLong.empty() : OptionalLong.of(below),
        io);
  }

  private static final class Scans implements Worker.Rounds<Round> {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final FormatReader reader;
    private final ScanRequest request;
    private final ExecutorService executor;

    Scans(ScanTask task) {
      this.reader = Contestants.named(task.reader()).reader();
      this.request = task.request();
      this.executor = Executors.newFixedThreadPool(task.threads());
    }

    @Override
    public Round round(double seconds) throws Exception {
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

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }
}
