// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.batch;

import io.albis.format.error.InvalidArgumentException;
import io.albis.storage.internal.memory.Memory;
import java.util.function.IntUnaryOperator;

/** The values of a column that are bytes. */
interface ByteValues {

  int length(int index);

  void copy(int index, byte[] target, int offset);

  /**
   * Requires that offsets ascend, and are within the data.
   *
   * @param path for messages
   */
  default void check(String path, int count) {}

  /** Values one after another in an array. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record InArray(byte[] data, IntUnaryOperator offsets) implements ByteValues {
    @Override
    public int length(int index) {
      return offsets.applyAsInt(index + 1) - offsets.applyAsInt(index);
    }

    @Override
    public void copy(int index, byte[] target, int offset) {
      System.arraycopy(data, offsets.applyAsInt(index), target, offset, length(index));
    }

    @Override
    public void check(String path, int count) {
      checkOffsets(path, offsets, count, data.length);
    }
  }

  /** Values one after another in off-heap memory. */
  record InMemory(long data, long dataLength, IntUnaryOperator offsets) implements ByteValues {
    @Override
    public int length(int index) {
      return offsets.applyAsInt(index + 1) - offsets.applyAsInt(index);
    }

    @Override
    public void copy(int index, byte[] target, int offset) {
      Memory.copyToArray(data + offsets.applyAsInt(index), target, offset, length(index));
    }

    @Override
    public void check(String path, int count) {
      checkOffsets(path, offsets, count, dataLength);
    }
  }

  /** Values of one width in off-heap memory. */
  record OfWidth(long address, long stride, int width) implements ByteValues {
    @Override
    public int length(int index) {
      return width;
    }

    @Override
    public void copy(int index, byte[] target, int offset) {
      Memory.copyToArray(address + index * stride, target, offset, width);
    }
  }

  /**
   * Requires that offsets ascend.
   *
   * @param limit what the last one may be at most
   * @return the last one
   */
  static int checkOffsets(String path, IntUnaryOperator offsets, int count, long limit) {
    if (count == 0) {
      return 0;
    }
    int last = offsets.applyAsInt(0);
    boolean isAscending = last >= 0;
    for (int i = 1; i <= count; i++) {
      int next = offsets.applyAsInt(i);
      isAscending &= next >= last;
      last = next;
    }
    if (!isAscending || last > limit) {
      throw new InvalidArgumentException(
          "Invalid offsets for column "
              + path
              + (isAscending
                  ? ": " + last + " (expected at most " + limit + ")"
                  : ": they descend"));
    }
    return last;
  }
}
