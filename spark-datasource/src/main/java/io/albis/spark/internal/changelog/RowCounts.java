// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

/**
 * How often rows occur, by hashes of 128 bits that no two different rows share. Takes 20 bytes for
 * each slot, of which at most half are in use. Not thread-safe.
 */
final class RowCounts {

  private static final int INITIAL_SLOTS = 1 << 10;

  private long[] hashes = new long[2 * INITIAL_SLOTS];

  /** 0 in slots that are not in use, otherwise one more than the number of rows that are left. */
  private int[] counts = new int[INITIAL_SLOTS];

  private int used;
  private long rows;

  /** Adds a row. */
  void add(long high, long low) {
    if (2 * used >= counts.length) {
      grow();
    }
    int slot = slot(high, low);
    if (counts[slot] == 0) {
      put(slot, high, low, 1);
    }
    counts[slot]++;
    rows++;
  }

  /** Removes a row; returns false if none of its kind is left. */
  boolean take(long high, long low) {
    int slot = slot(high, low);
    if (counts[slot] <= 1) {
      return false;
    }
    counts[slot]--;
    rows--;
    return true;
  }

  /** Whether no row is left. */
  boolean isEmpty() {
    return rows == 0;
  }

  /** The slot of a hash, or the one where it would be. */
  private int slot(long high, long low) {
    int slot = (int) low & (counts.length - 1);
    while (counts[slot] != 0 && (hashes[2 * slot] != high || hashes[2 * slot + 1] != low)) {
      slot = (slot + 1) & (counts.length - 1);
    }
    return slot;
  }

  private void put(int slot, long high, long low, int count) {
    hashes[2 * slot] = high;
    hashes[2 * slot + 1] = low;
    counts[slot] = count;
    used++;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldCounts = counts;
    hashes = new long[2 * oldHashes.length];
    counts = new int[2 * oldCounts.length];
    used = 0;
    for (int i = 0; i < oldCounts.length; i++) {
      if (oldCounts[i] != 0) {
        long high = oldHashes[2 * i];
        long low = oldHashes[2 * i + 1];
        put(slot(high, low), high, low, oldCounts[i]);
      }
    }
  }
}
