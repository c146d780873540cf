// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import io.albis.spark.internal.table.UserErrors;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.spark.sql.connector.catalog.ChangelogRange;

/**
 * The snapshots whose changes are read; none if the last one is before the first one.
 *
 * @param first id of the first one
 * @param last id of the last one
 * @param isOpen whether later snapshots belong to them, too; a stream reads them when they come
 */
record Commits(long first, long last, boolean isOpen) {

  /** Returns the snapshots of a range. Throws the exception of a user for one that cannot be. */
  static Commits of(ChangedTable table, ChangelogRange range) {
    if (range instanceof ChangelogRange.VersionRange versions) {
      return ofVersions(table, versions);
    } else if (range instanceof ChangelogRange.TimestampRange times) {
      return ofTimes(table, times);
    }
    long latest = table.source().snapshotId();
    return new Commits(latest + 1, latest, true);
  }

  private static Commits ofVersions(ChangedTable table, ChangelogRange.VersionRange range) {
    long start = id(range.startingVersion());
    long first = range.startingBoundInclusive() ? start : start + 1;
    long latest = table.source().snapshotId();
    if (first < 1 || first > latest + 1) {
      throw UserErrors.of(
          "Cannot read the changes of "
              + table.source().uri()
              + " from version "
              + start
              + " on: its snapshots are 1 to "
              + latest,
          null);
    }
    if (range.endingVersion().isEmpty()) {
      return new Commits(first, latest, true);
    }
    long end = id(range.endingVersion().get());
    if (end > latest || end < start) {
      throw UserErrors.of(
          "Cannot read the changes of "
              + table.source().uri()
              + " from version "
              + start
              + " to version "
              + end
              + ": "
              + (end < start
                  ? "the end is before the start"
                  : "the latest snapshot is " + latest + " (leave the end out to read up to it)"),
          null);
    }
    return new Commits(first, range.endingBoundInclusive() ? end : end - 1, false);
  }

  private static long id(String version) {
    try {
      return Long.parseLong(version.trim());
    } catch (NumberFormatException e) {
      throw UserErrors.of(
          "Invalid version: " + version + " (expected the id of a snapshot, such as 3)", e);
    }
  }

  private static Commits ofTimes(ChangedTable table, ChangelogRange.TimestampRange range) {
    Instant start = time(range.startingTimestamp());
    long first = table.firstFrom(start, range.startingBoundInclusive());
    if (range.endingTimestamp().isEmpty()) {
      return new Commits(first, table.source().snapshotId(), true);
    }
    Instant end = time(range.endingTimestamp().get());
    if (end.isBefore(start)) {
      throw UserErrors.of(
          "Cannot read the changes of "
              + table.source().uri()
              + " from "
              + start
              + " to "
              + end
              + ": the end is before the start",
          null);
    }
    return new Commits(first, table.lastUntil(end, range.endingBoundInclusive()), false);
  }

  private static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  boolean isEmpty() {
    return last < first;
  }
}
