// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import java.util.Arrays;

/** The ends of strings, lists or maps among their bytes or elements, after a first 0. */
final class Offsets {

  private int[] values = new int[1 << 8];
  private int count;

  void add(int end) {
    if (++count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
    }
    values[count] = end;
  }

  /** The last end; 0 if there is none. */
  int last() {
    return values[count];
  }

  /** One more than there are ends, and maybe some that are not used. */
  int[] values() {
    return values;
  }

  long bytes() {
    return (long) count * Integer.BYTES;
  }

  void clear() {
    count = 0;
  }
}
