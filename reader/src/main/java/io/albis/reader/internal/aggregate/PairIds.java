// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.util.Arrays;

/**
 * Numbers distinct pairs of small integers from 0 on, in the order in which they are first seen:
 * with a table of all possible pairs if it is small, otherwise with a hash table.
 */
final class PairIds {

  private static final int MAX_TABLE_BITS = 16;
  private static final int MIN_BITS = 2;

  /** The members of pairs by number. */
  private int[] firsts = new int[16];

  private int[] seconds = new int[16];
  private int count;

  /** Numbers plus 1 of all possible pairs; 0 where a pair has none. */
  private int[] table = new int[1 << 2 * MIN_BITS];

  private int firstBits = MIN_BITS;
  private int secondBits = MIN_BITS;

  /** Takes the place of the table once that would be too large; otherwise null. */
  private LongIds hashed;

  private final long[] keys = new long[BatchBlock.ROWS];

  /**
   * Finds the numbers of pairs.
   *
   * @param firstCount greater than all first members
   * @param secondCount greater than all second members
   */
  void find(int[] first, int firstCount, int[] second, int secondCount, int rows, int[] out) {
    if (hashed == null) {
      fit(firstCount, secondCount);
    }
    if (hashed == null) {
      findInTable(first, second, rows, out);
      return;
    }
    for (int i = 0; i < rows; i++) {
      keys[i] = key(first[i], second[i]);
    }
    hashed.find(keys, rows, out);
    for (; count < hashed.count(); count++) {
      long key = hashed.value(count);
      keep(count, (int) (key >>> Integer.SIZE), (int) key);
    }
  }

  private static long key(int first, int second) {
    return (long) first << Integer.SIZE | second;
  }

  private void keep(int id, int first, int second) {
    if (id == firsts.length) {
      firsts = Arrays.copyOf(firsts, 2 * id);
      seconds = Arrays.copyOf(seconds, 2 * id);
    }
    firsts[id] = first;
    seconds[id] = second;
  }

  private void fit(int firstCount, int secondCount) {
    int newFirst = Math.max(firstBits, bits(firstCount));
    int newSecond = Math.max(secondBits, bits(secondCount));
    if (newFirst == firstBits && newSecond == secondBits) {
      return;
    }
    if (newFirst + newSecond > MAX_TABLE_BITS) {
      hashed = new LongIds();
      for (int id = 0; id < count; id++) {
        hashed.find(key(firsts[id], seconds[id]));
      }
      return;
    }
    firstBits = newFirst;
    secondBits = newSecond;
    table = new int[1 << firstBits + secondBits];
    for (int id = 0; id < count; id++) {
      table[firsts[id] << secondBits | seconds[id]] = id + 1;
    }
  }

  private static int bits(int count) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(count);
  }

  private void findInTable(int[] first, int[] second, int rows, int[] out) {
    int[] numbers = table;
    int shift = secondBits;
    for (int i = 0; i < rows; i++) {
      int at = first[i] << shift | second[i];
      int id = numbers[at];
      if (id == 0) {
        keep(count, first[i], second[i]);
        count++;
        id = count;
        numbers[at] = id;
      }
      out[i] = id - 1;
    }
  }

  int count() {
    return count;
  }

  int first(int id) {
    return firsts[id];
  }

  int second(int id) {
    return seconds[id];
  }

  /** Forgets all pairs. */
  void clear() {
    count = 0;
    Arrays.fill(table, 0);
    if (hashed != null) {
      hashed.clear();
    }
  }
}
