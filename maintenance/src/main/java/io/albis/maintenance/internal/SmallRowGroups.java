// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.schema.PartitionTuple;
import io.albis.reader.RowGroupInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rule which row groups are rewritten. A row group is small if it has less than a third of the
 * bytes and of the rows at which a row group ends. Small row groups of the same partition and sort
 * order, between which the partition has no others, make a run; a run of at least two is rewritten,
 * where its first row group is. So the rows of a partition stay in their order. What comes out is a
 * sequence of row groups of which at most the last is small, so that a second time nothing is
 * found.
 *
 * <p>Row groups of other partition specs than the current one are left alone, because their rows
 * could be in different partitions of the current one, and no run goes on behind them. So are those
 * without stored bytes: they cost nothing, and may have any number of rows.
 */
final class SmallRowGroups {

  private static final int SMALL_PART = 3;

  private final int partitionSpecId;
  private final long maxBytes;
  private final long maxRows;

  /**
   * The rule for a table.
   *
   * @param partitionSpecId id of the spec of new rows; 0 if they are not partitioned
   * @param rowGroupSize bytes at which a new row group ends
   * @param rowGroupRows rows at which a new row group ends
   */
  SmallRowGroups(int partitionSpecId, long rowGroupSize, long rowGroupRows) {
    this.partitionSpecId = partitionSpecId;
    this.maxBytes = rowGroupSize / SMALL_PART;
    this.maxRows = rowGroupRows / SMALL_PART;
  }

  private boolean isSmall(RowGroupInfo one) {
    return one.bytes() > 0 && one.bytes() < maxBytes && one.rowCount() < maxRows;
  }

  /**
   * Finds the runs to rewrite.
   *
   * @param rowGroups of the table, in row order
   * @param maxRunBytes a run ends when it has this many bytes; what follows is another run
   * @return in the order of their first rows
   */
  List<RowGroupRun> runs(List<RowGroupInfo> rowGroups, long maxRunBytes) {
    List<RowGroupRun> runs = new ArrayList<>();
    Map<PartitionTuple, Run> open = new HashMap<>();
    for (RowGroupInfo one : rowGroups) {
      PartitionTuple partition = one.partition();
      if (partition.specId() != partitionSpecId) {
        open.values().forEach(run -> run.addTo(runs));
        open.clear();
        continue;
      }
      Run run = open.get(partition);
      if (run != null && !(isSmall(one) && run.continuesWith(one, maxRunBytes))) {
        run.addTo(runs);
        open.remove(partition);
      }
      if (isSmall(one)) {
        open.computeIfAbsent(partition, key -> new Run()).add(one);
      }
    }
    open.values().forEach(run -> run.addTo(runs));
    runs.sort(Comparator.comparingLong(RowGroupRun::firstRow));
    return runs;
  }

  /** A run that may go on. */
  private static final class Run {

    private final List<Long> numbers = new ArrayList<>();
    private RowGroupInfo first;
    private RowGroupInfo last;
    private long rows;
    private long bytes;

    boolean continuesWith(RowGroupInfo next, long maxBytes) {
      return bytes < maxBytes && last.sortOrderId() == next.sortOrderId();
    }

    void add(RowGroupInfo one) {
      first = first == null ? one : first;
      last = one;
      numbers.add(one.number());
      rows += one.rowCount();
      bytes += one.bytes();
    }

    void addTo(List<RowGroupRun> runs) {
      if (numbers.size() > 1) {
        long end = last.firstRow() + last.rowCount();
        runs.add(new RowGroupRun(numbers, first.firstRow(), end - first.firstRow(), rows, bytes));
      }
    }
  }
}
