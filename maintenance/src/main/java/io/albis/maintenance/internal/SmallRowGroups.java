// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.reader.RowGroupInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * The rule which row groups are rewritten. A row group is small if it has less than a third of the
 * bytes and of the rows at which a row group ends. Small row groups that follow each other, in the
 * same partition and sort order, make a run; a run of at least two is rewritten. What comes out is
 * a sequence of row groups of which at most the last is small, so that a second time nothing is
 * found.
 *
 * <p>Row groups of other partition specs than the current one are left alone, because their rows
 * could be in different partitions of the current one. So are those without stored bytes: they cost
 * nothing, and may have any number of rows.
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
    return one.bytes() > 0
        && one.bytes() < maxBytes
        && one.rowCount() < maxRows
        && one.partition().specId() == partitionSpecId;
  }

  /**
   * Finds the runs to rewrite.
   *
   * @param rowGroups of the table, in row order
   * @param maxRunBytes a run ends when it has this many bytes; what follows is another run
   */
  List<RowGroupRun> runs(List<RowGroupInfo> rowGroups, long maxRunBytes) {
    List<RowGroupRun> runs = new ArrayList<>();
    List<RowGroupInfo> run = new ArrayList<>();
    long bytes = 0;
    for (RowGroupInfo one : rowGroups) {
      boolean isLonger = !run.isEmpty() && continues(run.get(run.size() - 1), one);
      if (!isLonger || bytes >= maxRunBytes) {
        add(runs, run);
        bytes = 0;
      }
      if (isSmall(one)) {
        run.add(one);
        bytes += one.bytes();
      }
    }
    add(runs, run);
    return runs;
  }

  private boolean continues(RowGroupInfo last, RowGroupInfo next) {
    return isSmall(next)
        && last.partition().equals(next.partition())
        && last.sortOrderId() == next.sortOrderId();
  }

  private static void add(List<RowGroupRun> runs, List<RowGroupInfo> run) {
    if (run.size() > 1) {
      runs.add(
          new RowGroupRun(
              run.stream().map(RowGroupInfo::number).toList(),
              run.get(0).firstRow(),
              run.stream().mapToLong(RowGroupInfo::rowCount).sum(),
              run.stream().mapToLong(RowGroupInfo::bytes).sum()));
    }
    run.clear();
  }
}
