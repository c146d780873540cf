// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.BatchColumn;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values of a column, or of a field inside of one, one after another. For one thread. */
public final class TextColumn {

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final Type type;
  private final TextBatch.Size size;
  private final List<TextColumn> children = new ArrayList<>();

  /** Bytes of a value; 0 if it has a variable length, or is nested. */
  private final int width;

  private int count;
  private boolean hasNulls;
  private boolean[] nulls = new boolean[64];

  /** Values of one width. */
  private ByteBuffer fixed;

  /** Values of a variable length. */
  private byte[] data = {};

  /** Where each value of a variable length, or each list or map ends, after a zero. */
  private int[] offsets = new int[65];

  TextColumn(Type type, TextBatch.Size size) {
    this.type = type;
    this.size = size;
    this.width = type.isNested() || type.isVariableLength() ? 0 : type.fixedWidth();
    this.fixed = buffer(64 * width);
    type.children().forEach(child -> children.add(new TextColumn(child.type(), size)));
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int larger(long wanted) {
    if (wanted > MAX_ARRAY) {
      throw new ArithmeticException("the values are too long");
    }
    return (int) Math.min(MAX_ARRAY, 2 * wanted);
  }

  /** Returns a field of a struct, the element of a list, or the key (0) or value (1) of a map. */
  TextColumn child(int index) {
    return children.get(index);
  }

  /** Makes room for a value, whose bytes the caller sets. Returns its index. */
  private int add() {
    if (count == nulls.length) {
      nulls = Arrays.copyOf(nulls, larger(count));
      offsets = Arrays.copyOf(offsets, nulls.length + 1);
      if (width > 0) {
        fixed = buffer(Math.multiplyExact(width, nulls.length)).put(fixed.clear());
      }
    }
    nulls[count] = false;
    size.add(width + 1);
    return count++;
  }

  /** Adds null. */
  void addNull() {
    int index = add();
    nulls[index] = true;
    hasNulls = true;
    offsets[index + 1] = offsets[index];
    if (type.nesting() == Nesting.STRUCT) {
      children.forEach(TextColumn::addNull);
    }
  }

  /** Adds nulls until there are so many values. */
  void fill(int values) {
    while (count < values) {
      addNull();
    }
  }

  /** Adds a number of at most 8 bytes: a boolean as 0 or 1, a float by its bits. */
  void addNumber(long value) {
    putNumber(add(), value);
  }

  private void putNumber(int index, long value) {
    switch (width) {
      case Byte.BYTES -> fixed.put(index, (byte) value);
      case Short.BYTES -> fixed.putShort(Short.BYTES * index, (short) value);
      case Integer.BYTES -> fixed.putInt(Integer.BYTES * index, (int) value);
      default -> fixed.putLong(Long.BYTES * index, value);
    }
  }

  /** Adds a decimal by its unscaled value, which fits the type. */
  void addDecimal(BigInteger unscaled) {
    int index = add();
    if (width <= Long.BYTES) {
      putNumber(index, unscaled.longValue());
    } else {
      fixed.putLong(width * index, unscaled.longValue());
      fixed.putLong(width * index + Long.BYTES, unscaled.shiftRight(Long.SIZE).longValue());
    }
  }

  /** Adds a string, a binary, or the bytes of a fixed binary or uuid. */
  void addBytes(byte[] bytes, int offset, int length) {
    int index = add();
    if (width > 0) {
      fixed.put(width * index, bytes, offset, width);
      return;
    }
    int start = offsets[index];
    if (length > data.length - start) {
      data = Arrays.copyOf(data, larger((long) start + length));
    }
    System.arraycopy(bytes, offset, data, start, length);
    offsets[index + 1] = start + length;
    size.add(length);
  }

  /** Adds a struct, after its fields; those without a value are null. */
  void addStruct() {
    add();
    children.forEach(child -> child.fill(count));
  }

  /** Adds a list or map, after its elements, of which it has all since the one before. */
  void addElements() {
    int index = add();
    offsets[index + 1] = children.get(0).count;
  }

  /** Sets the values of a column of a batch. They must not change before the batch ends. */
  void set(BatchColumn target) {
    if (hasNulls) {
      target.setNulls(nulls);
    }
    switch (type.nesting()) {
      case NONE -> {
        if (width > 0) {
          target.setValues(Memory.addressOf(fixed), width, count);
        } else {
          target.setBytes(data, offsets);
        }
      }
      case STRUCT -> {}
      case LIST, MAP -> target.setOffsets(offsets);
    }
    for (int i = 0; i < children.size(); i++) {
      children.get(i).set(target.child(i));
    }
  }

  /** Forgets the values. */
  void clear() {
    count = 0;
    hasNulls = false;
    children.forEach(TextColumn::clear);
  }
}
