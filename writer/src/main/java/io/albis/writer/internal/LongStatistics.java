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

/** Of everything that is a signed number of up to 8 bytes; booleans are 0 and 1. */
final class LongStatistics extends LeafStatistics {

  private final int width;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  LongStatistics(int width) {
    this.width = width;
  }

  @Override
  void scan(long slot, long step, long flag, int rows, long area) {
    long least = min;
    long greatest = max;
    int values = 0;
    for (int r = 0; r < rows; r++) {
      if (Memory.getByte(flag + r) != 0) {
        long value = load(slot + r * step);
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
        values++;
      }
    }
    min = least;
    max = greatest;
    nullCount += rows - values;
    valueBytes += (long) values * width;
    hasMinMax |= values > 0;
  }

  private long load(long address) {
    return switch (width) {
      case 1 -> Memory.getByte(address);
      case 2 -> Memory.getShort(address);
      case 4 -> Memory.getInt(address);
      default -> Memory.getLong(address);
    };
  }

  @Override
  void mergeBounds(LeafStatistics other) {
    LongStatistics numbers = (LongStatistics) other;
    min = Math.min(min, numbers.min);
    max = Math.max(max, numbers.max);
  }

  @Override
  void putBounds(ColumnStatistics.Builder message) {
    message.setMin(plain(min, width)).setMax(plain(max, width));
  }
}
