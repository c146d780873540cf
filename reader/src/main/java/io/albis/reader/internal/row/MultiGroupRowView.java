// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.reader.internal.type.Access;
import io.albis.storage.internal.memory.Memory;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Reads rows of several groups of any layout: the template of a hidden class for each shape.
 *
 * <p>Works like {@link SingleGroupRowView}, but {@code position} is the number of the row in the
 * batch, counted from 1, and each column has its own base address. The constants are the strides.
 */
final class MultiGroupRowView extends PositionedRowView {
  private static final List<Long> NULL_STEPS;
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
    NULL_STEPS = shape.nullSteps();
    BOOLEANS = shape.codes(Access.BOOLEAN);
    BYTES = shape.codes(Access.BYTE);
    SHORTS = shape.codes(Access.SHORT);
    INTS = shape.codes(Access.INT);
    LONGS = shape.codes(Access.LONG);
    FLOATS = shape.codes(Access.FLOAT);
    DOUBLES = shape.codes(Access.DOUBLE);
    DECIMALS = shape.codes(Access.UNSCALED);
  }

  /**
   * Addresses for the row before the first one, because rows are counted from 1. Bit addresses for
   * bits.
   */
  private final long[] bases;

  private final long[] rowNullBases;

  /** Null bits of 64 rows for each column in the column layout; 0 for columns without nulls. */
  private final long[] nullWords;

  MultiGroupRowView(RowShape shape, RowFields fields) {
    super(shape, fields);
    bases = new long[shape.size()];
    rowNullBases = new long[shape.size()];
    nullWords = new long[shape.size()];
  }

  @Override
  public boolean getBoolean(int ordinal) {
    long code = BOOLEANS.get(ordinal);
    long row = position;
    if (row == 0 || code < 0) {
      return moved(Access.BOOLEAN, ordinal).getBoolean(ordinal);
    }
    long address = bases[ordinal] + row * (code >> 1);
    return (code & 1) != 0 ? isSet(address) : Memory.getByte(address) != 0;
  }

  @Override
  public byte getByte(int ordinal) {
    long step = BYTES.get(ordinal);
    long row = position;
    if (row == 0 || step < 0) {
      return moved(Access.BYTE, ordinal).getByte(ordinal);
    }
    return Memory.getByte(bases[ordinal] + row * step);
  }

  @Override
  public short getShort(int ordinal) {
    long step = SHORTS.get(ordinal);
    long row = position;
    if (row == 0 || step < 0) {
      return moved(Access.SHORT, ordinal).getShort(ordinal);
    }
    return Memory.getShort(bases[ordinal] + row * step);
  }

  @Override
  public int getInt(int ordinal) {
    long step = INTS.get(ordinal);
    long row = position;
    if (row == 0 || step < 0) {
      return moved(Access.INT, ordinal).getInt(ordinal);
    }
    return Memory.getInt(bases[ordinal] + row * step);
  }

  @Override
  public long getLong(int ordinal) {
    long step = LONGS.get(ordinal);
    long row = position;
    if (row == 0 || step < 0) {
      return moved(Access.LONG, ordinal).getLong(ordinal);
    }
    return Memory.getLong(bases[ordinal] + row * step);
  }

  @Override
  public float getFloat(int ordinal) {
    long step = FLOATS.get(ordinal);
    long row = position;
    if (row == 0 || step < 0) {
      return moved(Access.FLOAT, ordinal).getFloat(ordinal);
    }
    return Memory.getFloat(bases[ordinal] + row * step);
  }

  @Override
  public double getDouble(int ordinal) {
    long step = DOUBLES.get(ordinal);
    long row = position;
    if (row == 0 || step < 0) {
      return moved(Access.DOUBLE, ordinal).getDouble(ordinal);
    }
    return Memory.getDouble(bases[ordinal] + row * step);
  }

  @Override
  public long getUnscaledLong(int ordinal) {
    long code = DECIMALS.get(ordinal);
    long row = position;
    if (row == 0 || code < 0) {
      return moved(Access.UNSCALED, ordinal).getUnscaledLong(ordinal);
    }
    long address = bases[ordinal] + row * (code >> 1);
    return (code & 1) != 0 ? Memory.getLong(address) : Memory.getInt(address);
  }

  @Override
  public boolean isNullAt(int ordinal) {
    long step = NULL_STEPS.get(ordinal);
    long row = position;
    if (row == 0) {
      return moved().isNullAt(ordinal);
    }
    if (step <= 1) {
      return (nullWords[ordinal] & nulls) != 0;
    }
    return isSet(rowNullBases[ordinal] + row * step);
  }

  @Override
  void place(RowAddresses batch) {
    for (int i = 0; i < bases.length; i++) {
      bases[i] = batch.values[i] - shape.valueStep(i);
      rowNullBases[i] = batch.nulls[i] - shape.nullStep(i);
    }
  }

  @Override
  void loadNulls(long row) {
    for (int i = 0; i < nullWords.length; i++) {
      if (shape.hasValidity(i)) {
        nullWords[i] = nullWord(i, row);
      }
    }
  }
}
