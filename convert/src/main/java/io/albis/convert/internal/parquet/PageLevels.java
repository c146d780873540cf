// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import io.albis.convert.internal.parquet.ParquetPage.Bytes;
import java.util.Arrays;
import org.apache.parquet.column.values.ValuesReader;

/** The repetition or definition levels of a page. */
final class PageLevels {

  private final int max;
  private final HybridDecoder runs = new HybridDecoder();

  /** Decodes levels in the form of old files; otherwise null. */
  private ValuesReader old;

  PageLevels(int max) {
    this.max = max;
  }

  /** The largest level. */
  int max() {
    return max;
  }

  void start(Bytes bytes) {
    old = null;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(max);
    runs.start(bytes.array(), bytes.from(), bytes.end(), bits);
  }

  void start(ValuesReader reader) {
    old = reader;
  }

  void read(byte[] target, int from, int count) {
    if (max == 0) {
      Arrays.fill(target, from, from + count, (byte) 0);
    } else if (old != null) {
      for (int i = 0; i < count; i++) {
        target[from + i] = (byte) old.readInteger();
      }
    } else {
      runs.read(target, from, count);
    }
  }
}
