// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.BatchColumn;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Values that Spark keeps as bytes of any length, and Albis as ones of fixed width. */
public final class FixedBytesColumn implements ValueColumn {

  /** Stores the bytes of a value in Spark's memory. */
  private interface Conversion {
    void store(Object base, long start, int length, byte[] target, int position);
  }

  private static final int UUID_LENGTH = 36;
  static final int WIDE = 16;

  private final int width;
  private final Conversion conversion;
  private byte[] values;
  private int count;

  private FixedBytesColumn(int width, Conversion conversion) {
    this.width = width;
    this.conversion = conversion;
    this.values = new byte[width << 8];
  }

  /** Binaries, which must have the width of the column. */
  static FixedBytesColumn ofBinary(String path, int width) {
    return new FixedBytesColumn(
        width,
        (base, start, length, target, position) -> {
          if (length != width) {
            throw new IllegalArgumentException(
                "Cannot write a binary of "
                    + length
                    + " bytes to column "
                    + path
                    + " (expected "
                    + width
                    + ")");
          }
          Platform.copyMemory(
              base, start, target, Platform.BYTE_ARRAY_OFFSET + (long) position, width);
        });
  }

  /** UUIDs, which Spark sees as strings. */
  static FixedBytesColumn ofUuid(String path) {
    return new FixedBytesColumn(
        WIDE,
        (base, start, length, target, position) -> {
          String text = UTF8String.fromAddress(base, start, length).toString();
          UUID uuid;
          try {
            // Java also reads shorter forms.
            uuid = text.length() == UUID_LENGTH ? UUID.fromString(text) : null;
          } catch (IllegalArgumentException e) {
            uuid = null;
          }
          if (uuid == null) {
            throw new IllegalArgumentException(
                "Cannot write '"
                    + text
                    + "' to column "
                    + path
                    + " (expected a UUID, such as 123e4567-e89b-12d3-a456-426614174000)");
          }
          ByteBuffer.wrap(target, position, WIDE)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits());
        });
  }

  /** Decimals that Spark keeps as two's complement, big endian, without leading bytes. */
  static FixedBytesColumn ofDecimal(String path) {
    return new FixedBytesColumn(
        WIDE,
        (base, start, length, target, position) -> {
          if (length == 0 || length > WIDE) {
            throw new IllegalArgumentException(
                "Cannot write a decimal of " + length + " bytes to column " + path);
          }
          storeDecimal(base, start, length, target, position);
        });
  }

  /** Stores 1 to 16 bytes of two's complement, big endian, as 16 bytes, little endian. */
  public static void storeDecimal(
      Object base, long start, int length, byte[] target, int position) {
    byte sign = (byte) (Platform.getByte(base, start) >> 7);
    for (int i = 0; i < WIDE; i++) {
      int source = length - 1 - i;
      target[position + i] = source < 0 ? sign : Platform.getByte(base, start + source);
    }
  }

  @Override
  public void add(Object base, long container, long slot) {
    long word = Platform.getLong(base, slot);
    int position = next(); // may replace the values
    conversion.store(base, container + (word >>> 32), (int) word, values, position);
  }

  /** Returns the position of the next element. */
  private int next() {
    int position = count * width;
    if (position == values.length) {
      values = Arrays.copyOf(values, 2 * position);
    }
    count++;
    return position;
  }

  @Override
  public void addEmpty() {
    int position = next();
    Arrays.fill(values, position, position + width, (byte) 0);
  }

  @Override
  public void setTo(BatchColumn target) {
    target.setFixedBytes(values);
  }

  @Override
  public long bytes() {
    return (long) count * width;
  }

  @Override
  public void clear() {
    count = 0;
  }
}
