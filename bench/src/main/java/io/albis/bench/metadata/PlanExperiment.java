// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.metadata;

import com.sun.management.ThreadMXBean;
import io.albis.reader.DatasetScan;
import io.albis.reader.Table;
import io.albis.reader.predicate.Predicate;
import io.albis.reader.split.Split;
import io.albis.tools.result.Medians;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Opens a table of many row groups and plans scans of three columns with different filters. */
public final class PlanExperiment {

  private static final int SELECTED = 3;
  private static final int PERCENT = 100;
  private static final long SPLIT_BYTES = 128L << 20;

  private final Path directory;
  private final int columns;
  private final int rowGroups;

  /**
   * Creates the experiment.
   *
   * @param directory of the table; must not exist
   * @param columns number of columns, at least 3
   * @param rowGroups number of row groups
   */
  public PlanExperiment(Path directory, int columns, int rowGroups) {
    if (columns < SELECTED) {
      throw new IllegalArgumentException(
          "Invalid number of columns: " + columns + " (expected at least " + SELECTED + ")");
    }
    this.directory = directory;
    this.columns = columns;
    this.rowGroups = rowGroups;
  }

  /**
   * Writes the table.
   *
   * @return length of its metadata, in bytes
   */
  public long write() throws IOException {
    return new GeneratedTable(directory, columns, rowGroups).write();
  }

  /**
   * Plans scans of one row group, of 1 % of the rows, and of all.
   *
   * @param rounds how often each scan is planned
   */
  public List<PlanResult> run(int rounds) {
    long rows = (long) rowGroups * GeneratedTable.ROWS;
    List<PlanResult> results = new ArrayList<>();
    results.add(plan("one row", Predicate.equal(GeneratedTable.SORTED, rows / 2), rounds));
    results.add(plan("1 % of the rows", range(rows / 2, rows / 2 + rows / PERCENT), rounds));
    results.add(plan("all rows", null, rounds));
    return results;
  }

  private static Predicate range(long from, long to) {
    return Predicate.and(
        Predicate.greaterOrEqual(GeneratedTable.SORTED, from),
        Predicate.lessThan(GeneratedTable.SORTED, to));
  }

  /** One round. */
  private record Round(
      long rowGroups,
      int splits,
      double openMillis,
      double planMillis,
      long bytesRead,
      long requests,
      long allocatedBytes,
      long heldBytes) {}

  private PlanResult plan(String name, Predicate filter, int rounds) {
    List<Round> done = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      done.add(round(filter));
    }
    Round first = done.get(0);
    return new PlanResult(
        name,
        first.rowGroups(),
        first.splits(),
        Medians.of(done.stream().map(Round::openMillis).toList()),
        Medians.of(done.stream().map(Round::planMillis).toList()),
        first.openMillis() + first.planMillis(),
        first.bytesRead(),
        first.requests(),
        done.get(rounds - 1).allocatedBytes(),
        done.get(rounds - 1).heldBytes());
  }

  private Round round(Predicate filter) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<String> names = IntStream.range(0, SELECTED).mapToObj(GeneratedTable::name).toList();
    long held = usedHeap();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    try (Table table = Table.open(directory.toString())) {
      long opened = System.nanoTime();
      DatasetScan scan = table.scan().select(names);
      List<Split> splits = (filter == null ? scan : scan.pruneBy(filter)).splits(SPLIT_BYTES);
      long planned = System.nanoTime();
      allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
      held = usedHeap() - held;
      // The splits are used after their memory has been counted.
      long rows = splits.stream().mapToLong(Split::rowCount).sum();
      return new Round(
          rows / GeneratedTable.ROWS,
          splits.size(),
          (opened - start) / 1e6,
          (planned - opened) / 1e6,
          table.metrics().bytesRead(),
          table.metrics().readRequests(),
          allocated,
          Math.max(0, held));
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
