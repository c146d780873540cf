// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.scan;

import io.albis.reader.VectorOwner;
import io.albis.reader.internal.io.ExtentSegments;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.io.SegmentLoader;
import io.albis.reader.internal.metric.ScanCounters.Counter;
import io.albis.reader.internal.plan.RowGroupStatistics;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.plan.StoredLeaves;
import io.albis.reader.internal.row.RowGroupPosition;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import io.albis.reader.internal.vector.RowGroupVectors;
import io.albis.reader.source.SegmentLease;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Iterates over a row group or a part of it. A batch ends wherever a segment of any group ends;
 * batches that statistics rule out are skipped. Groups that the filter does not test are
 * conditional: they are loaded only for batches of which rows are left. Not thread-safe.
 */
public final class RowGroupScan implements RowGroupPosition, AutoCloseable {

  /** Rows of a batch that no segment limits. */
  private static final int MAX_ROWS = 1 << 20;

  private final ScanPlan plan;
  private final ReadContext context;
  private final TableRowGroups.RowRange range;
  private final RowGroupRef rowGroup;
  private final StoredLeaves stored;

  /** The first row to read, and the end, in the row group. */
  private final long from;

  private final long to;
  private final ReadAhead ahead;
  private final SegmentLoader loader;

  /** The index of this row group in the loader. */
  private final int index;

  /** Per group of the plan: null if no leaf of the scan is stored in it. */
  private final ExtentSegments[] extents;

  /** Per group of the plan: whether its values are needed. */
  private final boolean[] isLoaded;

  /** Per group of the plan: whether its values are needed only if rows are left. */
  private final boolean[] isConditional;

  private boolean hasConditional;

  /**
   * Per conditional group: the segment of the batch, which has been neither loaded nor skipped; -1
   * if there is none.
   */
  private final int[] undecided;

  /** Per group of the plan: the current segment, -1 if there is none, and its lease. */
  private final int[] current;

  private final SegmentLease[] leases;
  private final RowGroupVectors loaded;

  /** Rows at which batches begin and end, for those that may match. */
  private final List<long[]> batches = new ArrayList<>();

  /** Number of rows in {@link #batches}. */
  private long rowsOfBatches;

  private int nextBatch;
  private long firstRow;
  private int rowCount;
  private boolean isCounted;

  /** Null until it is asked for. */
  private String file;

  /**
   * Creates a scan.
   *
   * @param stored where the leaves of the row group are
   * @param loader loads its segments; the row group is added to it
   */
  RowGroupScan(
      ScanPlan plan,
      ReadContext context,
      TableRowGroups.RowRange range,
      StoredLeaves stored,
      ReadAhead ahead,
      SegmentLoader loader) {
    this.plan = plan;
    this.context = context;
    this.range = range;
    this.rowGroup = range.rowGroup();
    this.stored = stored;
    this.from = range.from();
    this.to = range.to();
    this.ahead = ahead;
    int groups = plan.groups().size();
    this.loader = loader;
    this.index = loader.addRowGroup();
    this.extents = new ExtentSegments[groups];
    this.isLoaded = new boolean[groups];
    this.isConditional = new boolean[groups];
    this.undecided = new int[groups];
    Arrays.fill(undecided, -1);
    this.current = new int[groups];
    this.leases = new SegmentLease[groups];
    this.loaded = new RowGroupVectors(plan, stored, context.allocator());
  }

  /** The rows that are read. */
  TableRowGroups.RowRange range() {
    return range;
  }

  /**
   * Finds the extents and the batches.
   *
   * @param maxRows ends the scan at the first batch after this many rows
   */
  public void open(long maxRows) {
    stored.findAll();
    TreeSet<Long> borders = new TreeSet<>();
    borders.add(from);
    borders.add(to);
    for (int g = 0; g < extents.length; g++) {
      current[g] = -1;
      if (!stored.isUsed(g)) {
        continue;
      }
      extents[g] =
          new ExtentSegments(
              context.rowGroups().tableId(),
              stored.file(g),
              plan.groups().get(g).id(),
              stored.extent(g));
      isLoaded[g] = stored.isLoaded(g);
      for (int k = 0; k < extents[g].segmentCount(); k++) {
        long row = extents[g].firstRow(k);
        if (row > from && row < to) {
          borders.add(row);
        }
      }
    }
    loaded.open();
    for (int g = 0; g < extents.length; g++) {
      isConditional[g] = isLoaded[g] && !loaded.areCombined() && stored.isConditional(g);
      hasConditional |= isConditional[g];
    }
    long[] edges = borders.stream().mapToLong(Long::longValue).toArray();
    int[] segments = new int[extents.length];
    int[] wanted = new int[extents.length];
    Arrays.fill(wanted, -1);
    long skippedSegments = 0;
    long skippedRows = 0;
    for (int b = 0; b + 1 < edges.length && rowsOfBatches < maxRows; b++) {
      find(edges[b], segments);
      if (mayMatch(edges[b + 1] - edges[b], segments)) {
        batches.add(new long[] {edges[b], edges[b + 1]});
        rowsOfBatches += edges[b + 1] - edges[b];
        skippedSegments -= want(segments, wanted);
      } else {
        skippedRows += edges[b + 1] - edges[b];
      }
      skippedSegments += countStarted(edges[b], segments);
    }
    context.counters().add(Counter.SEGMENTS_SKIPPED, skippedSegments);
    context.counters().add(Counter.ROWS_SKIPPED, skippedRows);
  }

  /** Finds the segments that have a row. */
  private void find(long row, int[] segments) {
    for (int g = 0; g < extents.length; g++) {
      if (extents[g] != null) {
        segments[g] = extents[g].segmentAt(row, segments[g]);
      }
    }
  }

  private boolean mayMatch(long rows, int[] segments) {
    return plan.filter() == null
        || RowGroupStatistics.mayMatch(plan, stored, g -> extents[g].segment(segments[g]), rows);
  }

  /** Announces segments to the loader; returns how many it did not know. */
  private int want(int[] segments, int[] wanted) {
    int added = 0;
    for (int g = 0; g < extents.length; g++) {
      if (isLoaded[g]) {
        int k = segments[g];
        long rows = rowsRead(g, k);
        loader.want(index, rowGroup.firstRow(), g, extents[g], k, rows, isConditional[g]);
        added += wanted[g] == segments[g] ? 0 : 1;
        wanted[g] = segments[g];
      }
    }
    return added;
  }

  /** Returns the number of segments of which the row is the first that could be read. */
  private int countStarted(long row, int[] segments) {
    int started = 0;
    for (int g = 0; g < extents.length; g++) {
      if (isLoaded[g] && (row == from || extents[g].firstRow(segments[g]) == row)) {
        started++;
      }
    }
    return started;
  }

  /** Number of rows of all batches. */
  long rowsOfBatches() {
    return rowsOfBatches;
  }

  /** Number of batches that have not been returned. */
  int batchesLeft() {
    return batches.size() - nextBatch;
  }

  /**
   * Loads the columns of the next batch that the filter tests into vectors, or all if there is no
   * filter; false if there is none.
   */
  public boolean next(List<VectorOwner> vectors) {
    if (nextBatch >= batches.size()) {
      skipUndecided(-1);
      return false;
    }
    if (!isCounted) {
      isCounted = true;
      context.counters().add(Counter.ROW_GROUPS_READ, 1);
    }
    long[] batch = batches.get(nextBatch);
    long start = batch[0];
    long end = Math.min(batch[1], start + MAX_ROWS);
    if (end < batch[1]) {
      // Without segments, the number of rows is not limited: they are not enumerated in advance.
      batch[0] = end;
    } else {
      nextBatch++;
    }
    rowCount = (int) (end - start);
    firstRow = rowGroup.firstRow() + start;
    if (hasConditional) {
      skipUndecided(start);
    }
    load(start, false, vectors);
    loaded.placeConstants(vectors, rowCount);
    return true;
  }

  /** Whether {@link #loadRest} is needed for a batch of which rows are left. */
  boolean hasRest() {
    return hasConditional;
  }

  /** Loads the columns of the current batch that the filter does not test. */
  void loadRest(List<VectorOwner> vectors) {
    long start = firstRow - rowGroup.firstRow();
    boolean isAny = false;
    for (int g = 0; g < extents.length; g++) {
      if (undecided[g] >= 0) {
        loader.need(index, g, undecided[g]);
        isAny = true;
      }
    }
    if (isAny) {
      // All of them at once.
      loader.prefetch();
    }
    load(start, true, vectors);
  }

  /** Skips the segments that were not needed before a row; -1 for all. */
  private void skipUndecided(long row) {
    for (int g = 0; g < extents.length; g++) {
      if (isConditional[g]) {
        int k = row < 0 ? -1 : extents[g].segmentAt(row, Math.max(0, current[g]));
        if (undecided[g] >= 0 && undecided[g] != k) {
          loader.skip(index, g, undecided[g]);
        }
        undecided[g] = k == current[g] ? -1 : k;
      }
    }
  }

  /**
   * Loads segments of the current batch.
   *
   * @param isRest whether the rest is loaded, after what the filter tests
   */
  private void load(long start, boolean isRest, List<VectorOwner> vectors) {
    try {
      loadGroups(start, isRest, vectors);
    } catch (OutOfOffHeapMemoryException e) {
      // Other segments may be kept in memory by their neighbours.
      unload();
      loader.useExactMemory();
      if (isRest) {
        loadGroups(start, false, vectors);
      }
      loadGroups(start, isRest, vectors);
    }
  }

  /** Loads the segments that have a row, and makes the vectors start at it. */
  private void loadGroups(long start, boolean isRest, List<VectorOwner> vectors) {
    boolean isFirst = !isRest;
    for (int g = 0; g < extents.length; g++) {
      if (!isLoaded[g] || isConditional[g] != isRest) {
        continue;
      }
      int k = extents[g].segmentAt(start, Math.max(0, current[g]));
      if (k != current[g]) {
        if (isFirst && !loader.isLoaded(index, g, k)) {
          ahead.arrive();
          isFirst = false;
        }
        load(g, k);
      }
      int offset = (int) (start - extents[g].firstRow(k));
      loaded.place(g, vectors, offset, rowCount);
    }
  }

  /** Releases all segments; they can be loaded again. */
  private void unload() {
    for (int g = 0; g < extents.length; g++) {
      if (current[g] >= 0) {
        loaded.release(g);
        loader.unload(index, g, current[g]);
        undecided[g] = isConditional[g] ? current[g] : -1;
        release(g, 0);
      }
    }
    loader.releaseRequested();
  }

  private void load(int g, int k) {
    loaded.release(g);
    release(g);
    leases[g] = loader.load(index, g, k);
    current[g] = k;
    undecided[g] = -1;
    loader.prefetch();
    try {
      loaded.load(g, extents[g], k, leases[g].buffer());
    } catch (OutOfOffHeapMemoryException e) {
      // Copies of values need memory, too.
      loader.releaseRequested();
      loaded.release(g);
      loaded.load(g, extents[g], k, leases[g].buffer());
    }
  }

  /** Rows of a segment that are among those to read. */
  private long rowsRead(int g, int k) {
    return Math.min(to, extents[g].firstRow(k + 1)) - Math.max(from, extents[g].firstRow(k));
  }

  private void release(int g) {
    release(g, leases[g] == null ? 0 : rowsRead(g, current[g]));
  }

  private void release(int g, long rows) {
    int k = current[g];
    current[g] = -1;
    SegmentLease last = leases[g];
    leases[g] = null;
    if (last != null) {
      loader.close(last, index, g, k, rows);
    }
  }

  /** Number in the table of the first row of the batch. */
  public long firstRow() {
    return firstRow;
  }

  public int rowCount() {
    return rowCount;
  }

  @Override
  public long number() {
    return rowGroup.number();
  }

  @Override
  public long tableRow() {
    return rowGroup.firstRow();
  }

  @Override
  public String file() {
    if (file == null) {
      file = context.rowGroups().fileOf(rowGroup);
    }
    return file;
  }

  @Override
  public void close() {
    loaded.close();
    for (int g = 0; g < leases.length; g++) {
      release(g);
    }
  }
}
