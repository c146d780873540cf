// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.value;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.TimeUnit;
import java.time.Instant;
import java.util.Locale;

/** Converts timestamps of seconds and nanoseconds, and times of day. */
public final class Timestamps {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private Timestamps() {}

  /**
   * Converts a timestamp to a unit.
   *
   * @param seconds since 1970-01-01
   * @param nanos nanoseconds of the second, 0 to 999,999,999
   * @param path the path of the column, for messages
   * @throws InvalidArgumentException if the timestamp has no exact value in this unit
   */
  public static long inUnits(TimeUnit unit, long seconds, int nanos, String path) {
    long perSecond = unit.perSecond();
    long nanosPerUnit = NANOS_PER_SECOND / perSecond;
    long subSeconds = nanos / nanosPerUnit;
    if (subSeconds * nanosPerUnit != nanos) {
      throw refused(unit, seconds, nanos, path);
    }
    try {
      // Before 1970 the sum can fit where the seconds alone overflow.
      return seconds < 0
          ? Math.addExact(Math.multiplyExact(seconds + 1, perSecond), subSeconds - perSecond)
          : Math.addExact(Math.multiplyExact(seconds, perSecond), subSeconds);
    } catch (ArithmeticException e) {
      throw refused(unit, seconds, nanos, path);
    }
  }

  /**
   * Converts a time of day to a unit.
   *
   * @param stored the unit of the time
   * @param path the path of the column, for messages
   * @throws InvalidArgumentException if the time has no exact value in this unit
   */
  public static long ofTime(long time, TimeUnit stored, TimeUnit unit, String path) {
    long perUnit = stored.perSecond() / unit.perSecond();
    if (perUnit * unit.perSecond() != stored.perSecond()) {
      throw new IllegalArgumentException("Times in " + stored + " as " + unit);
    }
    if (time % perUnit != 0) {
      throw new InvalidArgumentException(
          "Cannot convert column "
              + path
              + ": a time in "
              + unit.toString().toLowerCase(Locale.ROOT)
              + " cannot hold the time "
              + time
              + " (in "
              + stored.toString().toLowerCase(Locale.ROOT)
              + ") of its file");
    }
    return time / perUnit;
  }

  private static InvalidArgumentException refused(
      TimeUnit unit, long seconds, int nanos, String path) {
    return new InvalidArgumentException(
        "Cannot convert column "
            + path
            + ": a timestamp of 64 bits in "
            + unit.toString().toLowerCase(Locale.ROOT)
            + " cannot hold "
            + Instant.ofEpochSecond(seconds, nanos)
            + " (choose another unit with --timestamps)");
  }
}
