// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.BatchColumn;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;

/** Strings and binaries, one after the other. */
public final class BytesColumn implements ValueColumn {

  /** Copied by words up to here: a call of the JVM's copying costs more. */
  private static final int SHORT = 32;

  private byte[] data = new byte[1 << 12];
  private final Offsets offsets = new Offsets();

  /** Creates a column without values. */
  public BytesColumn() {}

  @Override
  public void add(Object base, long container, long slot) {
    long word = Platform.getLong(base, slot);
    // Spark fills up values to multiples of eight bytes.
    add(base, container + (word >>> 32), (int) word, true);
  }

  /**
   * Adds a value.
   *
   * @param isPadded whether at least seven bytes after those of the value may be read
   */
  public void add(Object base, long start, int length, boolean isPadded) {
    int end = offsets.last();
    if (data.length - end < length + Long.BYTES) {
      data = Arrays.copyOf(data, capacity(end, length));
    }
    long target = Platform.BYTE_ARRAY_OFFSET + (long) end;
    if (isPadded && length <= SHORT) {
      for (int i = 0; i < length; i += Long.BYTES) {
        Platform.putLong(data, target + i, Platform.getLong(base, start + i));
      }
    } else {
      Platform.copyMemory(base, start, data, target, length);
    }
    offsets.add(end + length);
  }

  private static int capacity(int end, int length) {
    long needed = (long) end + length + Long.BYTES;
    long most = Integer.MAX_VALUE - Long.BYTES;
    if (needed > most) {
      throw new IllegalArgumentException(
          "Cannot write a batch whose strings in one column have more than " + most + " bytes");
    }
    return (int) Math.min(most, needed + (needed >> 1));
  }

  @Override
  public void addEmpty() {
    offsets.add(offsets.last());
  }

  @Override
  public void setTo(BatchColumn target) {
    target.setBytes(data, offsets.values());
  }

  @Override
  public long bytes() {
    return offsets.last();
  }

  @Override
  public void clear() {
    offsets.clear();
  }
}
