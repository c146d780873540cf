// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.TimeUnit;
import io.albis.reader.ColumnVector;
import java.time.Instant;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;

/** Converts timestamps to ORC's milliseconds and nanoseconds. */
final class OrcTimestamps {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** The seconds of which ORC's readers can compute milliseconds. */
  private static final long MAX_SECONDS = Long.MAX_VALUE / 1000 - 2;

  private final long perSecond;
  private final String path;

  /**
   * Creates a converter.
   *
   * @param path of the column, for messages
   */
  OrcTimestamps(TimeUnit unit, String path) {
    this.path = path;
    this.perSecond =
        switch (unit) {
          case MILLIS -> 1_000L;
          case MICROS -> 1_000_000L;
          case NANOS -> NANOS_PER_SECOND;
        };
  }

  /**
   * Sets the first rows of a vector whose nulls are set.
   *
   * @throws InvalidArgumentException if ORC cannot represent a value
   */
  void set(ColumnVector source, int start, int count, TimestampColumnVector target) {
    long nanosPerUnit = NANOS_PER_SECOND / perSecond;
    for (int i = 0; i < count; i++) {
      long value = source.getLong(start + i);
      long seconds = Math.floorDiv(value, perSecond);
      int nanos = (int) (Math.floorMod(value, perSecond) * nanosPerUnit);
      if (seconds == -1 && nanos >= 1_000_000 && !target.isNull[i]) {
        // ORC's Java library stores times in the last second before 1970 as times in the first
        // second after it.
        throw refused(
            Instant.ofEpochSecond(seconds, nanos)
                + ", nor any other timestamp in the second before 1970");
      }
      if (Math.abs(seconds) > MAX_SECONDS && !target.isNull[i]) {
        throw refused("a timestamp " + value + " milliseconds from 1970");
      }
      // ORC requires the milliseconds in both.
      target.time[i] = seconds * 1000L + nanos / 1_000_000;
      target.nanos[i] = nanos;
    }
  }

  private InvalidArgumentException refused(String what) {
    return new InvalidArgumentException(
        "Cannot export column " + path + ": ORC cannot hold " + what);
  }
}
