// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Types and values of columns that directories stand for. Types are inferred as Spark does. */
final class HiveTypes {

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern TIMESTAMP =
      Pattern.compile("(\\d{4}-\\d{2}-\\d{2})[ T](\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?)");

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** Digits that every int32 and every int64 fits. */
  private static final int INT32_DIGITS = 10;

  private static final int INT64_DIGITS = 20;

  private HiveTypes() {}

  /**
   * The type that all values of a column have.
   *
   * @param values as texts; null for null
   */
  static Type infer(List<String> values) {
    Type common = null;
    for (String value : values) {
      if (value != null) {
        Type type = typeOf(value);
        common = common == null ? type : wider(common, type);
      }
    }
    return common == null ? Type.string() : common;
  }

  private static Type typeOf(String text) {
    BigDecimal integer = integer(text);
    if (integer != null) {
      int bits = integer.unscaledValue().bitLength();
      return bits < Integer.SIZE
          ? Type.int32()
          : bits < Long.SIZE ? Type.int64() : Type.decimal(integer.precision(), 0);
    }
    if (isNumber(text)) {
      return Type.float64();
    }
    if (isDate(text)) {
      return Type.date();
    }
    // Spark does not take the form with a T as a timestamp.
    return text.indexOf('T') < 0 && micros(text) != null
        ? Type.timestamp(TimeUnit.MICROS)
        : Type.string();
  }

  /** Returns null if the text is not an integer, or has more digits than a decimal. */
  private static BigDecimal integer(String text) {
    if (!text.matches("[+-]?\\d{1,60}")) {
      return null;
    }
    BigDecimal value = new BigDecimal(text);
    return value.precision() > Type.MAX_PRECISION ? null : value;
  }

  private static boolean isNumber(String text) {
    // Not what Java's literals have in addition, such as 1d and 0x1p3.
    return text.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|NaN|[+-]?Infinity");
  }

  private static boolean isDate(String text) {
    if (!DATE.matcher(text).matches()) {
      return false;
    }
    try {
      LocalDate.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** Returns null if the text is not a timestamp. */
  private static Long micros(String text) {
    Matcher matcher = TIMESTAMP.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    try {
      long nanos = LocalTime.parse(matcher.group(2)).toNanoOfDay();
      return nanos % 1000 != 0
          ? null
          : LocalDate.parse(matcher.group(1)).toEpochDay() * MICROS_PER_DAY + nanos / 1000;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The type of a column with values of both types. */
  private static Type wider(Type a, Type b) {
    if (a.equals(b)) {
      return a;
    }
    if (isInteger(a) && isInteger(b)) {
      int digits = Math.max(digits(a), digits(b));
      return digits <= INT64_DIGITS && !isDecimal(a) && !isDecimal(b)
          ? Type.int64()
          : Type.decimal(digits, 0);
    }
    // An int64 or a decimal may have more digits than a double.
    boolean isIntAndDouble =
        (a.kind() == TypeKind.INT32 && b.kind() == TypeKind.DOUBLE)
            || (a.kind() == TypeKind.DOUBLE && b.kind() == TypeKind.INT32);
    if (isIntAndDouble) {
      return Type.float64();
    }
    boolean isTime =
        (a.kind() == TypeKind.DATE && b.kind() == TypeKind.TIMESTAMP)
            || (a.kind() == TypeKind.TIMESTAMP && b.kind() == TypeKind.DATE);
    return isTime ? Type.timestamp(TimeUnit.MICROS) : Type.string();
  }

  private static boolean isDecimal(Type type) {
    return type.kind() == TypeKind.DECIMAL;
  }

  private static boolean isInteger(Type type) {
    return type.kind() == TypeKind.INT32 || type.kind() == TypeKind.INT64 || isDecimal(type);
  }

  private static int digits(Type type) {
    if (type.kind() == TypeKind.INT32) {
      return INT32_DIGITS;
    }
    return type.kind() == TypeKind.INT64 ? INT64_DIGITS : type.precision();
  }

  /**
   * Returns a value in the form of a row view.
   *
   * @param text the value; null for null
   * @throws IllegalArgumentException if it is not one of the type
   */
  static Object value(Type type, String text) {
    if (text == null) {
      return null;
    }
    try {
      return parse(type, text);
    } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException("not a value of type " + type, e);
    }
  }

  private static Object parse(Type type, String text) {
    return switch (type.kind()) {
      case BOOLEAN -> {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
          throw new NumberFormatException(text);
        }
        yield Boolean.parseBoolean(text);
      }
      case INT8 -> Byte.parseByte(text);
      case INT16 -> Short.parseShort(text);
      case INT32 -> Integer.parseInt(text);
      case INT64 -> Long.parseLong(text);
      case FLOAT -> Float.parseFloat(text);
      case DOUBLE -> Double.parseDouble(text);
      case DECIMAL -> {
        BigDecimal value =
            new BigDecimal(text).setScale(type.scale(), java.math.RoundingMode.UNNECESSARY);
        if (value.precision() > type.precision()) {
          throw new NumberFormatException(text);
        }
        yield value;
      }
      case DATE -> Math.toIntExact(LocalDate.parse(text).toEpochDay());
      case TIMESTAMP -> {
        long micros =
            Objects.requireNonNullElseGet(
                micros(text), () -> LocalDate.parse(text).toEpochDay() * MICROS_PER_DAY);
        long perSecond = type.unit().perSecond();
        yield perSecond >= 1_000_000
            ? Math.multiplyExact(micros, perSecond / 1_000_000)
            : Math.floorDiv(micros, 1_000_000 / perSecond);
      }
      case STRING -> text;
      case TIME, BINARY, FIXED_BINARY, UUID, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL ->
          throw new NumberFormatException(text);
      case STRUCT, LIST, MAP -> throw new NumberFormatException(text);
    };
  }
}
