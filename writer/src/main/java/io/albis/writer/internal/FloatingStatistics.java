/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.writer.internal;

import io.albis.format.proto.ColumnStatistics;
import io.albis.storage.memory.Memory;

/** Of floats and doubles: NaN is counted and left out of the bounds. */
final class FloatingStatistics extends LeafStatistics {

  private final int width;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  FloatingStatistics(int width) {
    this.width = width;
  }

  @Override
  void scan(long slot, long step, long flag, int rows, long area) {
    double least = min;
    double greatest = max;
    int values = 0;
    int numbers = 0;
    for (int r = 0; r < rows; r++) {
      if (Memory.getByte(flag + r) == 0) {
        continue;
      }
      values++;
      long address = slot + r * step;
      double value = width == 8 ? Memory.getDouble(address) : Memory.getFloat(address);
      // Comparisons with NaN are false: it changes neither bound.
      if (value <= least) {
        least = value;
      }
      if (value >= greatest) {
        greatest = value;
      }
      numbers += Double.isNaN(value) ? 0 : 1;
    }
    min = least;
    max = greatest;
    nullCount += rows - values;
    nanCount += values - numbers;
    valueBytes += (long) values * width;
    hasMinMax |= numbers > 0;
  }

  @Override
  void mergeBounds(LeafStatistics other) {
    FloatingStatistics floating = (FloatingStatistics) other;
    min = Math.min(min, floating.min);
    max = Math.max(max, floating.max);
  }

  @Override
  void putBounds(ColumnStatistics.Builder message) {
    double least = min == 0 ? -0.0 : min;
    double greatest = max == 0 ? 0.0 : max;
    if (width == 8) {
      message.setMin(plain(Double.doubleToRawLongBits(least), 8));
      message.setMax(plain(Double.doubleToRawLongBits(greatest), 8));
    } else {
      message.setMin(plain(Float.floatToRawIntBits((float) least), 4));
      message.setMax(plain(Float.floatToRawIntBits((float) greatest), 4));
    }
  }
}
