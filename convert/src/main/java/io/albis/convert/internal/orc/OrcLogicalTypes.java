// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.orc;

import io.albis.convert.internal.value.SparkTypeNames;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.orc.TypeDescription;

/**
 * Types that ORC does not have, or not in this form, and that writers store as integers, with a
 * type attribute that names them. Spark names timestamps without zone, intervals and times of day,
 * Iceberg times of day.
 */
public final class OrcLogicalTypes {

  /** Spark's type attribute. Its value is the name of the type in SQL. */
  public static final String SPARK = "spark.sql.catalyst.type";

  /** Iceberg's type attribute of LONG: {@code LONG} or {@code TIME}. */
  public static final String ICEBERG = "iceberg.long-type";

  /** Type attribute of timestamps, and of times in milliseconds: the unit. */
  public static final String UNIT = "albis.unit";

  private static final String ICEBERG_TIME = "TIME";
  private static final Pattern TIME = Pattern.compile("time(\\((\\d)\\))?");

  /** Digits of the second that Spark's times have if their name does not say it. */
  private static final int DEFAULT_DIGITS = 6;

  private OrcLogicalTypes() {}

  /** Returns the type that attributes of an ORC type name, if they name one for its integers. */
  public static Optional<Type> of(TypeDescription type) {
    return switch (type.getCategory()) {
      case INT ->
          SparkTypeNames.isYearMonthInterval(spark(type))
              ? Optional.of(Type.yearMonthInterval())
              : Optional.empty();
      case LONG -> ofLong(type);
      default -> Optional.empty();
    };
  }

  private static Optional<Type> ofLong(TypeDescription type) {
    String name = spark(type);
    if (name.equals(SparkTypeNames.TIMESTAMP_NTZ)) {
      return Optional.of(Type.timestamp(TimeUnit.MICROS));
    }
    if (SparkTypeNames.isDayTimeInterval(name)) {
      return Optional.of(Type.dayTimeInterval());
    }
    Matcher time = TIME.matcher(name);
    if (time.matches()) {
      int digits = time.group(2) == null ? DEFAULT_DIGITS : Integer.parseInt(time.group(2));
      boolean isMillis = TimeUnit.MILLIS.name().equalsIgnoreCase(type.getAttributeValue(UNIT));
      return Optional.of(
          Type.time(
              digits > DEFAULT_DIGITS
                  ? TimeUnit.NANOS
                  : isMillis ? TimeUnit.MILLIS : TimeUnit.MICROS));
    }
    return isIcebergTime(type) ? Optional.of(Type.time(TimeUnit.MICROS)) : Optional.empty();
  }

  /** Returns the name that Spark has given to a type, in lower case. */
  private static String spark(TypeDescription type) {
    String name = type.getAttributeValue(SPARK);
    return name == null ? "" : name.toLowerCase(Locale.ROOT);
  }

  private static boolean isIcebergTime(TypeDescription type) {
    return ICEBERG_TIME.equals(type.getAttributeValue(ICEBERG));
  }

  /** Returns the unit of the integers of a time of day: Spark's are nanoseconds. */
  public static TimeUnit unitOfTimes(TypeDescription type) {
    return TIME.matcher(spark(type)).matches() ? TimeUnit.NANOS : TimeUnit.MICROS;
  }

  /**
   * Removes attributes that name a type which an ORC type does not have: the column had it in
   * another file, and has been changed since.
   */
  public static void removeStale(TypeDescription type) {
    String name = spark(type);
    if (name.equals(SparkTypeNames.TIMESTAMP_NTZ)
        || SparkTypeNames.isYearMonthInterval(name)
        || SparkTypeNames.isDayTimeInterval(name)
        || TIME.matcher(name).matches()) {
      type.removeAttribute(SPARK);
    }
    if (isIcebergTime(type)) {
      type.removeAttribute(ICEBERG);
    }
  }
}
