// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.spark.internal.compat.TimeOfDay;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.VarcharType;

/**
 * The casts after which values compare as before: each value has its own result, results have the
 * order of the values, and no cast fails or depends on the session. {@code long} to {@code double}
 * is none, though Spark calls it an up-cast.
 */
final class LosslessCasts {

  private LosslessCasts() {}

  static boolean isLossless(DataType from, DataType to) {
    if (from == null || from.equals(to)) {
      return from != null;
    }
    if (SparkLiterals.isInteger(from)) {
      return isLosslessOfInteger(from, to);
    }
    if (from instanceof FloatType) {
      return to instanceof DoubleType;
    }
    if (from instanceof DecimalType decimal) {
      return to instanceof DecimalType wider
          && wider.scale() >= decimal.scale()
          && wider.precision() - wider.scale() >= decimal.precision() - decimal.scale();
    }
    if (TimeOfDay.isTypeOf(from)) {
      return TimeOfDay.isAtLeastAsPrecise(to, from);
    }
    if (from instanceof DateType) {
      return to instanceof TimestampNTZType;
    }
    return SparkLiterals.isBinaryString(from) && SparkLiterals.isBinaryString(to) && !hasLength(to);
  }

  /** A cast to such a type pads, cuts or fails. */
  private static boolean hasLength(DataType string) {
    return string instanceof CharType || string instanceof VarcharType;
  }

  private static boolean isLosslessOfInteger(DataType from, DataType to) {
    if (SparkLiterals.isInteger(to)) {
      return from.defaultSize() <= to.defaultSize();
    }
    if (to instanceof DecimalType decimal) {
      return decimal.precision() - decimal.scale() >= digits(from);
    }
    boolean isShort = from instanceof ByteType || from instanceof ShortType;
    return (to instanceof FloatType && isShort)
        || (to instanceof DoubleType && (isShort || from instanceof IntegerType));
  }

  private static int digits(DataType integer) {
    if (integer instanceof ByteType) {
      return 3;
    }
    if (integer instanceof ShortType) {
      return 5;
    }
    return integer instanceof IntegerType ? 10 : 19;
  }
}
