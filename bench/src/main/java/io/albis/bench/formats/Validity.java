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
package io.albis.bench.formats;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ValueVector;

/** Which values of a vector of Arrow are not null: a bit each; no array if all are. */
final class Validity {

  private Validity() {}

  /**
   * The bits of the first rows.
   *
   * @param around the bits of the structs around the vector; null if all are set
   * @return with no bits after the last row; null if all are set
   */
  static long[] of(ValueVector vector, int rows, long[] around) {
    if (vector.getNullCount() == 0) {
      return around;
    }
    ArrowBuf bits = vector.getValidityBuffer();
    long[] words = new long[(rows + 63) / 64];
    int whole = rows / 64;
    for (int i = 0; i < whole; i++) {
      words[i] = bits.getLong(i * 8L);
    }
    for (int row = whole * 64; row < rows; row += 8) {
      words[whole] |= (bits.getByte(row / 8L) & 0xFFL) << (row & 63);
    }
    if (whole < words.length) {
      words[whole] &= (1L << (rows & 63)) - 1;
    }
    for (int i = 0; around != null && i < words.length; i++) {
      words[i] &= around[i];
    }
    return words;
  }

  /** How many of the first rows are not null. */
  static int count(long[] valid, int rows) {
    if (valid == null) {
      return rows;
    }
    int count = 0;
    for (long word : valid) {
      count += Long.bitCount(word);
    }
    return count;
  }
}
