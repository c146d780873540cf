// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.io.ParquetDecodingException;

/** Decodes runs and bit-packed groups of small numbers: levels and dictionary indexes. */
final class HybridDecoder {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] data;
  private int at;
  private int end;
  private int width;
  private int mask;

  /** Values that are left of a run of equal ones, or of bit-packed ones; one of them is 0. */
  private int repeated;

  private int packed;

  private int value;

  /** The next bit-packed value, in bits from the start of the data. */
  private long bit;

  /**
   * Starts with new data.
   *
   * @param bits of a value, 0 to 32
   */
  void start(byte[] bytes, int from, int to, int bits) {
    if (bits > Integer.SIZE) {
      throw new ParquetDecodingException("values of " + bits + " bits (expected at most 32)");
    }
    data = bytes;
    at = from;
    end = to;
    width = bits;
    mask = bits == Integer.SIZE ? -1 : (1 << bits) - 1;
    repeated = 0;
    packed = 0;
  }

  private void nextRun() {
    long header = 0;
    int shift = 0;
    int next;
    do {
      if (at >= end || shift > 28) {
        throw tooShort();
      }
      next = data[at++];
      header |= (long) (next & 0x7f) << shift;
      shift += 7;
    } while (next < 0);
    long count = header >>> 1;
    if ((header & 1) == 0) {
      int bytes = (width + 7) / 8;
      if (end - at < bytes) {
        throw tooShort();
      }
      value = 0;
      for (int i = 0; i < bytes; i++) {
        value |= (data[at++] & 0xff) << 8 * i;
      }
      repeated = (int) Math.min(count, Integer.MAX_VALUE);
    } else {
      bit = 8L * at;
      long bytes = count * width;
      // The last group may be cut off where its values are not needed.
      at = (int) Math.min(end, at + bytes);
      packed = (int) Math.min(8 * count, Integer.MAX_VALUE);
    }
  }

  private static ParquetDecodingException tooShort() {
    return new ParquetDecodingException("levels or indexes end too early");
  }

  private void requirePacked(int count) {
    if (bit + (long) count * width > 8L * end) {
      throw tooShort();
    }
  }

  /** Decodes levels, which are below 128. */
  void read(byte[] target, int from, int count) {
    int done = from;
    int last = from + count;
    while (done < last) {
      if (repeated > 0) {
        int run = Math.min(repeated, last - done);
        Arrays.fill(target, done, done + run, (byte) value);
        repeated -= run;
        done += run;
      } else if (packed > 0) {
        int run = Math.min(packed, last - done);
        requirePacked(run);
        unpack(target, done, run);
        packed -= run;
        done += run;
      } else {
        nextRun();
      }
    }
  }

  /** Decodes indexes. */
  void read(int[] target, int from, int count) {
    int done = from;
    int last = from + count;
    while (done < last) {
      if (repeated > 0) {
        int run = Math.min(repeated, last - done);
        Arrays.fill(target, done, done + run, value);
        repeated -= run;
        done += run;
      } else if (packed > 0) {
        int run = Math.min(packed, last - done);
        requirePacked(run);
        unpack(target, done, run);
        packed -= run;
        done += run;
      } else {
        nextRun();
      }
    }
  }

  private void unpack(int[] target, int from, int count) {
    byte[] bytes = data;
    long position = bit;
    int step = width;
    int bits = mask;
    int i = 0;
    // A value lies within eight bytes, which are loaded at once where the array has them.
    long lastWhole = 8L * (bytes.length - 8);
    for (; i < count && position <= lastWhole; i++, position += step) {
      long word = (long) LONGS.get(bytes, (int) (position >>> 3));
      target[from + i] = (int) (word >>> (position & 7)) & bits;
    }
    bit = position;
    for (; i < count; i++) {
      target[from + i] = unpack();
    }
  }

  private void unpack(byte[] target, int from, int count) {
    byte[] bytes = data;
    long position = bit;
    int step = width;
    int bits = mask;
    int i = 0;
    long lastWhole = 8L * (bytes.length - 8);
    for (; i < count && position <= lastWhole; i++, position += step) {
      long word = (long) LONGS.get(bytes, (int) (position >>> 3));
      target[from + i] = (byte) ((int) (word >>> (position & 7)) & bits);
    }
    bit = position;
    for (; i < count; i++) {
      target[from + i] = (byte) unpack();
    }
  }

  private int unpack() {
    int first = (int) (bit >>> 3);
    long word = 0;
    int bytes = Math.min(8, data.length - first);
    if (bytes == 8) {
      word = (long) LONGS.get(data, first);
    } else {
      for (int i = 0; i < bytes; i++) {
        word |= (data[first + i] & 0xffL) << 8 * i;
      }
    }
    int result = (int) (word >>> (bit & 7)) & mask;
    bit += width;
    return result;
  }
}
