// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.scan;

import io.albis.reader.VectorOwner;
import io.albis.reader.internal.io.DeferredReads;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.io.SegmentLoader;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.plan.StoredLeaves;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.source.SegmentKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;

/**
 * Consecutive row groups whose segments are loaded together, so that one request can read the same
 * column of many small row groups where optimization has placed it together (Pixels, section 3).
 * Not thread-safe.
 */
final class RowGroupSequence implements AutoCloseable {

  /** Maximum number of row groups. */
  private static final int MAX_ROW_GROUPS = 256;

  private final ScanPlan plan;
  private final ReadContext context;
  private final ReadAhead ahead;
  private final long memory;
  private final SegmentLoader loader;
  private final List<RowGroupScan> rowGroups = new ArrayList<>();

  private long rowCount;

  /** Number of batches of all row groups. */
  private int batchCount;

  /** Number of batches of the row groups after the current one. */
  private int batchesBehind;

  private int current;

  /**
   * Creates an empty sequence.
   *
   * @param deferred decides about columns that the filter does not test
   * @param limits of what is read together
   */
  RowGroupSequence(
      ScanPlan plan,
      ReadContext context,
      ReadAhead ahead,
      DeferredReads deferred,
      ReadLimits limits) {
    this.plan = plan;
    this.context = context;
    this.ahead = ahead;
    this.memory = limits.sequenceMemory();
    long maxGap = context.files().storage().readCost().maxGap();
    int groups = Math.max(1, plan.groups().size());
    this.loader = new SegmentLoader(ahead, deferred, groups, maxGap, limits.readSize());
  }

  /** Whether another row group fits; the first one always does. */
  boolean hasRoom() {
    return rowGroups.size() < MAX_ROW_GROUPS && loader.memory() < memory;
  }

  boolean isEmpty() {
    return rowGroups.isEmpty();
  }

  /**
   * Adds a row group.
   *
   * @param stored where its leaves are
   * @param maxRows rows at which batches end, if no more are needed
   * @return number of rows of its batches
   */
  long add(TableRowGroups.RowRange range, StoredLeaves stored, long maxRows) {
    RowGroupScan scan = new RowGroupScan(plan, context, range, stored, ahead, loader);
    try {
      scan.open(maxRows);
    } catch (RuntimeException | Error e) {
      scan.close();
      throw e;
    }
    rowGroups.add(scan);
    batchCount += scan.batchesLeft();
    rowCount += scan.rowsOfBatches();
    return scan.rowsOfBatches();
  }

  /** Number of rows of all batches. */
  long rowCount() {
    return rowCount;
  }

  /** Ends the calls of {@link #add}. */
  void plan() {
    loader.plan();
    batchesBehind = batchCount - rowGroups.get(0).batchesLeft();
  }

  /** The ranges of all row groups. */
  List<TableRowGroups.RowRange> ranges() {
    return rowGroups.stream().map(RowGroupScan::range).toList();
  }

  /** Visits the wanted segments in the order in which they are needed, with the rows to read. */
  void forEachWanted(ObjLongConsumer<SegmentKey> visitor) {
    loader.forEachWanted(visitor);
  }

  /**
   * Starts to read the segments that are needed next, in that order, as far as reading ahead is
   * allowed.
   *
   * @return whether all wanted segments are loaded or being read
   */
  boolean prefetch() {
    return loader.prefetch();
  }

  /** Whether more than half of the batches have been returned, and reads may block. */
  boolean isNextWanted() {
    int left = batchesBehind + rowGroups.get(current).batchesLeft();
    return batchCount - left > batchCount / 2 && loader.mayBlock();
  }

  /**
   * Loads the columns of the next batch that the filter tests into vectors, or all if there is no
   * filter; false if there is none.
   */
  boolean next(List<VectorOwner> vectors) {
    while (!rowGroups.get(current).next(vectors)) {
      rowGroups.get(current).close();
      if (current == rowGroups.size() - 1) {
        return false;
      }
      current++;
      batchesBehind -= rowGroups.get(current).batchesLeft();
    }
    return true;
  }

  /** The row group of the batch. */
  RowGroupScan rowGroup() {
    return rowGroups.get(current);
  }

  /** Releases all memory. */
  @Override
  public void close() {
    rowGroups.forEach(RowGroupScan::close);
    loader.close();
  }
}
