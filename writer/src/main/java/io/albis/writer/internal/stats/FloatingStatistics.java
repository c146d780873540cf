// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.stats;

import io.albis.format.internal.metadata.Bounds;
import io.albis.storage.internal.memory.Memory;

/** Statistics of floats and doubles; NaN is counted and excluded from the bounds. */
final class FloatingStatistics extends LeafStatistics {

  private final int width;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  FloatingStatistics(int width) {
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
    int first = nulls.firstValue();
    int notNumbers =
        width == 8 ? scanDoubles(slot, step, nulls, first) : scanFloats(slot, step, nulls, first);
    nanCount += notNumbers;
    hasMinMax |= notNumbers < values;
  }

  /**
   * Adds doubles. Nulls are replaced by some value, so that the loop need not test for them.
   *
   * @return the number of NaN values
   */
  private int scanDoubles(long slot, long step, NullRows nulls, int first) {
    double repeated = Memory.getDouble(slot + first * step);
    for (int k = 0; k < nulls.count(); k++) {
      Memory.putDouble(slot + nulls.row(k) * step, repeated);
    }
    double least = min;
    double greatest = max;
    int notNumbers = Double.isNaN(repeated) ? -nulls.count() : 0;
    for (int r = 0; r < nulls.total(); r++) {
      double value = Memory.getDouble(slot + r * step);
      // False for a NaN; true for nearly all others once some have been seen.
      if (value >= least && value <= greatest) {
        continue;
      }
      if (Double.isNaN(value)) {
        notNumbers++;
      } else {
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
      }
    }
    min = least;
    max = greatest;
    return notNumbers;
  }

  /** As {@link #scanDoubles}. */
  private int scanFloats(long slot, long step, NullRows nulls, int first) {
    float repeated = Memory.getFloat(slot + first * step);
    for (int k = 0; k < nulls.count(); k++) {
      Memory.putFloat(slot + nulls.row(k) * step, repeated);
    }
    int notNumbers = Float.isNaN(repeated) ? -nulls.count() : 0;
    for (int r = 0; r < nulls.total(); r++) {
      float value = Memory.getFloat(slot + r * step);
      if (Float.isNaN(value)) {
        notNumbers++;
      } else {
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    return notNumbers;
  }

  @Override
  void mergeBounds(LeafStatistics other) {
    FloatingStatistics floating = (FloatingStatistics) other;
    min = Math.min(min, floating.min);
    max = Math.max(max, floating.max);
  }

  @Override
  Bounds bounds() {
    double least = min == 0 ? -0.0 : min;
    double greatest = max == 0 ? 0.0 : max;
    if (width == 8) {
      return Bounds.exact(
          plain(Double.doubleToRawLongBits(least), 8),
          plain(Double.doubleToRawLongBits(greatest), 8));
    }
    return Bounds.exact(
        plain(Float.floatToRawIntBits((float) least), 4),
        plain(Float.floatToRawIntBits((float) greatest), 4));
  }
}
