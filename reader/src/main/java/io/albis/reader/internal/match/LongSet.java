// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import java.util.Arrays;

/**
 * Matches a set of values, with a bitmap if they are dense, otherwise with an open-addressing hash
 * table; statistics are tested by binary search.
 */
public final class LongSet extends LongMatcher {

  /** Maximum bits per value of a bitmap: as many as a hash table would take. */
  private static final int MAX_BITS_PER_VALUE = 128;

  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

  private final long[] sorted;

  /**
   * Created when rows are first tested: statistics do not need it. Threads may race to create it;
   * all tables are equal.
   */
  private Table table;

  /** For one or more values in ascending order, without duplicates. */
  public LongSet(long[] sorted) {
    this.sorted = sorted;
  }

  @Override
  public long[] values() {
    return sorted;
  }

  @Override
  public void match(long[] values, int count, long[] hits) {
    Table known = table;
    if (known == null) {
      known = isDense(sorted) ? new Bitmap(sorted) : new HashTable(sorted);
      table = known;
    }
    known.match(values, count, hits);
  }

  private static boolean isDense(long[] sorted) {
    long span = sorted[sorted.length - 1] - sorted[0];
    return span >= 0 && span < (long) sorted.length * MAX_BITS_PER_VALUE;
  }

  @Override
  public boolean matchesAny(long min, long max) {
    int found = Arrays.binarySearch(sorted, min);
    int next = found >= 0 ? found : -found - 1;
    return next < sorted.length && sorted[next] <= max;
  }

  @Override
  public boolean matchesAll(long min, long max) {
    return min == max && Arrays.binarySearch(sorted, min) >= 0;
  }

  /** Immutable, with final fields: safe to publish without a lock. */
  private abstract static class Table {
    abstract void match(long[] values, int count, long[] hits);
  }

  private static final class Bitmap extends Table {
    private final long min;
    private final long span;
    private final long[] bits;

    Bitmap(long[] sorted) {
      min = sorted[0];
      span = sorted[sorted.length - 1] - min;
      bits = new long[(int) (span >>> 6) + 1];
      for (long value : sorted) {
        long bit = value - min;
        bits[(int) (bit >>> 6)] |= 1L << bit;
      }
    }

    @Override
    void match(long[] values, int count, long[] hits) {
      for (int i = 0; i < count; i++) {
        long bit = values[i] - min;
        boolean isInside = Long.compareUnsigned(bit, span) <= 0;
        hits[i] = isInside ? bits[(int) (bit >>> 6)] >>> bit & 1 : 0;
      }
    }
  }

  private static final class HashTable extends Table {
    /** A value that is not in the set. */
    private final long empty;

    private final long[] slots;
    private final int shift;

    HashTable(long[] sorted) {
      empty = other(sorted);
      int size = size(sorted.length);
      shift = Long.SIZE - Integer.numberOfTrailingZeros(size);
      slots = new long[size];
      Arrays.fill(slots, empty);
      for (long value : sorted) {
        int slot = (int) (value * MULTIPLIER >>> shift);
        while (slots[slot] != empty) {
          slot = slot + 1 & size - 1;
        }
        slots[slot] = value;
      }
    }

    /**
     * A power of two. The emptier the table, the better the processor predicts that a value is not
     * in it; the larger, the more likely it leaves the caches.
     */
    private static int size(int values) {
      int shift = values <= 256 ? 4 : values <= 16_384 ? 3 : 2;
      return Integer.highestOneBit(values) << shift;
    }

    private static long other(long[] sorted) {
      long candidate = sorted[sorted.length - 1];
      for (int i = sorted.length - 1; i >= 0 && sorted[i] == candidate; i--) {
        candidate--;
      }
      return candidate;
    }

    @Override
    void match(long[] values, int count, long[] hits) {
      long[] table = slots;
      int mask = table.length - 1;
      for (int i = 0; i < count; i++) {
        long value = values[i];
        int slot = (int) (value * MULTIPLIER >>> shift);
        long found = table[slot];
        while (found != empty && found != value) {
          slot = slot + 1 & mask;
          found = table[slot];
        }
        // The value that marks empty slots is not in the set.
        hits[i] = found == value && value != empty ? 1 : 0;
      }
    }
  }
}
