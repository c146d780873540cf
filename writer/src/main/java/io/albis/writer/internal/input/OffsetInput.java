// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.input;

import io.albis.format.error.InvalidArgumentException;
import io.albis.storage.internal.memory.Memory;

/** Offsets of strings, binaries, lists or maps. */
final class OffsetInput {

  private final String path;
  private int[] array;
  private long address;
  private int length = -1;
  private int[] taken = new int[0];

  OffsetInput(String path) {
    this.path = path;
  }

  void set(int[] offsets) {
    array = offsets;
    length = Math.max(0, offsets.length - 1);
  }

  void set(long newAddress, int count) {
    array = null;
    address = newAddress;
    length = count;
  }

  void clear() {
    array = null;
    length = -1;
  }

  boolean isSet() {
    return length >= 0;
  }

  /** The number of ranges. */
  int length() {
    return length;
  }

  private int offset(int index) {
    return array != null ? array[index] : Memory.getInt(address + 4L * index);
  }

  /**
   * Checks that offsets ascend from 0 or more.
   *
   * @param count number of ranges that are used
   * @param limit the largest offset
   * @return the last offset; 0 if no range is used
   */
  int check(int count, long limit) {
    if (count == 0) {
      return 0;
    }
    int last = offset(0);
    if (last < 0) {
      throw new InvalidArgumentException(
          "Invalid offsets of column "
              + path
              + ": the first is "
              + last
              + " (expected at least 0)");
    }
    for (int i = 1; i <= count; i++) {
      int next = offset(i);
      if (next < last) {
        throw new InvalidArgumentException(
            "Invalid offsets of column "
                + path
                + ": they decrease from "
                + last
                + " to "
                + next
                + " at element "
                + (i - 1));
      }
      last = next;
    }
    if (last > limit) {
      throw new InvalidArgumentException(
          "Invalid offsets of column "
              + path
              + ": the last is "
              + last
              + " (expected at most "
              + limit
              + ", the number of bytes)");
    }
    return last;
  }

  /** Returns {@code count + 1} offsets in an array that is valid until the next call. */
  int[] get(int from, int count) {
    if (taken.length <= count) {
      taken = new int[Math.max(count + 1, Math.min(2 * taken.length, Integer.MAX_VALUE - 8))];
    }
    if (array != null) {
      System.arraycopy(array, from, taken, 0, count + 1);
    } else {
      long first = address + 4L * from;
      for (int i = 0; i <= count; i++) {
        taken[i] = Memory.getInt(first + 4L * i);
      }
    }
    return taken;
  }
}
