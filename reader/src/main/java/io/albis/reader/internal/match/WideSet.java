// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.storage.internal.memory.Memory;
import java.util.Arrays;

/** Matches a set of integers with a hash table. */
public final class WideSet extends WideMatcher {

  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

  private final Wide[] sorted;

  /** Created when rows are first tested. Threads may race to create it; all tables are equal. */
  private Table table;

  /** For values in ascending order, without duplicates. */
  public WideSet(Wide[] sorted) {
    this.sorted = sorted;
  }

  @Override
  public void match(long[] addresses, int count, long[] hits) {
    Table known = table;
    if (known == null) {
      known = new Table(sorted);
      table = known;
    }
    for (int i = 0; i < count; i++) {
      long low = Memory.getLong(addresses[i]);
      long high = Memory.getLong(addresses[i] + Long.BYTES);
      hits[i] = known.contains(high, low) ? 1 : 0;
    }
  }

  @Override
  public boolean matchesAny(Wide min, Wide max) {
    int found = Arrays.binarySearch(sorted, min);
    int next = found >= 0 ? found : -found - 1;
    return next < sorted.length && sorted[next].compareTo(max) <= 0;
  }

  @Override
  public boolean matchesAll(Wide min, Wide max) {
    return min.equals(max) && Arrays.binarySearch(sorted, min) >= 0;
  }

  /** Immutable, with final fields: safe to publish without a lock. */
  private static final class Table {
    private final long[] highs;
    private final long[] lows;
    private final boolean[] isTaken;
    private final int shift;

    Table(Wide[] sorted) {
      int size = Math.max(4, Integer.highestOneBit(sorted.length) << 2);
      shift = Long.SIZE - Integer.numberOfTrailingZeros(size);
      highs = new long[size];
      lows = new long[size];
      isTaken = new boolean[size];
      for (Wide value : sorted) {
        int slot = slot(value.high(), value.low());
        while (isTaken[slot]) {
          slot = slot + 1 & size - 1;
        }
        highs[slot] = value.high();
        lows[slot] = value.low();
        isTaken[slot] = true;
      }
    }

    private int slot(long high, long low) {
      return (int) ((low ^ high * MULTIPLIER) * MULTIPLIER >>> shift);
    }

    boolean contains(long high, long low) {
      int slot = slot(high, low);
      while (isTaken[slot]) {
        if (lows[slot] == low && highs[slot] == high) {
          return true;
        }
        slot = slot + 1 & isTaken.length - 1;
      }
      return false;
    }
  }
}
