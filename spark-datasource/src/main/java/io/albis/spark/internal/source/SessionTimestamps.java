// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Option;

/** Timestamps in the time zone of the session. */
public final class SessionTimestamps {

  private SessionTimestamps() {}

  /**
   * Parses the value of an option.
   *
   * @throws IllegalArgumentException if it is no timestamp
   */
  public static Instant parse(String option, String timestamp) {
    String zone = SQLConf.get().sessionLocalTimeZone();
    try {
      Option<Object> micros =
          DateTimeUtils.stringToTimestamp(UTF8String.fromString(timestamp.trim()), ZoneId.of(zone));
      if (micros.isDefined()) {
        return Instant.EPOCH.plus((Long) micros.get(), ChronoUnit.MICROS);
      }
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("Invalid time zone of the session: " + zone, e);
    }
    throw new IllegalArgumentException(
        "Invalid option "
            + option
            + ": "
            + timestamp
            + " (expected a timestamp, such as 2026-01-31 12:00:00)");
  }
}
