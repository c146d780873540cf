// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.ColumnUse;
import io.albis.reader.source.SourceTable;
import java.util.concurrent.atomic.LongAdder;

/** How often segments of a column group were requested, planned and evicted. Thread-safe. */
final class ColumnCounts {

  /** Java heap of the counts and their place in a map, in bytes: an estimate. */
  static final int HEAP = 416;

  private final SourceTable table;
  private final int columnGroup;
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder hitBytes = new LongAdder();
  private final LongAdder missBytes = new LongAdder();
  private final LongAdder planned = new LongAdder();
  private final LongAdder finished = new LongAdder();
  private final LongAdder evictions = new LongAdder();

  ColumnCounts(SourceTable table, int columnGroup) {
    this.table = table;
    this.columnGroup = columnGroup;
  }

  void addHits(long count, long bytes) {
    hits.add(count);
    hitBytes.add(bytes);
  }

  void countMiss(long bytes) {
    misses.increment();
    missBytes.add(bytes);
  }

  void plannedScans(long count) {
    planned.add(count);
  }

  void finishedScans(long count) {
    finished.add(count);
  }

  void countEviction() {
    evictions.increment();
  }

  /** Returns the counts of a plan, as those of this column group. */
  ColumnUse scans(long ofPlan, long finishedOfPlan, long withdrawnOfPlan) {
    return new ColumnUse(
        table.id(),
        table.uri(),
        columnGroup,
        table.columns().apply(columnGroup),
        0,
        0,
        0,
        0,
        ofPlan,
        finishedOfPlan,
        withdrawnOfPlan,
        0);
  }

  /**
   * Returns the use so far.
   *
   * @param moreHits hits of entries that still count for themselves
   * @param moreBytes their bytes
   */
  ColumnUse use(long moreHits, long moreBytes) {
    return new ColumnUse(
        table.id(),
        table.uri(),
        columnGroup,
        table.columns().apply(columnGroup),
        hits.sum() + moreHits,
        misses.sum(),
        hitBytes.sum() + moreBytes,
        missBytes.sum(),
        planned.sum(),
        finished.sum(),
        0,
        evictions.sum());
  }
}
