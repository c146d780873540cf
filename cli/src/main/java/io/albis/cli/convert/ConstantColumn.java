// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Type;
import io.albis.storage.memory.Memory;
import io.albis.writer.batch.BatchColumn;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** A column of a batch with one value in all rows. */
final class ConstantColumn {

  private final BatchColumn target;

  /** Null for null. */
  private final Object value;

  /** The value, if it has a fixed width. */
  private final ByteBuffer fixed = ByteBuffer.allocateDirect(16).order(ByteOrder.LITTLE_ENDIAN);

  private byte[] data = {};
  private int[] offsets = {0};
  private boolean[] nulls = {};

  /**
   * Prepares a column.
   *
   * @param setter sets the value
   */
  ConstantColumn(BatchColumn target, Type type, Consumer<ValueWriter> setter) {
    this.target = target;
    CollectedValue collected = new CollectedValue(type);
    setter.accept(collected);
    this.value = collected.take();
    if (value != null) {
      put(type);
    }
  }

  private void put(Type type) {
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
        fixed.putLong(8, unscaled.shiftRight(64).longValue());
      }
      case STRING -> {}
      case BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Directory columns cannot have type " + type);
    }
  }

  /** Sets the rows of the next batch. */
  void set(int rows) {
    if (value instanceof String text) {
      if (offsets.length <= rows) {
        repeat(text.getBytes(StandardCharsets.UTF_8), rows);
      }
      target.setBytes(data, offsets);
    } else if (value != null) {
      target.setValues(Memory.addressOf(fixed), 0, rows);
    } else {
      if (nulls.length < rows) {
        nulls = new boolean[rows];
        Arrays.fill(nulls, true);
      }
      target.setNulls(nulls);
    }
  }

  private void repeat(byte[] text, int rows) {
    data = new byte[Math.multiplyExact(text.length, rows)];
    offsets = new int[rows + 1];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(text, 0, data, row * text.length, text.length);
      offsets[row + 1] = (row + 1) * text.length;
    }
  }
}
