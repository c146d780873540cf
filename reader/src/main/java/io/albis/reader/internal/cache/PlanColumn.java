// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.ColumnUse;
import java.util.concurrent.atomic.AtomicLong;

/** The scans of a plan in one column group. Thread-safe. */
final class PlanColumn {

  /** Java heap of the counts and their place in the plan, in bytes: an estimate. */
  static final int HEAP = 160;

  private final CacheScope scope;
  private final ColumnCounts column;
  private final AtomicLong planned = new AtomicLong();
  private final AtomicLong finished = new AtomicLong();
  private final AtomicLong withdrawn = new AtomicLong();

  PlanColumn(CacheScope scope, ColumnCounts column) {
    this.scope = scope;
    this.column = column;
  }

  void plannedScans(long count) {
    planned.addAndGet(count);
    column.plannedScans(count);
  }

  void finishedScans(long count) {
    finished.addAndGet(count);
    column.finishedScans(count);
  }

  void withdrawnScans(long count) {
    withdrawn.addAndGet(count);
  }

  /** Called once, when the plan is closed. */
  void release() {
    scope.release(HEAP);
  }

  ColumnUse scans() {
    return column.scans(planned.get(), finished.get(), withdrawn.get());
  }
}
