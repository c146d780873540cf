// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.value;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;

/** Times of day: at least 0 and less than a day. */
public final class Times {

  private static final long SECONDS_PER_DAY = 86_400;

  private Times() {}

  /** Units of a time type in a day. */
  private static long day(Type type) {
    return SECONDS_PER_DAY * type.unit().perSecond();
  }

  /** Whether a value is a time of day. */
  public static boolean isValid(Type type, long value) {
    return value >= 0 && value < day(type);
  }

  /**
   * Requires a time of day.
   *
   * @param row number of the row, from 0, among those of the writer
   * @throws InvalidArgumentException if it is none
   */
  public static void require(Type type, long value, String path, long row) {
    if (!isValid(type, value)) {
      throw new InvalidArgumentException(
          "Invalid value for column "
              + path
              + " of type "
              + type
              + " in row "
              + row
              + ": "
              + value
              + " (expected 0 to "
              + (day(type) - 1)
              + ", a time of day)");
    }
  }
}
