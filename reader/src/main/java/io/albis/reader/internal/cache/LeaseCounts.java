// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the leases of an entry, and how often they were hits. Entries that are hit often count in
 * stripes, one for each of a few threads, so that threads on different processors do not write to
 * the same cache line. A lease may end in another stripe than it began in: only the sum counts.
 *
 * <p>{@link #leases} is exact or too high if no lease that is counted while it runs stays: then a
 * sum of 0 means that there is no lease.
 */
class LeaseCounts {

  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  /** A cell holds the leases in its low bits and the hits above; each may borrow from the other. */
  private static final int HIT_SHIFT = 24;

  private static final long LEASE = 1;
  private static final long HIT = 1L << HIT_SHIFT;

  private static final int STRIPES =
      Integer.highestOneBit(Math.min(64, Math.max(8, 2 * processors() - 1)));

  /** Distance of cells, in longs: two cache lines, since processors fetch lines in pairs. */
  private static final int STRIDE = 16;

  /** Hits after which an entry gets stripes. */
  private static final int HITS_UNTIL_STRIPED = 64;

  private static final int STRIPED_LENGTH = (STRIPES + 2) * STRIDE;

  /** Java heap of the stripes, in bytes. */
  static final int STRIPED_HEAP = 16 + STRIPED_LENGTH * Long.BYTES;

  private final HeapBudget budget;

  /** The count of the first hits. */
  private final long[] first = new long[1];

  /** Null until there are many hits. */
  private volatile long[] striped;

  /** Whether there will be no stripes. Guarded by this. */
  private boolean isFinal;

  /** Creates counts of zero, whose stripes are counted by a budget. */
  LeaseCounts(HeapBudget budget) {
    this.budget = budget;
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Counts a lease that is a hit; a full fence. */
  void addHit() {
    add(LEASE + HIT);
  }

  /** Takes back {@link #addHit}. */
  void undoHit() {
    add(-(LEASE + HIT));
  }

  /** Counts a lease that is not a hit; a full fence. */
  void addLease() {
    add(LEASE);
  }

  /** Counts a hit of a lease that was counted before. */
  void countHit() {
    add(HIT);
  }

  /** Ends a lease; a full fence. */
  void endLease() {
    add(-LEASE);
  }

  private void add(long change) {
    long[] cells = striped;
    if (cells != null) {
      CELL.getAndAdd(cells, cell(), change);
      return;
    }
    long before = (long) CELL.getAndAdd(first, 0, change);
    if ((before >> HIT_SHIFT) == HITS_UNTIL_STRIPED) {
      stripe();
    }
  }

  private static int cell() {
    // The first cell keeps its distance from the header of the array.
    return (((int) Thread.currentThread().getId() & (STRIPES - 1)) + 1) * STRIDE;
  }

  private synchronized void stripe() {
    if (striped == null && !isFinal) {
      if (budget.reserve(STRIPED_HEAP)) {
        striped = new long[STRIPED_LENGTH];
      } else {
        isFinal = true;
      }
    }
  }

  /**
   * Creates no stripes any more.
   *
   * @return the heap that was reserved, in bytes, which the caller releases
   */
  synchronized long retire() {
    isFinal = true;
    return striped == null ? 0 : STRIPED_HEAP;
  }

  /** Null until there are many hits. Overridden by a test that interleaves threads. */
  long[] stripes() {
    return striped;
  }

  /**
   * Reads the stripes first: what is counted in the first count may be taken back in the stripes,
   * but not the other way round. Otherwise the sum could be too low.
   */
  private long sum() {
    long sum = 0;
    long[] cells = stripes();
    if (cells != null) {
      for (int i = 1; i <= STRIPES; i++) {
        sum += (long) CELL.getVolatile(cells, i * STRIDE);
      }
    }
    return sum + (long) CELL.getVolatile(first, 0);
  }

  /** The leases that have not ended. */
  int leases() {
    return (int) (sum() & (HIT - 1));
  }

  /** The hits so far. */
  long hits() {
    return sum() >>> HIT_SHIFT;
  }
}
