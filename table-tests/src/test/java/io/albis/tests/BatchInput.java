// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.BatchColumn;
import io.albis.writer.BatchWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * Writes materialized values through the batch API: as arrays or as off-heap memory, with values
 * and ranges at the places of nulls that must be ignored.
 */
final class BatchInput {

  private final Random random;

  /** Keeps the memory alive until the batch was written. */
  private final List<ByteBuffer> buffers = new ArrayList<>();

  private BatchInput(Random random) {
    this.random = random;
  }

  /** Writes all rows in batches of random size. */
  static void write(
      BatchWriter writer, Schema schema, List<? extends List<?>> rows, Random random) {
    int from = 0;
    while (from < rows.size()) {
      int to = Math.min(rows.size(), from + random.nextInt(1500));
      BatchInput input = new BatchInput(random);
      for (int c = 0; c < schema.fields().size(); c++) {
        List<Object> values = new ArrayList<>();
        for (List<?> row : rows.subList(from, to)) {
          values.add(row.get(c));
        }
        input.set(writer.column(c), schema.fields().get(c), values);
      }
      writer.endBatch(to - from);
      input.buffers.clear();
      from = to;
    }
  }

  private long copy(ByteBuffer bytes) {
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.remaining() + 1);
    // At any address, as in a slice of a buffer.
    int shift = random.nextInt(2);
    direct.position(shift);
    direct.put(bytes.duplicate());
    buffers.add(direct);
    return Memory.addressOf(direct) + shift;
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void setNulls(BatchColumn column, List<?> values) {
    if (random.nextBoolean()) {
      boolean[] nulls = new boolean[values.size() + random.nextInt(3)];
      for (int i = 0; i < values.size(); i++) {
        nulls[i] = values.get(i) == null;
      }
      column.setNulls(nulls);
      return;
    }
    int nullBit = random.nextInt(2);
    int step = random.nextInt(4) == 0 ? 3 : 1;
    int first = random.nextInt(11);
    ByteBuffer bits = buffer((first + values.size() * step) / 8 + 1);
    for (int i = 0; i < values.size(); i++) {
      int bit = first + i * step;
      int value = values.get(i) == null ? nullBit : 1 - nullBit;
      bits.put(bit / 8, (byte) (bits.get(bit / 8) | value << bit % 8));
    }
    column.setNullBits(8 * copy(bits) + first, step, nullBit, values.size());
  }

  /** Sets the values of a field; a struct around it may be null where a value is null. */
  private void set(BatchColumn column, Field field, List<Object> values) {
    boolean hasNulls = values.contains(null);
    // A required field is null only where its struct is, which need not be said again.
    if ((hasNulls && field.nullable()) || (field.nullable() && random.nextBoolean())) {
      setNulls(column, values);
    }
    Type type = field.type();
    int count = values.size();
    switch (type.kind()) {
      case BOOLEAN -> setBooleans(column, values);
      case STRUCT -> {
        for (int f = 0; f < type.children().size(); f++) {
          List<Object> children = new ArrayList<>();
          for (Object value : values) {
            children.add(value == null ? null : ((List<?>) value).get(f));
          }
          set(column.child(f), type.children().get(f), children);
        }
      }
      case LIST -> {
        List<Object> elements = new ArrayList<>();
        int[] offsets = new int[count + 1];
        offsets[0] = skip(type, elements);
        for (int i = 0; i < count; i++) {
          if (values.get(i) == null) {
            skip(type, elements);
          } else {
            elements.addAll((List<?>) values.get(i));
          }
          offsets[i + 1] = elements.size();
        }
        setOffsets(column, offsets, count);
        set(column.child(0), type.children().get(0), elements);
      }
      case MAP -> {
        List<Object> keys = new ArrayList<>();
        List<Object> mapped = new ArrayList<>();
        int[] offsets = new int[count + 1];
        for (int i = 0; i < count; i++) {
          if (values.get(i) != null) {
            for (Object entry : (List<?>) values.get(i)) {
              keys.add(((Map.Entry<?, ?>) entry).getKey());
              mapped.add(((Map.Entry<?, ?>) entry).getValue());
            }
          }
          offsets[i + 1] = keys.size();
        }
        setOffsets(column, offsets, count);
        set(column.child(0), type.children().get(0), keys);
        set(column.child(1), type.children().get(1), mapped);
      }
      case STRING, BINARY -> setVariable(column, type, values);
      case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL -> setFixed(column, type, values);
      case DATE, TIME, TIMESTAMP, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL ->
          setFixed(column, type, values);
      case FIXED_BINARY, UUID -> setFixed(column, type, values);
    }
  }

  /** Adds elements that belong to no list. */
  private int skip(Type type, List<Object> elements) {
    if (random.nextInt(3) == 0) {
      elements.add(new RandomData(random.nextLong()).value(type.children().get(0).type()));
    }
    return elements.size();
  }

  private void setOffsets(BatchColumn column, int[] offsets, int count) {
    if (random.nextBoolean()) {
      column.setOffsets(offsets);
    } else {
      column.setOffsets(copy(ints(offsets)), count);
    }
  }

  private static ByteBuffer ints(int[] values) {
    ByteBuffer bytes = buffer(4 * values.length);
    bytes.asIntBuffer().put(values);
    return bytes;
  }

  private void setBooleans(BatchColumn column, List<Object> values) {
    int count = values.size();
    boolean[] flags = new boolean[count];
    int first = random.nextInt(9);
    int step = 1 + random.nextInt(2);
    ByteBuffer bits = buffer((first + count * step) / 8 + 1);
    for (int i = 0; i < count; i++) {
      flags[i] = values.get(i) == null ? random.nextBoolean() : (Boolean) values.get(i);
      int bit = first + i * step;
      bits.put(bit / 8, (byte) (bits.get(bit / 8) | (flags[i] ? 1 : 0) << bit % 8));
    }
    if (random.nextBoolean()) {
      column.setBooleans(flags);
    } else {
      column.setBits(8 * copy(bits) + first, step, count);
    }
  }

  private void setVariable(BatchColumn column, Type type, List<Object> values) {
    int count = values.size();
    boolean isText = type.kind() == TypeKind.STRING;
    if (isText && random.nextInt(3) == 0) {
      column.setStrings(values.toArray(String[]::new));
      return;
    }
    ByteBuffer data = ByteBuffer.allocate(1 << 20);
    data.put(new byte[random.nextInt(3)]);
    int[] offsets = new int[count + 1];
    offsets[0] = data.position();
    for (int i = 0; i < count; i++) {
      Object value = values.get(i);
      if (value == null) {
        data.put(new byte[random.nextInt(2) * random.nextInt(4)]);
      } else {
        data.put(
            value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value);
      }
      offsets[i + 1] = data.position();
    }
    data.flip();
    if (random.nextBoolean()) {
      column.setBytes(java.util.Arrays.copyOf(data.array(), data.limit()), offsets);
    } else {
      column.setBytes(copy(data), data.remaining(), copy(ints(offsets)), count);
    }
  }

  private void setFixed(BatchColumn column, Type type, List<Object> values) {
    int width = type.fixedWidth();
    int count = values.size();
    int stride = width + random.nextInt(2) * 5;
    ByteBuffer bytes = buffer(count * stride);
    for (int i = 0; i < count; i++) {
      put(bytes, i * stride, type, values.get(i));
    }
    if (random.nextBoolean()) {
      column.setValues(copy(bytes), stride, count);
      return;
    }
    ByteBuffer dense = buffer(count * width);
    for (int i = 0; i < count; i++) {
      put(dense, i * width, type, values.get(i));
    }
    switch (type.kind()) {
      case INT8 -> column.setBytes(array(dense));
      case INT16 -> {
        short[] shorts = new short[count];
        dense.asShortBuffer().get(shorts);
        column.setShorts(shorts);
      }
      case INT32, DATE, YEAR_MONTH_INTERVAL -> {
        int[] ints = new int[count];
        dense.asIntBuffer().get(ints);
        column.setInts(ints);
      }
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL -> {
        long[] longs = new long[count];
        dense.asLongBuffer().get(longs);
        column.setLongs(longs);
      }
      case FLOAT -> {
        float[] floats = new float[count];
        dense.asFloatBuffer().get(floats);
        column.setFloats(floats);
      }
      case DOUBLE -> {
        double[] doubles = new double[count];
        dense.asDoubleBuffer().get(doubles);
        column.setDoubles(doubles);
      }
      case DECIMAL -> setDecimals(column, type, dense, values);
      case FIXED_BINARY, UUID -> column.setFixedBytes(array(dense));
      case BOOLEAN, STRING, BINARY, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Not of fixed width: " + type);
    }
  }

  private void setDecimals(BatchColumn column, Type type, ByteBuffer dense, List<Object> values) {
    if (type.precision() > 18 || random.nextBoolean()) {
      column.setFixedBytes(array(dense));
      return;
    }
    long[] unscaled = new long[values.size()];
    for (int i = 0; i < unscaled.length; i++) {
      Object value = values.get(i);
      unscaled[i] =
          value == null ? random.nextLong() : ((BigDecimal) value).unscaledValue().longValueExact();
    }
    column.setUnscaledDecimals(unscaled);
  }

  private static byte[] array(ByteBuffer bytes) {
    byte[] array = new byte[bytes.capacity()];
    bytes.get(0, array);
    return array;
  }

  private void put(ByteBuffer bytes, int at, Type type, Object value) {
    if (value == null) {
      byte[] any = new byte[type.fixedWidth()];
      random.nextBytes(any);
      bytes.put(at, any);
      return;
    }
    switch (type.kind()) {
      case INT8 -> bytes.put(at, (Byte) value);
      case INT16 -> bytes.putShort(at, (Short) value);
      case INT32, DATE, YEAR_MONTH_INTERVAL -> bytes.putInt(at, (Integer) value);
      case INT64, TIME, TIMESTAMP, DAY_TIME_INTERVAL -> bytes.putLong(at, (Long) value);
      case FLOAT -> bytes.putInt(at, Float.floatToRawIntBits((Float) value));
      case DOUBLE -> bytes.putLong(at, Double.doubleToRawLongBits((Double) value));
      case DECIMAL -> {
        BigInteger unscaled = ((BigDecimal) value).unscaledValue();
        for (int b = 0; b < type.fixedWidth(); b++) {
          bytes.put(at + b, unscaled.shiftRight(8 * b).byteValue());
        }
      }
      case FIXED_BINARY -> bytes.put(at, (byte[]) value);
      case UUID -> {
        UUID uuid = (UUID) value;
        bytes.putLong(at, Long.reverseBytes(uuid.getMostSignificantBits()));
        bytes.putLong(at + 8, Long.reverseBytes(uuid.getLeastSignificantBits()));
      }
      case BOOLEAN, STRING, BINARY, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Not of fixed width: " + type);
    }
  }
}
