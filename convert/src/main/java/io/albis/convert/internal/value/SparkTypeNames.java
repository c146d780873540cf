// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.value;

import java.util.regex.Pattern;

/** Names of Spark's types, in lower case, as its files have them where the format has no type. */
public final class SparkTypeNames {

  /** An instant. */
  public static final String TIMESTAMP = "timestamp";

  /** A timestamp without zone. */
  public static final String TIMESTAMP_NTZ = "timestamp_ntz";

  private static final Pattern YEAR_MONTH = Pattern.compile("interval (year|month)( to month)?");

  private static final Pattern DAY_TIME =
      Pattern.compile("interval (day|hour|minute|second)( to (hour|minute|second))?");

  private SparkTypeNames() {}

  /** Returns whether this is an interval of months, whatever its units. */
  public static boolean isYearMonthInterval(String name) {
    return YEAR_MONTH.matcher(name).matches();
  }

  /** Returns whether this is an interval of microseconds, whatever its units. */
  public static boolean isDayTimeInterval(String name) {
    return DAY_TIME.matcher(name).matches();
  }
}
