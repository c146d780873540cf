// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.util.Optional;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/** Converts values of metadata to the classes that Spark uses inside of its engine. */
final class CatalystValues {

  private CatalystValues() {}

  /**
   * Returns whether {@link #of} converts values of a type. The others are those that Spark reads as
   * another type.
   */
  static boolean hasValues(Type type) {
    return switch (type.kind()) {
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL, DATE, STRING -> true;
      case TIMESTAMP -> type.unit() != TimeUnit.NANOS;
      case BINARY, FIXED_BINARY, UUID, TIME, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> false;
      case STRUCT, LIST, MAP -> false;
    };
  }

  /** Returns whether the optimizer of Spark calculates with the values of a type. */
  static boolean isNumeric(Type type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DECIMAL, DATE, TIMESTAMP -> hasValues(type);
      case BOOLEAN, STRING, BINARY, FIXED_BINARY, UUID, TIME, YEAR_MONTH_INTERVAL -> false;
      case DAY_TIME_INTERVAL, STRUCT, LIST, MAP -> false;
    };
  }

  /**
   * Converts a value.
   *
   * @param value as {@link io.albis.reader.vector.RowView#getObject} returns it; null for null
   */
  static Object of(Object value, Type type) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case STRING -> UTF8String.fromString((String) value);
      case DECIMAL -> Decimal.apply((BigDecimal) value, type.precision(), type.scale());
      case TIMESTAMP ->
          Math.multiplyExact((Long) value, TimeUnit.MICROS.perSecond() / type.unit().perSecond());
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DATE -> value;
      case BINARY, FIXED_BINARY, UUID, TIME, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL ->
          throw unsupported(type);
      case STRUCT, LIST, MAP -> throw unsupported(type);
    };
  }

  private static IllegalArgumentException unsupported(Type type) {
    return new IllegalArgumentException("No value for Spark's optimizer: " + type);
  }

  /** Converts a bound of a column; empty if it is unknown, or Spark does not calculate with it. */
  static Optional<Object> ofBound(Optional<Object> bound, Type type) {
    return isNumeric(type) ? bound.map(value -> of(value, type)) : Optional.empty();
  }
}
