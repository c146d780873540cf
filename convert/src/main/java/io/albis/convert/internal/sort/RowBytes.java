// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import java.util.Arrays;

/** Bytes that grow at their end, and are read from their start. Numbers are little endian. */
final class RowBytes {

  private static final int MAX_LENGTH = Integer.MAX_VALUE - 16;

  private byte[] array = new byte[64];
  private int length;
  private int position;

  byte[] array() {
    return array;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
    position = 0;
  }

  /** Makes room for bytes at the end, which the caller fills. Returns where they start. */
  int extend(int count) {
    int start = length;
    if (count > MAX_LENGTH - length) {
      throw new IllegalStateException(
          "Cannot sort: a row has more than " + MAX_LENGTH + " bytes, which do not fit an array");
    }
    if (count > array.length - length) {
      long doubled = Math.min(MAX_LENGTH, 2L * array.length);
      array = Arrays.copyOf(array, (int) Math.max(doubled, (long) length + count));
    }
    length += count;
    return start;
  }

  void putByte(int value) {
    int at = extend(1);
    array[at] = (byte) value;
  }

  void putInt(int value) {
    putNumber(value, Integer.BYTES);
  }

  /** Appends the low bytes of a number. */
  void putNumber(long value, int width) {
    int at = extend(width);
    for (int i = 0; i < width; i++) {
      array[at + i] = (byte) (value >> (8 * i));
    }
  }

  /** Appends a number of 8 bytes, big endian. */
  void putBigEndian(long value) {
    int at = extend(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      array[at + i] = (byte) (value >>> (56 - 8 * i));
    }
  }

  void put(byte[] bytes, int offset, int count) {
    int at = extend(count);
    System.arraycopy(bytes, offset, array, at, count);
  }

  void put(RowBytes other) {
    put(other.array, 0, other.length);
  }

  /** Inverts the bits of all bytes from an index on. */
  void invertFrom(int index) {
    for (int i = index; i < length; i++) {
      array[i] = (byte) ~array[i];
    }
  }

  byte readByte() {
    return array[position++];
  }

  /** Reads a number of some bytes, with its sign. */
  long readNumber(int width) {
    long value = numberAt(position, width);
    position += width;
    return value;
  }

  /** The number of some bytes at an index, with its sign. */
  long numberAt(int index, int width) {
    long value = array[index + width - 1];
    for (int i = width - 2; i >= 0; i--) {
      value = value << 8 | (array[index + i] & 0xff);
    }
    return value;
  }

  /** Skips bytes. Returns where they start. */
  int skip(int count) {
    int start = position;
    position += count;
    return start;
  }
}
