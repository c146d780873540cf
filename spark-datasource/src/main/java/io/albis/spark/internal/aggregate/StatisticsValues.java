// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/** Values in statistics, as row views of the reader return them. */
public final class StatisticsValues {

  private static final Comparator<UUID> UUIDS =
      Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
          .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);

  private StatisticsValues() {}

  /** The order of the values of a type, which is Spark's; NaN is greater than all numbers. */
  public static Comparator<Object> order(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> Comparator.comparing(Boolean.class::cast);
      case INT8, INT16, INT32, INT64, DATE, TIME, TIMESTAMP ->
          Comparator.comparingLong(value -> ((Number) value).longValue());
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL ->
          Comparator.comparingLong(value -> ((Number) value).longValue());
      case FLOAT, DOUBLE -> Comparator.comparingDouble(value -> ((Number) value).doubleValue());
      case DECIMAL -> Comparator.comparing(BigDecimal.class::cast);
      case STRING -> Comparator.comparing(value -> utf8((String) value), Arrays::compareUnsigned);
      case BINARY, FIXED_BINARY ->
          Comparator.comparing(byte[].class::cast, Arrays::compareUnsigned);
      case UUID -> Comparator.comparing(UUID.class::cast, UUIDS);
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("No order of values: " + type);
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Converts a value to the class of Spark's engine.
   *
   * @param value null for null
   * @throws ArithmeticException if Spark cannot represent it
   */
  static Object toSpark(Object value, Type type) {
    if (value == null) {
      return null;
    }
    return switch (type.kind()) {
      case DECIMAL -> Decimal.apply((BigDecimal) value, type.precision(), type.scale());
      case STRING, UUID -> UTF8String.fromString(value.toString());
      case TIME -> inUnit((Long) value, type.unit(), TimeUnit.NANOS);
      case TIMESTAMP ->
          type.unit() == TimeUnit.NANOS
              ? value
              : inUnit((Long) value, type.unit(), TimeUnit.MICROS);
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DATE -> value;
      case BINARY, FIXED_BINARY, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL -> value;
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("No single value: " + type);
    };
  }

  private static long inUnit(long value, TimeUnit from, TimeUnit to) {
    return Math.multiplyExact(value, to.perSecond() / from.perSecond());
  }
}
