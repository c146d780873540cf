// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.stats;

import io.albis.format.internal.metadata.Bounds;
import io.albis.storage.internal.memory.Memory;
import java.util.Arrays;

/** Statistics of signed integers of 16 bytes. */
final class WideStatistics extends LeafStatistics {

  private static final int WIDTH = 16;

  private long minLow;
  private long minHigh;
  private long maxLow;
  private long maxHigh;

  @Override
  public void scan(long slot, long step, NullRows nulls, long area) {
    for (int r = 0; r < nulls.total(); r++) {
      if (nulls.isNull(r)) {
        nullCount++;
        continue;
      }
      long low = Memory.getLong(slot + r * step);
      long high = Memory.getLong(slot + r * step + 8);
      takeIn(low, high, low, high);
      hasMinMax = true;
      valueBytes += WIDTH;
    }
  }

  private void takeIn(long lowLeast, long highLeast, long lowGreatest, long highGreatest) {
    if (!hasMinMax || isLess(lowLeast, highLeast, minLow, minHigh)) {
      minLow = lowLeast;
      minHigh = highLeast;
    }
    if (!hasMinMax || isLess(maxLow, maxHigh, lowGreatest, highGreatest)) {
      maxLow = lowGreatest;
      maxHigh = highGreatest;
    }
  }

  private static boolean isLess(long lowA, long highA, long lowB, long highB) {
    return highA < highB || (highA == highB && Long.compareUnsigned(lowA, lowB) < 0);
  }

  @Override
  void mergeBounds(LeafStatistics other) {
    WideStatistics wide = (WideStatistics) other;
    takeIn(wide.minLow, wide.minHigh, wide.maxLow, wide.maxHigh);
  }

  @Override
  Bounds bounds() {
    return Bounds.exact(wide(minLow, minHigh), wide(maxLow, maxHigh));
  }

  private static byte[] wide(long low, long high) {
    byte[] bytes = Arrays.copyOf(plain(low, 8), WIDTH);
    System.arraycopy(plain(high, 8), 0, bytes, 8, 8);
    return bytes;
  }
}
