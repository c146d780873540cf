// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.batch;

import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.BatchColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * The values of one column of a batch, as they were set, to be read one by one. A column of which
 * nothing was set has its write default, or is null, as in a table. For one thread.
 */
public final class BatchColumnValues implements BatchColumn {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final BigInteger MAX_UNSIGNED =
      BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

  private final String path;
  private final Type type;
  private final List<BatchColumnValues> children = new ArrayList<>();

  /** The write default; null if there is none. */
  private final ConstantColumn ifUnset;

  private final byte[] wide = new byte[2 * Long.BYTES];

  /** Null if nothing is null. */
  private IntPredicate nulls;

  /** Numbers of at most 8 bytes; null if the values are others. */
  private IntToLongFunction numbers;

  private ByteValues bytes;
  private IntUnaryOperator offsets;

  /** The calls that have set nulls and values; null if there were none. */
  private Consumer<BatchColumn> nullCall;

  private Consumer<BatchColumn> valueCall;

  /** The number of elements for which there are values and nulls. */
  private int length = Integer.MAX_VALUE;

  private boolean isSet;

  /** Creates a column without values. */
  public BatchColumnValues(Field field) {
    this(field, field.name());
  }

  private BatchColumnValues(Field field, String path) {
    this.path = path;
    this.type = field.type();
    this.ifUnset = field.writeDefault().map(it -> new ConstantColumn(type, it)).orElse(null);
    for (Field child : type.children()) {
      children.add(new BatchColumnValues(child, path + "." + child.name()));
    }
  }

  /** Returns the path of the column, for messages. */
  public String path() {
    return path;
  }

  /** Returns the type of the values. */
  public Type type() {
    return type;
  }

  // ------------------------------------------------------------------ values, one by one

  /** Returns whether an element is null. */
  public boolean isNullAt(int index) {
    return !isSet || (nulls != null && nulls.test(index));
  }

  /**
   * Returns a number of at most 8 bytes: a boolean as 0 or 1, a float by its bits, a decimal
   * unscaled.
   */
  public long number(int index) {
    return numbers.applyAsLong(index);
  }

  /** Returns the length of a value that is not a number of at most 8 bytes. */
  public int byteLength(int index) {
    return bytes.length(index);
  }

  /** Copies the bytes of a value that is not a number of at most 8 bytes. */
  public void copyBytes(int index, byte[] target, int offset) {
    bytes.copy(index, target, offset);
  }

  private byte[] bytes(int index) {
    byte[] copy = new byte[bytes.length(index)];
    bytes.copy(index, copy, 0);
    return copy;
  }

  /** Returns the low 8 bytes of a decimal of 16 bytes. */
  public long low(int index) {
    return numbers != null ? number(index) : half(index, 0);
  }

  /** Returns the high 8 bytes of a decimal of 16 bytes. */
  public long high(int index) {
    return numbers != null ? number(index) >> Long.SIZE - 1 : half(index, Long.BYTES);
  }

  private long half(int index, int at) {
    bytes.copy(index, wide, 0);
    return (long) LONGS.get(wide, at);
  }

  /** Returns the first element of a list or map. */
  public int start(int index) {
    return offsets.applyAsInt(index);
  }

  /** Returns the element after the last one of a list or map. */
  public int end(int index) {
    return offsets.applyAsInt(index + 1);
  }

  /** Returns the unscaled value of a decimal. */
  public BigInteger unscaled(int index) {
    return type.physicalType() != PhysicalType.DECIMAL128
        ? BigInteger.valueOf(number(index))
        : BigInteger.valueOf(high(index))
            .shiftLeft(Long.SIZE)
            .or(BigInteger.valueOf(low(index)).and(MAX_UNSIGNED));
  }

  /** Returns a value in plain encoding. */
  public byte[] plain(int index) {
    return switch (type.physicalType()) {
      case DECIMAL32, DECIMAL64, DECIMAL128 -> PlainEncoding.ofDecimal(type, unscaled(index));
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE ->
          PlainEncoding.ofLong(number(index), type.fixedWidth());
      case STRING, BINARY, FIXED_BINARY, UUID -> bytes(index);
      case STRUCT, LIST, MAP -> throw new IllegalStateException("Not a leaf: " + path);
    };
  }

  /**
   * Returns a value in the form of {@code RowView.materialize()}, null for null; but strings that
   * are not UTF-8 as their bytes.
   */
  public Object object(int index) {
    if (isNullAt(index)) {
      return null;
    }
    return switch (type.physicalType()) {
      case BOOLEAN -> number(index) != 0;
      case INT8 -> (byte) number(index);
      case INT16 -> (short) number(index);
      case INT32 -> (int) number(index);
      case INT64 -> number(index);
      case FLOAT -> Float.intBitsToFloat((int) number(index));
      case DOUBLE -> Double.longBitsToDouble(number(index));
      case DECIMAL32, DECIMAL64, DECIMAL128 -> new BigDecimal(unscaled(index), type.scale());
      case STRING -> text(bytes(index));
      case BINARY, FIXED_BINARY -> bytes(index);
      case UUID -> {
        long high = Long.reverseBytes(half(index, 0));
        yield new UUID(high, Long.reverseBytes(half(index, Long.BYTES)));
      }
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        children.forEach(child -> fields.add(child.object(index)));
        yield fields;
      }
      case LIST, MAP -> elements(index);
    };
  }

  private List<Object> elements(int index) {
    List<Object> elements = new ArrayList<>();
    for (int i = start(index); i < end(index); i++) {
      Object first = children.get(0).object(i);
      elements.add(
          children.size() == 1
              ? first
              : new SimpleImmutableEntry<>(first, children.get(1).object(i)));
    }
    return elements;
  }

  /** Returns a string; of bytes that are not UTF-8 the bytes, so that each differs from others. */
  public static Object text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    boolean isExact =
        text.indexOf('\uFFFD') < 0 || Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
    return isExact ? text : bytes;
  }

  // ------------------------------------------------------------------ batches

  /** Sets nulls of another column as those of this one were set. */
  public void copyNulls(BatchColumn target) {
    if (nullCall != null) {
      nullCall.accept(target);
    }
  }

  /** Sets values or offsets of another column, of the same type, as those of this one were set. */
  public void copyValues(BatchColumn target) {
    if (valueCall != null) {
      valueCall.accept(target);
    }
  }

  /** Returns whether this column, or one below it, has values. */
  public boolean hasValues() {
    return valueCall != null || children.stream().anyMatch(BatchColumnValues::hasValues);
  }

  /** Completes the batch: values can be read then. */
  public void complete(int count) {
    if (valueCall == null && ifUnset != null) {
      ifUnset.set(this, count);
    }
    if (length < count) {
      throw new IllegalArgumentException(
          "Column " + path + " has " + length + " values or nulls (expected " + count + ")");
    }
    isSet = valueCall != null;
    if (bytes != null) {
      bytes.check(path, count);
    } else if (offsets != null) {
      int elements = ByteValues.checkOffsets(path, offsets, count, Integer.MAX_VALUE);
      children.forEach(child -> child.complete(elements));
    } else if (type.nesting() == Nesting.STRUCT) {
      // Before the defaults of its fields.
      isSet = nullCall != null || hasValuesOrNulls();
      children.forEach(child -> child.complete(count));
    }
  }

  private boolean hasValuesOrNulls() {
    return nullCall != null
        || valueCall != null
        || children.stream().anyMatch(BatchColumnValues::hasValuesOrNulls);
  }

  /** Forgets what was set. */
  public void clear() {
    nulls = null;
    numbers = null;
    bytes = null;
    offsets = null;
    nullCall = null;
    valueCall = null;
    isSet = false;
    length = Integer.MAX_VALUE;
    children.forEach(BatchColumnValues::clear);
  }

  @Override
  public BatchColumnValues child(int index) {
    return children.get(index);
  }

  /** Returns the columns below this one. */
  public List<BatchColumnValues> children() {
    return children;
  }

  private void setNulls(int count, IntPredicate newNulls, Consumer<BatchColumn> call) {
    length = Math.min(length, count);
    nulls = newNulls;
    nullCall = call;
  }

  private void set(int count, IntToLongFunction newNumbers, Consumer<BatchColumn> call) {
    length = Math.min(length, count);
    numbers = newNumbers;
    bytes = null;
    valueCall = call;
  }

  private void set(int count, ByteValues newBytes, Consumer<BatchColumn> call) {
    length = Math.min(length, count);
    bytes = newBytes;
    numbers = null;
    valueCall = call;
  }

  private static boolean bit(long bitAddress, long step, int index) {
    long at = bitAddress + index * step;
    return (Memory.getByte(at >> 3) >> (at & 7) & 1) != 0;
  }

  @Override
  public void setNulls(boolean[] values) {
    setNulls(values.length, i -> values[i], target -> target.setNulls(values));
  }

  @Override
  public void setNullBits(long bitAddress, long step, int nullBit, int count) {
    boolean ofNull = nullBit != 0;
    setNulls(
        count,
        i -> bit(bitAddress, step, i) == ofNull,
        target -> target.setNullBits(bitAddress, step, nullBit, count));
  }

  @Override
  public void setBooleans(boolean[] values) {
    set(values.length, i -> values[i] ? 1 : 0, target -> target.setBooleans(values));
  }

  @Override
  public void setBits(long bitAddress, long step, int count) {
    set(
        count,
        i -> bit(bitAddress, step, i) ? 1 : 0,
        target -> target.setBits(bitAddress, step, count));
  }

  @Override
  public void setBytes(byte[] values) {
    set(values.length, i -> values[i], target -> target.setBytes(values));
  }

  @Override
  public void setShorts(short[] values) {
    set(values.length, i -> values[i], target -> target.setShorts(values));
  }

  @Override
  public void setInts(int[] values) {
    set(values.length, i -> values[i], target -> target.setInts(values));
  }

  @Override
  public void setLongs(long[] values) {
    set(values.length, i -> values[i], target -> target.setLongs(values));
  }

  @Override
  public void setFloats(float[] values) {
    set(values.length, i -> Float.floatToRawIntBits(values[i]), target -> target.setFloats(values));
  }

  @Override
  public void setDoubles(double[] values) {
    set(
        values.length,
        i -> Double.doubleToRawLongBits(values[i]),
        target -> target.setDoubles(values));
  }

  @Override
  public void setUnscaledDecimals(long[] values) {
    set(values.length, i -> values[i], target -> target.setUnscaledDecimals(values));
  }

  @Override
  public void setUnscaledDecimals(int[] values) {
    set(values.length, i -> values[i], target -> target.setUnscaledDecimals(values));
  }

  @Override
  public void setStrings(String[] values) {
    throw new UnsupportedOperationException("Inputs set the bytes of strings");
  }

  @Override
  public void setBytes(byte[] data, int[] newOffsets) {
    set(
        newOffsets.length - 1,
        new ByteValues.InArray(data, i -> newOffsets[i]),
        target -> target.setBytes(data, newOffsets));
  }

  @Override
  public void setBytes(long data, long dataLength, long newOffsets, int count) {
    set(
        count,
        new ByteValues.InMemory(data, dataLength, inMemory(newOffsets)),
        target -> target.setBytes(data, dataLength, newOffsets, count));
  }

  @Override
  public void setBytes(long data, long dataLength, int[] newOffsets) {
    set(
        newOffsets.length - 1,
        new ByteValues.InMemory(data, dataLength, i -> newOffsets[i]),
        target -> target.setBytes(data, dataLength, newOffsets));
  }

  private static IntUnaryOperator inMemory(long address) {
    return i -> Memory.getInt(address + (long) Integer.BYTES * i);
  }

  @Override
  public void setFixedBytes(byte[] values) {
    int width = type.fixedWidth();
    int count = values.length / width;
    Consumer<BatchColumn> call = target -> target.setFixedBytes(values);
    switch (type.physicalType()) {
      case DECIMAL32 -> set(count, i -> (int) INTS.get(values, i * width), call);
      case DECIMAL64 -> set(count, i -> (long) LONGS.get(values, i * width), call);
      case DECIMAL128, FIXED_BINARY, UUID ->
          set(count, new ByteValues.InArray(values, i -> i * width), call);
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, STRING, BINARY, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Column " + path + " has no fixed bytes: " + type);
    }
  }

  @Override
  public void setValues(long address, long stride, int count) {
    Consumer<BatchColumn> call = target -> target.setValues(address, stride, count);
    switch (type.physicalType()) {
      case BOOLEAN, INT8 -> set(count, i -> Memory.getByte(address + i * stride), call);
      case INT16 -> set(count, i -> Memory.getShort(address + i * stride), call);
      case INT32, FLOAT, DECIMAL32 -> set(count, i -> Memory.getInt(address + i * stride), call);
      case INT64, DOUBLE, DECIMAL64 -> set(count, i -> Memory.getLong(address + i * stride), call);
      case DECIMAL128, FIXED_BINARY, UUID ->
          set(count, new ByteValues.OfWidth(address, stride, type.fixedWidth()), call);
      case STRING, BINARY, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Column " + path + " has no fixed width: " + type);
    }
  }

  @Override
  public void setOffsets(int[] newOffsets) {
    length = Math.min(length, newOffsets.length - 1);
    offsets = i -> newOffsets[i];
    valueCall = target -> target.setOffsets(newOffsets);
  }

  @Override
  public void setOffsets(long address, int count) {
    length = Math.min(length, count);
    offsets = inMemory(address);
    valueCall = target -> target.setOffsets(address, count);
  }
}
