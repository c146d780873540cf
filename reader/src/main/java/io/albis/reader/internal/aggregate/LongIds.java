// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.util.Arrays;

/**
 * Numbers keys in the order in which they come, from 0. Open addressing; at most a quarter of the
 * slots is used, so that nearly all keys are found in the first one. 40 to 80 bytes per key. Not
 * thread-safe.
 */
final class LongIds {

  private static final int MIN_SLOTS = 64;
  private static final int SLOTS_PER_KEY = 4;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long[] slotKeys = new long[MIN_SLOTS];

  /** The number of the key plus 1; 0 in an empty slot. */
  private int[] slotIds = new int[MIN_SLOTS];

  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(MIN_SLOTS);

  /** By number. */
  private long[] keys = new long[MIN_SLOTS / SLOTS_PER_KEY];

  private int count;

  int count() {
    return count;
  }

  /** Returns the key that has a number. */
  long key(int id) {
    return keys[id];
  }

  /** Replaces keys by their numbers. */
  void load(long[] block, int rows, int[] ids) {
    for (int i = 0; i < rows; i++) {
      ids[i] = id(block[i]);
    }
  }

  /** Returns the number of a key, which is new if the key is. */
  int id(long key) {
    int slot = (int) ((key * MULTIPLIER) >>> shift);
    int mask = slotIds.length - 1;
    while (slotIds[slot] != 0) {
      if (slotKeys[slot] == key) {
        return slotIds[slot] - 1;
      }
      slot = (slot + 1) & mask;
    }
    return add(key, slot);
  }

  private int add(long key, int slot) {
    if (count == keys.length) {
      grow();
      return id(key);
    }
    slotKeys[slot] = key;
    slotIds[slot] = count + 1;
    keys[count] = key;
    return count++;
  }

  private void grow() {
    keys = Arrays.copyOf(keys, 2 * keys.length);
    int slots = SLOTS_PER_KEY * keys.length;
    slotKeys = new long[slots];
    slotIds = new int[slots];
    shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
    for (int id = 0; id < count; id++) {
      int slot = (int) ((keys[id] * MULTIPLIER) >>> shift);
      while (slotIds[slot] != 0) {
        slot = (slot + 1) & slots - 1;
      }
      slotKeys[slot] = keys[id];
      slotIds[slot] = id + 1;
    }
  }

  /** Forgets all keys, and keeps the memory. */
  void clear() {
    Arrays.fill(slotIds, 0);
    count = 0;
  }
}
