// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.util.Arrays;

/** Numbers distinct integers from 0 on, in the order in which they are first seen. */
final class LongIds {

  private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;
  private static final int MIN_SLOTS = 64;
  private static final int DIRECT_BITS = 12;

  /** The integers by number. */
  private long[] values = new long[MIN_SLOTS / 2];

  private int count;

  /** Slots of the hash table: integers, and their numbers plus 1, which are 0 where empty. */
  private long[] keys = new long[MIN_SLOTS];

  private int[] ids = new int[MIN_SLOTS];
  private int shift = Long.numberOfLeadingZeros(MIN_SLOTS) + 1;

  /**
   * Numbers plus 1 of integers that differ from the prefix in their last bits only; 0 where that is
   * not known.
   */
  private final int[] direct = new int[1 << DIRECT_BITS];

  private long directPrefix;

  /**
   * Finds the numbers of integers.
   *
   * @param different at least the bits in which the integers differ
   */
  void find(long[] wanted, long different, int rows, int[] out) {
    if (different >>> DIRECT_BITS != 0) {
      find(wanted, rows, out);
      return;
    }
    long prefix = wanted[0] >>> DIRECT_BITS;
    if (prefix != directPrefix) {
      Arrays.fill(direct, 0);
      directPrefix = prefix;
    }
    int[] numbers = direct;
    for (int i = 0; i < rows; i++) {
      int at = (int) wanted[i] & numbers.length - 1;
      int id = numbers[at];
      if (id == 0) {
        id = find(wanted[i]) + 1;
        numbers[at] = id;
      }
      out[i] = id - 1;
    }
  }

  /** Finds the numbers of integers. */
  void find(long[] wanted, int rows, int[] out) {
    long[] table = keys;
    int[] numbers = ids;
    int mask = table.length - 1;
    int shiftBy = shift;
    for (int i = 0; i < rows; i++) {
      long key = wanted[i];
      int slot = (int) (key * MULTIPLIER >>> shiftBy);
      int id = numbers[slot];
      while (id != 0 && table[slot] != key) {
        slot = slot + 1 & mask;
        id = numbers[slot];
      }
      if (id == 0) {
        id = insert(key, slot) + 1;
        table = keys;
        numbers = ids;
        mask = table.length - 1;
        shiftBy = shift;
      }
      out[i] = id - 1;
    }
  }

  /** Finds the number of an integer. */
  int find(long key) {
    int slot = slot(key);
    return ids[slot] == 0 ? insert(key, slot) : ids[slot] - 1;
  }

  private int slot(long key) {
    int slot = (int) (key * MULTIPLIER >>> shift);
    while (ids[slot] != 0 && keys[slot] != key) {
      slot = slot + 1 & keys.length - 1;
    }
    return slot;
  }

  private int insert(long key, int slot) {
    int id = count;
    count++;
    if (id == values.length) {
      values = Arrays.copyOf(values, 2 * id);
    }
    values[id] = key;
    keys[slot] = key;
    ids[slot] = count;
    if (2 * count > keys.length) {
      grow();
    }
    return id;
  }

  private void grow() {
    keys = new long[2 * keys.length];
    ids = new int[keys.length];
    shift--;
    for (int id = 0; id < count; id++) {
      int slot = slot(values[id]);
      keys[slot] = values[id];
      ids[slot] = id + 1;
    }
  }

  int count() {
    return count;
  }

  long value(int id) {
    return values[id];
  }

  /** Forgets all integers. */
  void clear() {
    count = 0;
    Arrays.fill(ids, 0);
    Arrays.fill(direct, 0);
  }
}
