// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.spark.internal.compat.TimeOfDay;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.apache.spark.unsafe.types.UTF8String;

/** Converts Spark's literals, which hold values as Spark stores them, to values of columns. */
public final class SparkLiterals {

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private SparkLiterals() {}

  /** The expression as a literal; null if it is none. */
  static Literal<?> literal(Expression expression) {
    return expression instanceof Literal<?> literal ? literal : null;
  }

  /**
   * Finds the place of a literal among the values of a column.
   *
   * @param type of the column
   * @param literal not null
   * @return empty if the values of the column do not compare with the literal as Spark compares
   *     them
   */
  static Optional<Operand> operand(Type type, Literal<?> literal) {
    return Optional.ofNullable(convert(type, literal.dataType(), literal.value()));
  }

  private static Operand convert(Type type, DataType dataType, Object value) {
    return switch (type.kind()) {
      case BOOLEAN -> dataType instanceof BooleanType ? Operand.at(value) : null;
      case INT8, INT16, INT32, INT64 -> ofInteger(dataType, value);
      case FLOAT, DOUBLE -> isFloat(dataType) ? Operand.at(((Number) value).doubleValue()) : null;
      case DECIMAL ->
          dataType instanceof DecimalType
              ? Operand.ofDecimal(((Decimal) value).toJavaBigDecimal(), type.scale())
              : null;
      case DATE -> ofDate(dataType, value);
      case TIME -> ofTime(type, dataType, value);
      case TIMESTAMP -> ofTimestamp(type, dataType, value);
      case STRING -> ofText(dataType, value);
      case BINARY, FIXED_BINARY -> dataType instanceof BinaryType ? Operand.at(value) : null;
      case UUID -> ofUuid(dataType, value);
      case YEAR_MONTH_INTERVAL -> dataType instanceof YearMonthIntervalType ? ofLong(value) : null;
      case DAY_TIME_INTERVAL -> dataType instanceof DayTimeIntervalType ? ofLong(value) : null;
      case STRUCT, LIST, MAP -> null;
    };
  }

  /** Whether values of the type are integers, of any width. */
  public static boolean isInteger(DataType type) {
    return type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType;
  }

  static boolean isFloat(DataType type) {
    return type instanceof FloatType || type instanceof DoubleType;
  }

  /** Whether strings of the type compare by their bytes. */
  public static boolean isBinaryString(DataType type) {
    return type instanceof StringType string && string.isUTF8BinaryCollation();
  }

  private static Operand ofLong(Object value) {
    return Operand.at(((Number) value).longValue());
  }

  private static Operand ofInteger(DataType dataType, Object value) {
    if (isInteger(dataType)) {
      return ofLong(value);
    }
    if (dataType instanceof DecimalType) {
      return Operand.ofInteger(((Decimal) value).toJavaBigDecimal());
    }
    return isFloat(dataType) ? Operand.ofInteger(((Number) value).doubleValue()) : null;
  }

  private static Operand ofDate(DataType dataType, Object value) {
    if (dataType instanceof TimestampNTZType) {
      return Operand.ofUnits((Long) value, MICROS_PER_DAY);
    }
    return dataType instanceof DateType ? ofLong(value) : null;
  }

  /** Spark counts nanoseconds. */
  private static Operand ofTime(Type type, DataType dataType, Object value) {
    if (!TimeOfDay.isTypeOf(dataType)) {
      return null;
    }
    return switch (type.unit()) {
      case MILLIS -> Operand.ofUnits((Long) value, 1_000_000);
      case MICROS -> Operand.ofUnits((Long) value, 1_000);
      case NANOS -> null;
    };
  }

  /** Spark counts microseconds. */
  private static Operand ofTimestamp(Type type, DataType dataType, Object value) {
    boolean isSuited =
        type.withZone() ? dataType instanceof TimestampType : dataType instanceof TimestampNTZType;
    if (!isSuited || type.unit() == TimeUnit.NANOS) {
      return null;
    }
    return Operand.ofUnits((Long) value, type.unit() == TimeUnit.MILLIS ? 1_000 : 1);
  }

  private static Operand ofText(DataType dataType, Object value) {
    boolean isSuited = isBinaryString(dataType) && ((UTF8String) value).isValid();
    return isSuited ? Operand.at(value.toString()) : null;
  }

  /** Only the form in which UUIDs are shown: of others, the order as text differs. */
  private static Operand ofUuid(DataType dataType, Object value) {
    String text = isBinaryString(dataType) ? value.toString() : "";
    boolean isCanonical =
        text.matches("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    return isCanonical ? Operand.at(UUID.fromString(text)) : null;
  }
}
