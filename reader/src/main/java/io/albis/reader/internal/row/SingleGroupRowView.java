// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.reader.internal.type.Access;
import io.albis.storage.internal.memory.Memory;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Reads rows of one group of the row layout: the template of a hidden class for each shape.
 *
 * <p>The offsets of the shape are class data, and so constants to the JIT compiler: an accessor
 * that is inlined with a constant ordinal is one load from {@code position} plus a constant. The
 * accessors are short because a loop over all columns of a row has a limited inlining budget of
 * bytecodes. Nulls are tested in the field {@code nulls}, because the compiler does not merge loads
 * from memory.
 */
final class SingleGroupRowView extends PositionedRowView {
  private static final boolean MANY_NULL_WORDS;
  private static final List<Long> NULL_MASKS;
  private static final List<Long> BOOLEANS;
  private static final List<Long> BYTES;
  private static final List<Long> SHORTS;
  private static final List<Long> INTS;
  private static final List<Long> LONGS;
  private static final List<Long> FLOATS;
  private static final List<Long> DOUBLES;
  private static final List<Long> DECIMALS;

  static {
    RowShape shape = RowViews.classData(MethodHandles.lookup());
    MANY_NULL_WORDS = shape.hasManyNullWords();
    NULL_MASKS = shape.nullMasks();
    BOOLEANS = shape.codes(Access.BOOLEAN);
    BYTES = shape.codes(Access.BYTE);
    SHORTS = shape.codes(Access.SHORT);
    INTS = shape.codes(Access.INT);
    LONGS = shape.codes(Access.LONG);
    FLOATS = shape.codes(Access.FLOAT);
    DOUBLES = shape.codes(Access.DOUBLE);
    DECIMALS = shape.codes(Access.UNSCALED);
  }

  SingleGroupRowView(RowShape shape, RowFields fields) {
    super(shape, fields);
  }

  @Override
  public boolean getBoolean(int ordinal) {
    long offset = BOOLEANS.get(ordinal);
    long row = position;
    if (row == 0 || offset < 0) {
      return moved(Access.BOOLEAN, ordinal).getBoolean(ordinal);
    }
    return Memory.getByte(row + offset) != 0;
  }

  @Override
  public byte getByte(int ordinal) {
    long offset = BYTES.get(ordinal);
    long row = position;
    if (row == 0 || offset < 0) {
      return moved(Access.BYTE, ordinal).getByte(ordinal);
    }
    return Memory.getByte(row + offset);
  }

  @Override
  public short getShort(int ordinal) {
    long offset = SHORTS.get(ordinal);
    long row = position;
    if (row == 0 || offset < 0) {
      return moved(Access.SHORT, ordinal).getShort(ordinal);
    }
    return Memory.getShort(row + offset);
  }

  @Override
  public int getInt(int ordinal) {
    long offset = INTS.get(ordinal);
    long row = position;
    if (row == 0 || offset < 0) {
      return moved(Access.INT, ordinal).getInt(ordinal);
    }
    return Memory.getInt(row + offset);
  }

  @Override
  public long getLong(int ordinal) {
    long offset = LONGS.get(ordinal);
    long row = position;
    if (row == 0 || offset < 0) {
      return moved(Access.LONG, ordinal).getLong(ordinal);
    }
    return Memory.getLong(row + offset);
  }

  @Override
  public float getFloat(int ordinal) {
    long offset = FLOATS.get(ordinal);
    long row = position;
    if (row == 0 || offset < 0) {
      return moved(Access.FLOAT, ordinal).getFloat(ordinal);
    }
    return Memory.getFloat(row + offset);
  }

  @Override
  public double getDouble(int ordinal) {
    long offset = DOUBLES.get(ordinal);
    long row = position;
    if (row == 0 || offset < 0) {
      return moved(Access.DOUBLE, ordinal).getDouble(ordinal);
    }
    return Memory.getDouble(row + offset);
  }

  @Override
  public long getUnscaledLong(int ordinal) {
    long code = DECIMALS.get(ordinal);
    long row = position;
    if (row == 0 || code < 0) {
      return moved(Access.UNSCALED, ordinal).getUnscaledLong(ordinal);
    }
    long address = row + (code >> 1);
    return (code & 1) != 0 ? Memory.getLong(address) : Memory.getInt(address);
  }

  @Override
  public boolean isNullAt(int ordinal) {
    long mask = NULL_MASKS.get(ordinal);
    if (position == 0) {
      return moved().isNullAt(ordinal);
    }
    if (MANY_NULL_WORDS && mask == 0) {
      return isNull(ordinal);
    }
    return (nulls & mask) != 0;
  }

  @Override
  void place(RowAddresses batch) {}

  @Override
  void loadNulls(long row) {}
}
