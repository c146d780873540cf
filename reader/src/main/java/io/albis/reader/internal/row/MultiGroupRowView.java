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
 * The rows of several groups of any layout: template of a hidden class for each shape.
 *
 * <p>As {@link SingleGroupRowView}; but {@code position} is the number of the row in the batch,
 * counted from 1, and each leaf has a base address of its own. The constants are the distances from
 * row to row.
 */
final class MultiGroupRowView extends PositionedRowView {
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

  /** Of the row before the first one, because rows count from 1. Bit addresses for bits. */
  private final long[] bases;

  private final long[] nullBases;

  MultiGroupRowView(RowShape shape, RowFields fields) {
    super(shape, fields);
    bases = new long[shape.size()];
    nullBases = new long[shape.size()];
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
    if (code == 0) {
      return isSet(bases[ordinal] + row);
    }
    return Memory.getByte(bases[ordinal] + row * distance(code, 1)) != 0;
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
    return Memory.getByte(bases[ordinal] + row * distance(code, 1));
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
    return Memory.getShort(bases[ordinal] + row * distance(code, 2));
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
    return Memory.getInt(bases[ordinal] + row * distance(code, 4));
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
    return Memory.getLong(bases[ordinal] + row * distance(code, 8));
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
    return Memory.getFloat(bases[ordinal] + row * distance(code, 4));
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
    return Memory.getDouble(bases[ordinal] + row * distance(code, 8));
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
    int width = (code & 1) != 0 ? 8 : 4;
    long address = bases[ordinal] + row * distance(code >> 1, width);
    return width == 8 ? Memory.getLong(address) : Memory.getInt(address);
  }

  @Override
  public boolean isNullAt(int ordinal) {
    int code = NULLS.charAt(ordinal);
    if (WIDE) {
      code |= NULLS_HIGH.charAt(ordinal) << 8;
    }
    long row = position;
    if (row == 0) {
      return moved().isNullAt(ordinal);
    }
    if (code == NONE) {
      return false;
    }
    long bit = nullBases[ordinal];
    if (code <= 1) {
      return bit != 0 && !isSet(bit + (code == 0 ? row : 0));
    }
    return isSet(bit + row * ((code - 1) << 6));
  }

  private static int distance(int code, int width) {
    return code == 0 ? width : (code - 1) << 3;
  }

  @Override
  void place(RowAddresses batch) {
    for (int i = 0; i < bases.length; i++) {
      bases[i] = batch.values[i] - shape.valueStep(i);
      long bit = batch.nulls[i];
      nullBases[i] = bit == 0 ? 0 : bit - shape.nullStep(i);
    }
  }
}
