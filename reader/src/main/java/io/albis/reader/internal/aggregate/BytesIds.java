// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.reader.internal.match.OffHeapBytes;
import io.albis.storage.internal.memory.Memory;
import java.util.Arrays;

/** Numbers distinct values of any length from 0 on, in the order in which they are first seen. */
final class BytesIds {

  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;
  private static final int MIN_SLOTS = 64;

  private byte[] data = {};

  /** Ends of the values in the data. */
  private int[] ends = new int[MIN_SLOTS / 2];

  private long[] hashes = new long[MIN_SLOTS / 2];
  private int count;

  /** The upper half of the hash, and below it the number plus 1; 0 where empty. */
  private long[] slots = new long[MIN_SLOTS];

  /** Finds the number of a value. */
  int find(long address, int length) {
    long hash = OffHeapBytes.hash(address, length);
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    long found = slots[slot];
    while (found != 0) {
      if ((found ^ hash) >>> 32 == 0) {
        int id = (int) found - 1;
        int start = start(id);
        if (ends[id] - start == length && OffHeapBytes.isEqual(address, data, start, length)) {
          return id;
        }
      }
      slot = slot + 1 & mask;
      found = slots[slot];
    }
    int start = insert(length, hash, slot);
    Memory.copyToArray(address, data, start, length);
    return count - 1;
  }

  /** Finds the number of a value of another object. */
  int find(BytesIds other, int otherId) {
    long hash = other.hashes[otherId];
    int from = other.start(otherId);
    int end = other.ends[otherId];
    int mask = slots.length - 1;
    int slot = (int) hash & mask;
    while (slots[slot] != 0) {
      int id = (int) slots[slot] - 1;
      if (hashes[id] == hash && Arrays.equals(data, start(id), ends[id], other.data, from, end)) {
        return id;
      }
      slot = slot + 1 & mask;
    }
    int start = insert(end - from, hash, slot);
    System.arraycopy(other.data, from, data, start, end - from);
    return count - 1;
  }

  private int start(int id) {
    return id == 0 ? 0 : ends[id - 1];
  }

  /** Adds a value; returns where its bytes belong. */
  private int insert(int length, long hash, int slot) {
    int id = count;
    if (id == ends.length) {
      ends = Arrays.copyOf(ends, 2 * id);
      hashes = Arrays.copyOf(hashes, 2 * id);
    }
    int start = start(id);
    long end = (long) start + length;
    if (end > MAX_BYTES) {
      throw new InvalidArgumentException(
          "Cannot group by strings of more than 2 GiB together (clear the aggregator earlier)");
    }
    if (end > data.length) {
      data = Arrays.copyOf(data, (int) Math.min(MAX_BYTES, Math.max(1024, 2 * end)));
    }
    ends[id] = (int) end;
    hashes[id] = hash;
    count++;
    slots[slot] = hash & 0xffff_ffff_0000_0000L | count;
    if (2 * count > slots.length) {
      grow();
    }
    return start;
  }

  private void grow() {
    slots = new long[2 * slots.length];
    int mask = slots.length - 1;
    for (int id = 0; id < count; id++) {
      int slot = (int) hashes[id] & mask;
      while (slots[slot] != 0) {
        slot = slot + 1 & mask;
      }
      slots[slot] = hashes[id] & 0xffff_ffff_0000_0000L | id + 1;
    }
  }

  /** The bytes of all values. */
  int byteCount() {
    return start(count);
  }

  byte[] bytes(int id) {
    return Arrays.copyOfRange(data, start(id), ends[id]);
  }

  /** Forgets all values. */
  void clear() {
    count = 0;
    Arrays.fill(slots, 0);
  }
}
