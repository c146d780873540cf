// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.aggregate;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
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
    return switch (type.physicalType()) {
      case BOOLEAN -> Comparator.comparing(Boolean.class::cast);
      case INT8, INT16, INT32, INT64 ->
          Comparator.comparingLong(value -> ((Number) value).longValue());
      case FLOAT, DOUBLE -> Comparator.comparingDouble(value -> ((Number) value).doubleValue());
      case DECIMAL32, DECIMAL64, DECIMAL128 -> Comparator.comparing(BigDecimal.class::cast);
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
   * Converts a value to the class that Spark uses inside of its engine.
   *
   * @param value null for null
   * @throws ArithmeticException if Spark cannot represent it
   */
  public static Object toSpark(Object value, Type type) {
    if (value == null) {
      return null;
    }
    return switch (type.physicalType()) {
      case DECIMAL32, DECIMAL64, DECIMAL128 ->
          Decimal.apply((BigDecimal) value, type.precision(), type.scale());
      case STRING, UUID -> UTF8String.fromString(value.toString());
      case INT64 -> type.unit() == null ? value : inUnitOfSpark((Long) value, type);
      case BOOLEAN, INT8, INT16, INT32, FLOAT, DOUBLE, BINARY, FIXED_BINARY -> value;
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("No single value: " + type);
    };
  }

  /** Nanoseconds of a time and of what is read as a number, microseconds of a timestamp. */
  private static long inUnitOfSpark(long value, Type type) {
    boolean isNanos = type.kind() == TypeKind.TIME || type.unit() == TimeUnit.NANOS;
    TimeUnit unit = isNanos ? TimeUnit.NANOS : TimeUnit.MICROS;
    return Math.multiplyExact(value, unit.perSecond() / type.unit().perSecond());
  }
}
