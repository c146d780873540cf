/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader.internal.row;

import io.albis.storage.memory.Memory;
import java.lang.invoke.MethodHandles;

/**
 * The rows of one group of the row layout: template of a hidden class for each shape.
 *
 * <p>The codes of the shape are class data, and so constants to the JIT compiler: an accessor that
 * is inlined with a constant ordinal is one load from {@code position} plus a constant. Each is
 * kept to one {@code charAt}, and short, because of the budget for inlining; a null of the first 64
 * leaves is tested in {@code nulls}, because the compiler does not join loads from memory.
 */
final class SingleGroupRowView extends PositionedRowView {
  private static final boolean WIDE;
  private static final int NONE;
  private static final String NULLS;
  private static final String NULLS_HIGH;
  private static final String BOOLEANS;
  private static final String BOOLEANS_HIGH;
  private static final String BYTES;
  private static final String BYTES_HIGH;
  private static final String SHORTS;
  private static final String SHORTS_HIGH;
  private static final String INTS;
  private static final String INTS_HIGH;
  private static final String LONGS;
  private static final String LONGS_HIGH;
  private static final String FLOATS;
  private static final String FLOATS_HIGH;
  private static final String DOUBLES;
  private static final String DOUBLES_HIGH;
  private static final String DECIMALS;
  private static final String DECIMALS_HIGH;

  static {
    RowShape shape = RowViews.classData(MethodHandles.lookup());
    WIDE = shape.isWide();
    NONE = WIDE ? Codes.WIDE_NONE : Codes.NARROW_NONE;
    NULLS = Codes.low(shape.nullCodes());
    NULLS_HIGH = Codes.high(shape.nullCodes());
    BOOLEANS = Codes.low(shape.codes(Access.BOOLEAN));
    BOOLEANS_HIGH = Codes.high(shape.codes(Access.BOOLEAN));
    BYTES = Codes.low(shape.codes(Access.BYTE));
    BYTES_HIGH = Codes.high(shape.codes(Access.BYTE));
    SHORTS = Codes.low(shape.codes(Access.SHORT));
    SHORTS_HIGH = Codes.high(shape.codes(Access.SHORT));
    INTS = Codes.low(shape.codes(Access.INT));
    INTS_HIGH = Codes.high(shape.codes(Access.INT));
    LONGS = Codes.low(shape.codes(Access.LONG));
    LONGS_HIGH = Codes.high(shape.codes(Access.LONG));
    FLOATS = Codes.low(shape.codes(Access.FLOAT));
    FLOATS_HIGH = Codes.high(shape.codes(Access.FLOAT));
    DOUBLES = Codes.low(shape.codes(Access.DOUBLE));
    DOUBLES_HIGH = Codes.high(shape.codes(Access.DOUBLE));
    DECIMALS = Codes.low(shape.codes(Access.UNSCALED));
    DECIMALS_HIGH = Codes.high(shape.codes(Access.UNSCALED));
  }

  SingleGroupRowView(RowShape shape, RowFields fields) {
    super(shape, fields);
  }

  @Override
  public boolean getBoolean(int ordinal) {
    int code = BOOLEANS.charAt(ordinal);
    if (WIDE) {
      code |= BOOLEANS_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0 || code == NONE) {
      return moved(Access.BOOLEAN, ordinal).getBoolean(ordinal);
    }
    return Memory.getByte(row + code) != 0;
  }

  @Override
  public byte getByte(int ordinal) {
    int code = BYTES.charAt(ordinal);
    if (WIDE) {
      code |= BYTES_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0 || code == NONE) {
      return moved(Access.BYTE, ordinal).getByte(ordinal);
    }
    return Memory.getByte(row + code);
  }

  @Override
  public short getShort(int ordinal) {
    int code = SHORTS.charAt(ordinal);
    if (WIDE) {
      code |= SHORTS_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0 || code == NONE) {
      return moved(Access.SHORT, ordinal).getShort(ordinal);
    }
    return Memory.getShort(row + ((long) code << 1));
  }

  @Override
  public int getInt(int ordinal) {
    int code = INTS.charAt(ordinal);
    if (WIDE) {
      code |= INTS_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0 || code == NONE) {
      return moved(Access.INT, ordinal).getInt(ordinal);
    }
    return Memory.getInt(row + ((long) code << 2));
  }

  @Override
  public long getLong(int ordinal) {
    int code = LONGS.charAt(ordinal);
    if (WIDE) {
      code |= LONGS_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0 || code == NONE) {
      return moved(Access.LONG, ordinal).getLong(ordinal);
    }
    return Memory.getLong(row + ((long) code << 3));
  }

  @Override
  public float getFloat(int ordinal) {
    int code = FLOATS.charAt(ordinal);
    if (WIDE) {
      code |= FLOATS_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0 || code == NONE) {
      return moved(Access.FLOAT, ordinal).getFloat(ordinal);
    }
    return Memory.getFloat(row + ((long) code << 2));
  }

  @Override
  public double getDouble(int ordinal) {
    int code = DOUBLES.charAt(ordinal);
    if (WIDE) {
      code |= DOUBLES_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0 || code == NONE) {
      return moved(Access.DOUBLE, ordinal).getDouble(ordinal);
    }
    return Memory.getDouble(row + ((long) code << 3));
  }

  @Override
  public long getUnscaledLong(int ordinal) {
    int code = DECIMALS.charAt(ordinal);
    if (WIDE) {
      code |= DECIMALS_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0 || code == NONE) {
      return moved(Access.UNSCALED, ordinal).getUnscaledLong(ordinal);
    }
    long address = row + ((long) (code >> 1) << 2);
    return (code & 1) != 0 ? Memory.getLong(address) : Memory.getInt(address);
  }

  @Override
  public boolean isNullAt(int ordinal) {
    int bit = NULLS.charAt(ordinal);
    if (WIDE) {
      bit |= NULLS_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0) {
      return moved().isNullAt(ordinal);
    }
    if (bit < Long.SIZE) {
      return (nulls & 1L << bit) != 0;
    }
    return bit != NONE && (Memory.getLong(row + (bit >> 6 << 3)) & 1L << bit) != 0;
  }

  @Override
  void place(RowAddresses batch) {}
}
