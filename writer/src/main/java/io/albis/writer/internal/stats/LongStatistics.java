// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.stats;

import io.albis.format.internal.metadata.Bounds;
import io.albis.storage.internal.memory.Memory;

/** Statistics of signed integers of up to 8 bytes; booleans are 0 and 1. */
final class LongStatistics extends LeafStatistics {

  private final int width;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  LongStatistics(int width) {
    this.width = width;
  }

  @Override
  public void scan(long slot, long step, NullRows nulls, long area) {
    int values = nulls.total() - nulls.count();
    nullCount += nulls.count();
    valueBytes += (long) values * width;
    if (values == 0) {
      return;
    }
    hasMinMax = true;
    repeatForNulls(slot, step, nulls);
    switch (width) {
      case 1 -> scanBytes(slot, step, nulls.total());
      case 2 -> scanShorts(slot, step, nulls.total());
      case 4 -> scanInts(slot, step, nulls.total());
      default -> scanLongs(slot, step, nulls.total());
    }
  }

  /**
   * Replaces nulls by some value of the chunk, so that the loops over values need not test for
   * them.
   */
  private void repeatForNulls(long slot, long step, NullRows nulls) {
    if (nulls.count() > 0) {
      long value = slot + nulls.firstValue() * step;
      for (int k = 0; k < nulls.count(); k++) {
        long target = slot + nulls.row(k) * step;
        switch (width) {
          case 1 -> Memory.putByte(target, Memory.getByte(value));
          case 2 -> Memory.putShort(target, Memory.getShort(value));
          case 4 -> Memory.putInt(target, Memory.getInt(value));
          default -> Memory.putLong(target, Memory.getLong(value));
        }
      }
    }
  }

  private void scanBytes(long slot, long step, int rows) {
    for (int r = 0; r < rows; r++) {
      byte value = Memory.getByte(slot + r * step);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }

  private void scanShorts(long slot, long step, int rows) {
    for (int r = 0; r < rows; r++) {
      short value = Memory.getShort(slot + r * step);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }

  private void scanInts(long slot, long step, int rows) {
    int least = Integer.MAX_VALUE;
    int greatest = Integer.MIN_VALUE;
    for (int r = 0; r < rows; r++) {
      int value = Memory.getInt(slot + r * step);
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    min = Math.min(min, least);
    max = Math.max(max, greatest);
  }

  private void scanLongs(long slot, long step, int rows) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int r = 0; r < rows; r++) {
      long value = Memory.getLong(slot + r * step);
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    min = Math.min(min, least);
    max = Math.max(max, greatest);
  }

  @Override
  void mergeBounds(LeafStatistics other) {
    LongStatistics numbers = (LongStatistics) other;
    min = Math.min(min, numbers.min);
    max = Math.max(max, numbers.max);
  }

  @Override
  Bounds bounds() {
    return Bounds.exact(plain(min, width), plain(max, width));
  }
}
