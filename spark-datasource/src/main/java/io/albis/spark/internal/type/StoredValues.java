// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.type;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.math.BigDecimal;
import java.util.UUID;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/** Converts single values between the classes of row views and those inside of Spark's engine. */
public final class StoredValues {

  private StoredValues() {}

  /**
   * Converts a value to the class that Spark uses inside of its engine.
   *
   * @param value as row views return it; null for null
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

  private static long inUnitOfSpark(long value, Type type) {
    return Math.multiplyExact(value, unitOfSpark(type).perSecond() / type.unit().perSecond());
  }

  /** Nanoseconds of a time and of what is read as a number, microseconds of a timestamp. */
  private static TimeUnit unitOfSpark(Type type) {
    boolean isNanos = type.kind() == TypeKind.TIME || type.unit() == TimeUnit.NANOS;
    return isNanos ? TimeUnit.NANOS : TimeUnit.MICROS;
  }

  /**
   * Converts a value of Spark's engine back.
   *
   * @param value not null, of a type that {@link AlbisTypes} stores as this one
   * @throws ArithmeticException if the type cannot hold it
   */
  public static Object toAlbis(Object value, Type type) {
    return switch (type.physicalType()) {
      case DECIMAL32, DECIMAL64, DECIMAL128 ->
          ((Decimal) value).toJavaBigDecimal().setScale(type.scale());
      case STRING -> value.toString();
      case UUID -> UUID.fromString(value.toString());
      case INT64 -> type.unit() == null ? value : inUnitOf(type, (Long) value);
      case BOOLEAN, INT8, INT16, INT32, FLOAT, DOUBLE, BINARY, FIXED_BINARY -> value;
      case STRUCT, LIST, MAP -> throw new IllegalArgumentException("No single value: " + type);
    };
  }

  private static long inUnitOf(Type type, long value) {
    long factor = unitOfSpark(type).perSecond() / type.unit().perSecond();
    if (value % factor != 0) {
      throw new ArithmeticException(value + " is no multiple of " + factor);
    }
    return value / factor;
  }
}
