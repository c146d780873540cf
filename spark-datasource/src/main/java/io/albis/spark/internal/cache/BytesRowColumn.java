// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import org.apache.spark.unsafe.Platform;

/** Writes strings and binaries into rows. */
final class BytesRowColumn extends RowColumn {

  /** Bytes from which on a call that copies all is faster than a loop over words. */
  private static final int LONG = 64;

  private long data;

  BytesRowColumn(int node, int ordinal, int columns) {
    super(node, ordinal, columns);
  }

  @Override
  void batch(NodePlaces places, long base) {
    super.batch(places, base);
    data = base + places.data(node());
  }

  @Override
  boolean isVariable() {
    return true;
  }

  @Override
  void addSizes(int from, int count, int[] sizes) {
    long offsets = values() + (long) from * Integer.BYTES;
    int start = Platform.getInt(null, offsets);
    for (int i = 0; i < count; i++) {
      int end = Platform.getInt(null, offsets + 4L * i + 4);
      sizes[i] = Math.addExact(sizes[i], (end - start + 7) & -Long.BYTES);
      start = end;
    }
  }

  /** A null has no bytes. */
  @Override
  void writeValues(int from, int count, byte[] rows, int[] starts, int[] ends) {
    long offsets = values() + (long) from * Integer.BYTES;
    int start = Platform.getInt(null, offsets);
    for (int i = 0; i < count; i++) {
      int end = Platform.getInt(null, offsets + 4L * i + 4);
      int length = end - start;
      int target = ends[i];
      Platform.putLong(rows, starts[i] + slot, (long) (target - starts[i]) << 32 | length);
      copy(data + start, length, rows, Platform.BYTE_ARRAY_OFFSET + target);
      ends[i] = target + (length + 7 & -Long.BYTES);
      start = end;
    }
  }

  /**
   * Copies bytes word by word, the last word with zeros behind them. Its bytes are read from the
   * end of a word that may start before the first one: there are always offsets before the data.
   */
  static void copy(long source, int length, byte[] rows, long target) {
    int wholeWords = length & -Long.BYTES;
    if (length < LONG) {
      for (int at = 0; at < wholeWords; at += Long.BYTES) {
        Platform.putLong(rows, target + at, Platform.getLong(null, source + at));
      }
    } else {
      Platform.copyMemory(null, source, rows, target, wholeWords);
    }
    int rest = length - wholeWords;
    if (rest > 0) {
      long word = Platform.getLong(null, source + length - Long.BYTES);
      Platform.putLong(rows, target + wholeWords, word >>> (Long.BYTES - rest) * Byte.SIZE);
    }
  }
}
