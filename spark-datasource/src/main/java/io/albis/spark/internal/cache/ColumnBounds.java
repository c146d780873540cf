// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.Platform;

/**
 * The least and the greatest value of a column, as Spark compares them: NaN is greater than all
 * numbers. Binaries, variants and nested types have none: Spark does not ask for them.
 */
final class ColumnBounds {

  private ColumnBounds() {}

  /**
   * Finds the bounds of a column.
   *
   * @param target gets both as Spark's values, the least first; unchanged if there are none
   */
  static void find(ColumnBuilder column, DataType type, Object[] target, int at) {
    if (column.nullCount() == column.rowCount()) {
      return;
    }
    if (column instanceof BytesBuilder bytes) {
      if (!(type instanceof BinaryType)) {
        StringBounds.find(bytes, ((StringType) type).collationId(), target, at);
      }
    } else if (column instanceof BooleanBuilder booleans) {
      findBooleans(booleans, target, at);
    } else if (column instanceof FixedBuilder fixed) {
      if (type instanceof DecimalType decimal) {
        findDecimals(fixed, decimal, target, at);
      } else if (type instanceof FloatType || type instanceof DoubleType) {
        findDoubles(fixed, target, at);
      } else {
        long[] bounds = integers(fixed);
        target[at] = boxed(bounds[0], fixed.width());
        target[at + 1] = boxed(bounds[1], fixed.width());
      }
    }
  }

  private static void findBooleans(BooleanBuilder column, Object[] target, int at) {
    boolean least = true;
    boolean greatest = false;
    for (int row = 0; row < column.rowCount(); row++) {
      if (!column.isNull(row)) {
        least &= column.value(row);
        greatest |= column.value(row);
      }
    }
    target[at] = least;
    target[at + 1] = greatest;
  }

  private static Object boxed(long value, int width) {
    return switch (width) {
      case Byte.BYTES -> (Object) (byte) value;
      case Short.BYTES -> (short) value;
      case Integer.BYTES -> (int) value;
      default -> value;
    };
  }

  private static long[] integers(FixedBuilder column) {
    long address = column.address();
    int rows = column.rowCount();
    if (column.nullCount() == 0 && column.width() == Long.BYTES) {
      long least = Long.MAX_VALUE;
      long greatest = Long.MIN_VALUE;
      for (int row = 0; row < rows; row++) {
        long value = Platform.getLong(null, address + (long) row * Long.BYTES);
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
      }
      return new long[] {least, greatest};
    }
    if (column.nullCount() == 0 && column.width() == Integer.BYTES) {
      int least = Integer.MAX_VALUE;
      int greatest = Integer.MIN_VALUE;
      for (int row = 0; row < rows; row++) {
        int value = Platform.getInt(null, address + (long) row * Integer.BYTES);
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
      }
      return new long[] {least, greatest};
    }
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int row = 0; row < rows; row++) {
      if (!column.isNull(row)) {
        long value = integer(address, row, column.width());
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
      }
    }
    return new long[] {least, greatest};
  }

  private static long integer(long address, int row, int width) {
    long at = address + (long) row * width;
    return switch (width) {
      case Byte.BYTES -> Platform.getByte(null, at);
      case Short.BYTES -> Platform.getShort(null, at);
      case Integer.BYTES -> Platform.getInt(null, at);
      default -> Platform.getLong(null, at);
    };
  }

  private static void findDoubles(FixedBuilder column, Object[] target, int at) {
    boolean isFloat = column.width() == Float.BYTES;
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    boolean hasNumber = false;
    boolean hasNaN = false;
    for (int row = 0; row < column.rowCount(); row++) {
      if (column.isNull(row)) {
        continue;
      }
      long place = column.address() + (long) row * column.width();
      double value = isFloat ? Platform.getFloat(null, place) : Platform.getDouble(null, place);
      if (Double.isNaN(value)) {
        hasNaN = true;
      } else {
        hasNumber = true;
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
      }
    }
    least = hasNumber ? least : Double.NaN;
    greatest = hasNaN ? Double.NaN : greatest;
    target[at] = isFloat ? (Object) (float) least : (Object) least;
    target[at + 1] = isFloat ? (Object) (float) greatest : (Object) greatest;
  }

  private static void findDecimals(FixedBuilder column, DecimalType type, Object[] target, int at) {
    if (column.width() <= Long.BYTES) {
      long[] bounds = integers(column);
      target[at] = Decimal.createUnsafe(bounds[0], type.precision(), type.scale());
      target[at + 1] = Decimal.createUnsafe(bounds[1], type.precision(), type.scale());
      return;
    }
    int least = -1;
    int greatest = -1;
    for (int row = 0; row < column.rowCount(); row++) {
      if (!column.isNull(row)) {
        least = least < 0 || compareWide(column, row, least) < 0 ? row : least;
        greatest = greatest < 0 || compareWide(column, row, greatest) > 0 ? row : greatest;
      }
    }
    target[at] = wide(column, least, type);
    target[at + 1] = wide(column, greatest, type);
  }

  private static int compareWide(FixedBuilder column, int row, int other) {
    long first = column.address() + (long) row * column.width();
    long second = column.address() + (long) other * column.width();
    int high =
        Long.compare(
            Platform.getLong(null, first + Long.BYTES),
            Platform.getLong(null, second + Long.BYTES));
    return high != 0
        ? high
        : Long.compareUnsigned(Platform.getLong(null, first), Platform.getLong(null, second));
  }

  private static Decimal wide(FixedBuilder column, int row, DecimalType type) {
    byte[] bigEndian = new byte[column.width()];
    long address = column.address() + (long) row * column.width();
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[bigEndian.length - 1 - i] = Platform.getByte(null, address + i);
    }
    BigDecimal value = new BigDecimal(new BigInteger(bigEndian), type.scale());
    return Decimal.apply(value, type.precision(), type.scale());
  }
}
