// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.io.ParquetDecodingException;

/** Decodes values that are stored as they are: most are copied all at once. */
final class PlainDecoder implements ValueDecoder {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] data;
  private final int end;
  private int at;

  /** The next boolean in the byte at {@link #at}. */
  private int bit;

  PlainDecoder(byte[] data, int from, int to) {
    this.data = data;
    this.at = from;
    this.end = to;
  }

  private void require(int count, long bitsEach) {
    if (8L * (end - at) - bit < count * bitsEach) {
      throw new ParquetDecodingException(
          "the page has "
              + (end - at)
              + " bytes left (expected at least "
              + count * bitsEach / 8
              + " for "
              + count
              + " values)");
    }
  }

  private ByteBuffer take(int count, int width) {
    require(count, 8L * width);
    ByteBuffer bytes = ByteBuffer.wrap(data, at, count * width).order(ByteOrder.LITTLE_ENDIAN);
    at += count * width;
    return bytes;
  }

  @Override
  public void read(RawValues target, int count) {
    int first = target.count;
    switch (target.type) {
      case BOOLEAN -> readBooleans(target, count);
      case INT32 -> {
        ByteBuffer bytes = take(count, Integer.BYTES);
        target.reserve(first + count);
        bytes.asIntBuffer().get(target.ints, first, count);
      }
      case INT64 -> {
        ByteBuffer bytes = take(count, Long.BYTES);
        target.reserve(first + count);
        bytes.asLongBuffer().get(target.longs, first, count);
      }
      case FLOAT -> {
        ByteBuffer bytes = take(count, Float.BYTES);
        target.reserve(first + count);
        bytes.asFloatBuffer().get(target.floats, first, count);
      }
      case DOUBLE -> {
        ByteBuffer bytes = take(count, Double.BYTES);
        target.reserve(first + count);
        bytes.asDoubleBuffer().get(target.doubles, first, count);
      }
      case INT96, FIXED_LEN_BYTE_ARRAY -> {
        ByteBuffer bytes = take(count, target.length);
        target.reserve(first + count);
        bytes.get(target.bytes, first * target.length, count * target.length);
      }
      case BINARY -> readBinary(target, count);
    }
    target.count = first + count;
  }

  private void readBooleans(RawValues target, int count) {
    require(count, 1);
    int first = target.count;
    target.reserve(first + count);
    for (int i = 0; i < count; i++) {
      target.booleans[first + i] = (data[at] >> bit & 1) != 0;
      if (++bit == 8) {
        bit = 0;
        at++;
      }
    }
  }

  private void readBinary(RawValues target, int count) {
    require(count, 32);
    int first = target.count;
    target.reserve(first + count);
    int[] offsets = target.offsets;
    int total = offsets[first];
    // Bytes that are at most needed: all that are left of the page.
    target.reserveBytes((long) total + (count == 0 ? 0 : length(count)));
    byte[] bytes = target.bytes;
    for (int i = 0; i < count; i++) {
      int length = (int) INTS.get(data, at);
      at += Integer.BYTES;
      copy(data, at, bytes, total, length);
      at += length;
      total += length;
      offsets[first + i + 1] = total;
    }
  }

  /** Adds up the lengths of the next values, and checks them. */
  private long length(int count) {
    long total = 0;
    int next = at;
    for (int i = 0; i < count; i++) {
      int length = end - next < Integer.BYTES ? -1 : (int) INTS.get(data, next);
      if (length < 0 || length > end - next - Integer.BYTES) {
        throw new ParquetDecodingException(
            "a value of " + length + " bytes does not fit into its page");
      }
      next += Integer.BYTES + length;
      total += length;
    }
    return total;
  }

  /** Copies a few bytes. Short ones are cheaper in a loop. */
  static void copy(byte[] source, int from, byte[] target, int to, int length) {
    if (length < 16) {
      for (int i = 0; i < length; i++) {
        target[to + i] = source[from + i];
      }
    } else {
      System.arraycopy(source, from, target, to, length);
    }
  }
}
