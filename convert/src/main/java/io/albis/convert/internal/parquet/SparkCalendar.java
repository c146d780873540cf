// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import io.albis.format.schema.TimeUnit;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The calendar of dates and instants in Parquet files of Spark. Spark 2, and later versions if so
 * configured, count days in the Julian calendar before 1582-10-15, and take offsets of time zones
 * before 1900 from {@link TimeZone}, which differ from those of {@link ZoneId}. Their numbers stand
 * for other dates and local times than they do elsewhere.
 */
public final class SparkCalendar {

  private static final String VERSION = "org.apache.spark.version";
  private static final String OLD_DATES = "org.apache.spark.legacyDateTime";
  private static final String OLD_INT96 = "org.apache.spark.legacyINT96";
  private static final String ZONE = "org.apache.spark.timeZone";
  private static final String FIRST_WITH_NEW_DATES = "3.0.0";
  private static final String FIRST_WITH_NEW_INT96 = "3.1.0";

  private static final int SECONDS_PER_DAY = 86_400;

  /** 1900-01-01, from which on the calendars agree about all time zones, in seconds. */
  private static final long FIRST_EQUAL = -25_567L * SECONDS_PER_DAY;

  private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

  private final boolean isOldDates;
  private final boolean isOldInt96;
  private final TimeZone zone;

  private SparkCalendar(boolean isOldDates, boolean isOldInt96, TimeZone zone) {
    this.isOldDates = isOldDates;
    this.isOldInt96 = isOldInt96;
    this.zone = zone;
  }

  /**
   * Returns the calendar of a file.
   *
   * @param metadata of the file
   * @throws java.time.DateTimeException if its time zone is unknown
   */
  public static SparkCalendar of(Map<String, String> metadata) {
    String zone = metadata.get(ZONE);
    return new SparkCalendar(
        isOld(metadata, FIRST_WITH_NEW_DATES, OLD_DATES),
        isOld(metadata, FIRST_WITH_NEW_INT96, OLD_INT96),
        // Spark 2 does not record it.
        zone == null ? UTC : TimeZone.getTimeZone(ZoneId.of(zone, ZoneId.SHORT_IDS)));
  }

  private static boolean isOld(Map<String, String> metadata, String firstNew, String key) {
    String version = metadata.get(VERSION);
    return version != null && (version.compareTo(firstNew) < 0 || metadata.containsKey(key));
  }

  /** Returns the keys of metadata that is not true of the dates and instants of this calendar. */
  public Set<String> staleKeys() {
    return isOldDates || isOldInt96 ? Set.of(VERSION, OLD_DATES, OLD_INT96, ZONE) : Set.of();
  }

  /** Returns whether the values of a column must be converted. */
  public boolean isOld(PrimitiveType column) {
    if (column.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
      return isOldInt96;
    }
    LogicalTypeAnnotation logical = column.getLogicalTypeAnnotation();
    return isOldDates
        && (logical instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation
            || (logical instanceof LogicalTypeAnnotation.TimestampLogicalTypeAnnotation timestamp
                && timestamp.isAdjustedToUTC()));
  }

  /** Converts a date, in days. */
  public static int date(int day) {
    return (int) Math.floorDiv(seconds((long) day * SECONDS_PER_DAY, UTC), SECONDS_PER_DAY);
  }

  /** Converts an instant. */
  public long instant(long value, TimeUnit unit) {
    long perSecond = unit.perSecond();
    long seconds = Math.floorDiv(value, perSecond);
    return Math.addExact(value, Math.multiplyExact(seconds(seconds) - seconds, perSecond));
  }

  /** Converts an instant, in seconds. */
  public long seconds(long seconds) {
    return seconds(seconds, zone);
  }

  private static long seconds(long seconds, TimeZone zone) {
    if (seconds >= FIRST_EQUAL) {
      return seconds;
    }
    Calendar old = new GregorianCalendar(zone, Locale.ROOT);
    old.setTimeInMillis(Math.multiplyExact(seconds, 1000L));
    return LocalDateTime.of(
            1,
            old.get(Calendar.MONTH) + 1,
            1,
            old.get(Calendar.HOUR_OF_DAY),
            old.get(Calendar.MINUTE),
            old.get(Calendar.SECOND))
        .with(ChronoField.YEAR_OF_ERA, old.get(Calendar.YEAR))
        .with(ChronoField.ERA, old.get(Calendar.ERA))
        // Of February 29 of a year without it: March 1.
        .plusDays(old.get(Calendar.DAY_OF_MONTH) - 1L)
        .atZone(zone.toZoneId())
        .withLaterOffsetAtOverlap()
        .toEpochSecond();
  }
}
