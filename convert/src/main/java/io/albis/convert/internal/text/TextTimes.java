// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.schema.TimeUnit;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.regex.Pattern;

/** Dates, times and timestamps in ISO 8601, with a T or a space between date and time. */
final class TextTimes {

  private static final Pattern DATE = Pattern.compile("[+-]?\\d{4,9}-\\d{2}-\\d{2}");
  private static final Pattern TIMESTAMP =
      Pattern.compile("[+-]?\\d{4,9}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?");
  private static final Pattern INSTANT =
      Pattern.compile(TIMESTAMP.pattern() + "(Z|[+-]\\d{2}:\\d{2})");
  private static final Pattern NANOS = Pattern.compile("\\.\\d{6}\\d*[1-9]");
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private TextTimes() {}

  /** A conversion of a text. */
  private interface Parser {
    Object parse(String text);
  }

  private static boolean isValid(Pattern pattern, String text, Parser parser) {
    if (!pattern.matcher(text).matches()) {
      return false;
    }
    try {
      return parser.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  static boolean isDate(String text) {
    return isValid(DATE, text, LocalDate::parse);
  }

  static boolean isTimestamp(String text) {
    return isValid(TIMESTAMP, text, value -> LocalDateTime.parse(value.replace(' ', 'T')));
  }

  static boolean isInstant(String text) {
    return isValid(INSTANT, text, value -> OffsetDateTime.parse(value.replace(' ', 'T')));
  }

  /** Returns whether a timestamp has more than six decimals. */
  static boolean hasNanos(String text) {
    return NANOS.matcher(text).find();
  }

  /**
   * Returns the days since 1970-01-01.
   *
   * @throws DateTimeException if the text is not a date
   * @throws ArithmeticException if the days exceed 32 bits
   */
  static int date(String text) {
    return Math.toIntExact(LocalDate.parse(text).toEpochDay());
  }

  /**
   * Returns a time of day in a unit.
   *
   * @throws DateTimeException if the text is not a time
   * @throws ArithmeticException if it has more decimals than the unit
   */
  static long time(TimeUnit unit, String text) {
    return exact(LocalTime.parse(text).toNanoOfDay(), NANOS_PER_SECOND / unit.perSecond());
  }

  /**
   * Returns a timestamp in a unit; a date stands for its start.
   *
   * @param withZone whether the text must have an offset from UTC; otherwise it must have none
   * @throws DateTimeException if the text is not a timestamp
   * @throws ArithmeticException if it is out of range, or has more decimals than the unit
   */
  static long timestamp(TimeUnit unit, boolean withZone, String text) {
    String iso = text.replace(' ', 'T');
    long seconds;
    int nanos;
    if (withZone) {
      OffsetDateTime time = OffsetDateTime.parse(iso);
      seconds = time.toEpochSecond();
      nanos = time.getNano();
    } else {
      LocalDateTime time =
          iso.indexOf('T') < 0 ? LocalDate.parse(iso).atStartOfDay() : LocalDateTime.parse(iso);
      seconds = time.toEpochSecond(ZoneOffset.UTC);
      nanos = time.get(ChronoField.NANO_OF_SECOND);
    }
    long fraction = exact(nanos, NANOS_PER_SECOND / unit.perSecond());
    // The sum may be in range where the product is not, just above the minimum.
    return seconds < 0
        ? Math.addExact(
            Math.multiplyExact(seconds + 1, unit.perSecond()), fraction - unit.perSecond())
        : Math.addExact(Math.multiplyExact(seconds, unit.perSecond()), fraction);
  }

  private static long exact(long value, long divisor) {
    if (value % divisor != 0) {
      throw new ArithmeticException("more decimals than the unit");
    }
    return value / divisor;
  }
}
