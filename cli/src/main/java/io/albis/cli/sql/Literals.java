// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/** Converts constants of a query to values that a predicate compares with a column. */
final class Literals {

  /** Integers of so many digits are doubles, as are the powers of ten of such decimals. */
  private static final int MAX_EXACT_DIGITS = 15;

  private Literals() {}

  /**
   * Converts a constant where DuckDB, which compares the column with the constant itself, has the
   * same result for all values of the column.
   *
   * @return empty if that is not certain
   */
  static Optional<Object> forScan(Type column, Constant constant) {
    return areAlike(column, constant) ? of(column, constant) : Optional.empty();
  }

  private static boolean areAlike(Type column, Constant constant) {
    boolean isMoment =
        constant.isTextLiteral()
            || constant.type().equals("DATE")
            || constant.type().equals("TIMESTAMP");
    return switch (column.kind()) {
      case INT8, INT16, INT32, INT64 -> constant.isInteger();
      case DECIMAL -> constant.isDecimal();
      case DOUBLE -> constant.type().equals("DOUBLE") || isExactDouble(constant);
      case DATE -> isMoment;
      case TIMESTAMP -> isMoment && !column.withZone() && column.unit() == TimeUnit.MICROS;
      case STRING -> constant.type().equals("VARCHAR");
      case BOOLEAN, FLOAT, TIME, BINARY, FIXED_BINARY, UUID -> false;
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, STRUCT, LIST, MAP -> false;
    };
  }

  /** Whether DuckDB, which divides two doubles, converts a decimal to the nearest double. */
  private static boolean isExactDouble(Constant constant) {
    return !constant.isNull()
        && constant.isDecimal()
        && new BigDecimal(constant.text()).precision() <= MAX_EXACT_DIGITS;
  }

  /**
   * Converts a constant to the type of a column.
   *
   * @return empty if the column's type has no such value
   */
  static Optional<Object> of(Type column, Constant constant) {
    if (constant.isNull()) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(value(column, constant.text().strip(), constant.text()));
    } catch (ArithmeticException | DateTimeException | IllegalArgumentException e) {
      // A number, date, UUID or binary in another form.
      return Optional.empty();
    }
  }

  private static Object value(Type column, String text, String original) {
    return switch (column.kind()) {
      case BOOLEAN ->
          text.equalsIgnoreCase("true")
              ? Boolean.TRUE
              : text.equalsIgnoreCase("false") ? Boolean.FALSE : null;
      case INT8, INT16, INT32, INT64 -> new BigDecimal(text).longValueExact();
      case FLOAT, DOUBLE -> Double.valueOf(text);
      case DECIMAL -> new BigDecimal(text).setScale(column.scale());
      case DATE -> date(text);
      case TIME -> exact(LocalTime.parse(text).toNanoOfDay(), 0, column.unit());
      case TIMESTAMP -> timestamp(column, text);
      case STRING -> original;
      case BINARY, FIXED_BINARY -> Base64.getDecoder().decode(text);
      case UUID -> UUID.fromString(text);
      case YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, STRUCT, LIST, MAP -> null;
    };
  }

  /** A date, also as the timestamp at its start. */
  private static Object date(String text) {
    String day = text.endsWith(" 00:00:00") ? text.substring(0, text.length() - 9) : text;
    return Math.toIntExact(LocalDate.parse(day).toEpochDay());
  }

  private static Object timestamp(Type column, String text) {
    String iso = text.replace(' ', 'T');
    if (column.withZone()) {
      // DuckDB prints +00.
      String zoned = iso.matches(".*[+-]\\d\\d") ? iso + ":00" : iso;
      OffsetDateTime time = OffsetDateTime.parse(zoned);
      return exact(time.getNano(), time.toEpochSecond(), column.unit());
    }
    LocalDateTime local =
        iso.indexOf('T') < 0 ? LocalDate.parse(iso).atStartOfDay() : LocalDateTime.parse(iso);
    int nanos = local.get(ChronoField.NANO_OF_SECOND);
    return exact(nanos, local.toEpochSecond(ZoneOffset.UTC), column.unit());
  }

  private static Long exact(long nanos, long seconds, TimeUnit unit) {
    long perSecond = unit.perSecond();
    long nanosPerUnit = TimeUnit.NANOS.perSecond() / perSecond;
    if (nanos % nanosPerUnit != 0) {
      throw new ArithmeticException("More digits than the unit has");
    }
    return Math.addExact(Math.multiplyExact(seconds, perSecond), nanos / nanosPerUnit);
  }
}
