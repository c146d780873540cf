// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.batch;

import io.albis.format.schema.Type;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.BatchColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** A column of a batch with one value in all rows. For one thread. */
public final class ConstantColumn {

  private final boolean isNull;

  /** The value, if it has a fixed width; null otherwise. */
  private final ByteBuffer fixed;

  /** The value, if it has a variable length. */
  private final byte[] bytes;

  private byte[] data = {};
  private int[] offsets = {0};
  private boolean[] nulls = {};

  /**
   * Prepares a value.
   *
   * @param type neither a struct nor a list nor a map
   * @param value as a row view returns it; null for null
   */
  public ConstantColumn(Type type, Object value) {
    this.isNull = value == null;
    this.bytes = value == null || !type.isVariableLength() ? null : bytes(value);
    this.fixed =
        value == null || type.isVariableLength()
            ? null
            : ByteBuffer.allocateDirect(Math.max(16, type.fixedWidth()))
                .order(ByteOrder.LITTLE_ENDIAN);
    if (fixed != null) {
      put(type, value);
    }
  }

  private static byte[] bytes(Object value) {
    return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
  }

  private void put(Type type, Object value) {
    switch (type.physicalType()) {
      case BOOLEAN -> fixed.put(0, (byte) ((Boolean) value ? 1 : 0));
      case INT8 -> fixed.put(0, (Byte) value);
      case INT16 -> fixed.putShort(0, (Short) value);
      case INT32 -> fixed.putInt(0, (Integer) value);
      case INT64 -> fixed.putLong(0, (Long) value);
      case FLOAT -> fixed.putFloat(0, (Float) value);
      case DOUBLE -> fixed.putDouble(0, (Double) value);
      case DECIMAL32, DECIMAL64, DECIMAL128 -> {
        BigInteger unscaled = ((BigDecimal) value).unscaledValue();
        fixed.putLong(0, unscaled.longValue());
        fixed.putLong(Long.BYTES, unscaled.shiftRight(Long.SIZE).longValue());
      }
      case UUID -> {
        UUID uuid = (UUID) value;
        fixed.putLong(0, Long.reverseBytes(uuid.getMostSignificantBits()));
        fixed.putLong(Long.BYTES, Long.reverseBytes(uuid.getLeastSignificantBits()));
      }
      case FIXED_BINARY -> fixed.put(0, (byte[]) value);
      case STRING, BINARY, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Type " + type + " has no fixed width");
    }
  }

  /** Sets the elements of the next batch. */
  public void set(BatchColumn target, int count) {
    if (isNull) {
      if (nulls.length < count) {
        nulls = new boolean[count];
        Arrays.fill(nulls, true);
      }
      target.setNulls(nulls);
    } else if (fixed != null) {
      target.setValues(Memory.addressOf(fixed), 0, count);
    } else {
      if (offsets.length <= count) {
        repeat(count);
      }
      target.setBytes(data, offsets);
    }
  }

  private void repeat(int count) {
    data = new byte[Math.multiplyExact(bytes.length, count)];
    offsets = new int[count + 1];
    for (int i = 0; i < count; i++) {
      System.arraycopy(bytes, 0, data, i * bytes.length, bytes.length);
      offsets[i + 1] = (i + 1) * bytes.length;
    }
  }
}
