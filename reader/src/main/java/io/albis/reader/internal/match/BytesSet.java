// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.match;

import io.albis.reader.internal.literal.BytesLiterals;
import java.util.List;
import java.util.stream.IntStream;

/** Matches a set of values with a hash table; statistics are tested by binary search. */
public final class BytesSet extends BytesMatcher {

  private final BytesLiterals sorted;

  /**
   * Created when rows are first tested: statistics do not need it. Threads may race to create it;
   * all tables are equal.
   */
  private Table table;

  /** For one or more values. */
  public BytesSet(BytesLiterals values) {
    this.sorted = values;
  }

  @Override
  public boolean isListed() {
    return true;
  }

  @Override
  public List<byte[]> values() {
    return IntStream.range(0, sorted.count()).mapToObj(sorted::bytes).toList();
  }

  @Override
  public void match(long[] addresses, int[] lengths, int count, long[] hits) {
    Table known = table;
    if (known == null) {
      known = new Table(sorted);
      table = known;
    }
    for (int i = 0; i < count; i++) {
      hits[i] = known.contains(addresses[i], lengths[i]) ? 1 : 0;
    }
  }

  @Override
  public boolean matchesAny(byte[] min, byte[] max) {
    int next = firstFrom(min);
    return next < sorted.count() && sorted.compare(next, max) <= 0;
  }

  @Override
  public boolean matchesAll(byte[] min, byte[] max) {
    int next = firstFrom(min);
    return next < sorted.count()
        && sorted.compare(next, min) == 0
        && sorted.compare(next, max) == 0;
  }

  /** Index of the first value that is not less. */
  private int firstFrom(byte[] value) {
    int low = 0;
    int high = sorted.count();
    while (low < high) {
      int middle = low + high >>> 1;
      if (sorted.compare(middle, value) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Immutable, with final fields: safe to publish without a lock. */
  private static final class Table {
    private final BytesLiterals values;
    private final byte[] data;
    private final int minLength;
    private final int maxLength;

    /** The upper half of the hash, and below it the index of the value plus 1; 0 where empty. */
    private final long[] slots;

    private final int mask;

    Table(BytesLiterals values) {
      this.values = values;
      data = values.data();
      slots = new long[Math.max(4, Integer.highestOneBit(values.count()) << 2)];
      mask = slots.length - 1;
      int least = Integer.MAX_VALUE;
      int greatest = 0;
      for (int i = 0; i < values.count(); i++) {
        long hash = OffHeapBytes.hash(data, values.offset(i), values.length(i));
        int slot = (int) hash & mask;
        while (slots[slot] != 0) {
          slot = slot + 1 & mask;
        }
        slots[slot] = hash & 0xffff_ffff_0000_0000L | i + 1;
        least = Math.min(least, values.length(i));
        greatest = Math.max(greatest, values.length(i));
      }
      minLength = least;
      maxLength = greatest;
    }

    boolean contains(long address, int length) {
      if (length < minLength || length > maxLength) {
        return false;
      }
      long hash = OffHeapBytes.hash(address, length);
      int slot = (int) hash & mask;
      long found = slots[slot];
      while (found != 0) {
        if ((found ^ hash) >>> 32 == 0) {
          int index = (int) found - 1;
          if (values.length(index) == length
              && OffHeapBytes.isEqual(address, data, values.offset(index), length)) {
            return true;
          }
        }
        slot = slot + 1 & mask;
        found = slots[slot];
      }
      return false;
    }
  }
}
