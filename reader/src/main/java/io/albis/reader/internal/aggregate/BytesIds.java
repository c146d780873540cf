// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.storage.internal.memory.Memory;
import java.util.Arrays;

/**
 * Numbers byte sequences of any length in the order in which they come, from 0. It keeps a copy of
 * each, and 24 to 48 bytes beside it. Not thread-safe.
 */
final class BytesIds {

  private static final int MIN_SLOTS = 64;
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** The number of the sequence plus 1; 0 in an empty slot. Twice as many as there are numbers. */
  private int[] slots = new int[MIN_SLOTS];

  private byte[] bytes = new byte[1024];

  /** By number, the start in the bytes; at the end, that of the next one. */
  private int[] starts = new int[MIN_SLOTS / 2 + 1];

  private int[] hashes = new int[MIN_SLOTS / 2];
  private byte[] probe = new byte[64];
  private int count;

  /** Returns a copy of the sequence that has a number. */
  byte[] get(int id) {
    return Arrays.copyOfRange(bytes, starts[id], starts[id + 1]);
  }

  /** Returns the number of a sequence, which is new if the sequence is. */
  int id(long address, int length) {
    int hash = hash(address, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    boolean isCopied = false;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      if (hashes[id] == hash && starts[id + 1] - starts[id] == length) {
        if (!isCopied) {
          copy(address, length);
          isCopied = true;
        }
        if (Arrays.equals(probe, 0, length, bytes, starts[id], starts[id + 1])) {
          return id;
        }
      }
      slot = (slot + 1) & mask;
    }
    return add(address, length, hash, slot);
  }

  private void copy(long address, int length) {
    if (probe.length < length) {
      probe = new byte[length];
    }
    Memory.copyToArray(address, probe, 0, length);
  }

  /** Eight bytes at a time; the last eight overlap. Only for sequences of at least eight bytes. */
  private static int hash(long address, int length) {
    long hash = length;
    for (int i = 0; i + Long.BYTES <= length; i += Long.BYTES) {
      hash = (hash ^ Memory.getLong(address + i)) * MULTIPLIER;
      hash ^= hash >>> 32;
    }
    hash = (hash ^ Memory.getLong(address + length - Long.BYTES)) * MULTIPLIER;
    return (int) (hash >>> 32);
  }

  private int add(long address, int length, int hash, int slot) {
    if (count == hashes.length) {
      grow();
      return id(address, length);
    }
    int start = starts[count];
    if (length > MAX_BYTES - start) {
      throw new InvalidArgumentException(
          "Cannot group by strings of more than 2 GiB in all: aggregate fewer rows at a time");
    }
    if (start + length > bytes.length) {
      long more = Math.max(2L * bytes.length, (long) start + length);
      bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, more));
    }
    Memory.copyToArray(address, bytes, start, length);
    hashes[count] = hash;
    slots[slot] = count + 1;
    starts[count + 1] = start + length;
    return count++;
  }

  private void grow() {
    hashes = Arrays.copyOf(hashes, 2 * hashes.length);
    starts = Arrays.copyOf(starts, hashes.length + 1);
    slots = new int[2 * hashes.length];
    for (int id = 0; id < count; id++) {
      int slot = hashes[id] & slots.length - 1;
      while (slots[slot] != 0) {
        slot = (slot + 1) & slots.length - 1;
      }
      slots[slot] = id + 1;
    }
  }

  /** Forgets all sequences, and keeps the memory. */
  void clear() {
    Arrays.fill(slots, 0);
    count = 0;
  }
}
