// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The scans of one entry that one plan has left. They are counted in rows, since splits that share
 * the segment read a part of it each: a scan is finished when all its rows in the segment have been
 * read, by whatever splits. The word of the entry counts the scans of all plans: it is raised
 * before a share, and lowered after it, so it is never below the sum of the shares.
 */
final class PlanShare {

  /** Java heap of a share and its places in the plan and the entry, in bytes: an estimate. */
  static final int HEAP = 152;

  final OpenPlan plan;
  final CacheEntry entry;

  /** Where finished scans are counted. */
  final PlanColumn column;

  /** Rows of the segment that one scan reads. */
  private final long rowsOfScan;

  private final AtomicLong rows = new AtomicLong();

  PlanShare(OpenPlan plan, CacheEntry entry, PlanColumn column, long rowsOfScan) {
    this.plan = plan;
    this.entry = entry;
    this.column = column;
    this.rowsOfScan = Math.max(1, rowsOfScan);
  }

  /** The scans that are left, also in part. */
  int remaining() {
    return scans(rows.get());
  }

  private int scans(long ofRows) {
    return (int) ((ofRows + rowsOfScan - 1) / rowsOfScan);
  }

  /**
   * Counts rows that have been read.
   *
   * @param count of these rows; those beyond one scan do not count
   * @return the scans that are finished by them: 0 or 1; -1 if none was left
   */
  int take(long count) {
    long left = rows.get();
    while (left > 0) {
      long after = Math.max(0, left - Math.min(count, rowsOfScan));
      long found = rows.compareAndExchange(left, after);
      if (found == left) {
        return scans(left) - scans(after);
      }
      left = found;
    }
    return -1;
  }

  /** Sets the remaining scans; returns those there were. */
  int set(int count) {
    return scans(rows.getAndSet(count * rowsOfScan));
  }
}
