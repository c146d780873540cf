// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.schema.Schema;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceResolver;
import io.albis.spark.internal.table.UserErrors;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The snapshots of a table, opened one by one. Immutable.
 *
 * @param source any snapshot of the table
 */
record ChangedTable(Source source) {

  /**
   * A snapshot.
   *
   * @param schema the columns
   * @param rowGroups by number
   */
  record State(SnapshotInfo info, Schema schema, Map<Long, RowGroupInfo> rowGroups) {}

  /** A snapshot of the table. */
  Source at(long snapshot) {
    return source.at(snapshot);
  }

  /** Returns the id of the latest snapshot. */
  long latest() {
    return SourceResolver.latest(
            source, "Cannot read the changes of " + source.uri(), "start a new query")
        .snapshotId();
  }

  /**
   * Reads a snapshot, which is open for no longer: there may be thousands.
   *
   * @param needed for which other snapshot it is needed, for messages
   */
  State state(long snapshot, long needed) {
    return read(
        snapshot,
        needed,
        table ->
            new State(
                table.snapshot(),
                table.schema(),
                table.rowGroups().stream()
                    .collect(Collectors.toMap(RowGroupInfo::number, Function.identity()))));
  }

  private <T> T read(long snapshot, long needed, Function<Table, T> function) {
    try (Table table = (Table) at(snapshot).open()) {
      return function.apply(table);
    } catch (SnapshotExpiredException | TableNotFoundException e) {
      throw UserErrors.of(
          "Cannot read the changes of snapshot "
              + needed
              + " of "
              + source.uri()
              + ": snapshot "
              + snapshot
              + (snapshot == needed ? "" : ", with which it is compared,")
              + " has expired"
              + oldest()
              + "; keep snapshots for longer than a consumer of changes is behind, and let it read"
              + " the whole table, if it is too late",
          e);
    }
  }

  /** The first snapshot whose changes can be read, with all that follow. */
  private String oldest() {
    List<SnapshotInfo> snapshots = snapshots();
    int oldest = snapshots.size() - 1;
    while (oldest > 0 && snapshots.get(oldest - 1).id() == snapshots.get(oldest).id() - 1) {
      oldest--;
    }
    return " (the changes of snapshot "
        + (snapshots.get(oldest).id() + 1)
        + " and of all later ones can be read)";
  }

  /** Returns all snapshots that have not expired, oldest first. */
  List<SnapshotInfo> snapshots() {
    try (Table table = (Table) at(latest()).open()) {
      return table.snapshots();
    }
  }

  /**
   * Returns the first snapshot that is not before a time, or the id of the next one. Throws the
   * exception of a user if it may have expired.
   *
   * @param isInclusive whether those of that time are wanted
   */
  long firstFrom(Instant time, boolean isInclusive) {
    List<SnapshotInfo> snapshots = snapshots();
    long first = snapshots.get(snapshots.size() - 1).id() + 1;
    for (int i = snapshots.size() - 1; i >= 0; i--) {
      SnapshotInfo one = snapshots.get(i);
      boolean isBefore =
          isInclusive ? one.timestamp().isBefore(time) : !one.timestamp().isAfter(time);
      if (isBefore || one.id() != first - 1) {
        break;
      }
      first = one.id();
    }
    long before = first - 1;
    if (before > 0 && snapshots.stream().noneMatch(snapshot -> snapshot.id() == before)) {
      throw UserErrors.of(
          "Cannot read the changes of "
              + source.uri()
              + " from "
              + time
              + " on: snapshots since then have expired (all from snapshot "
              + first
              + " on exist)",
          null);
    }
    return first;
  }

  /** Returns the last snapshot that is not after a time; 0 if there is none. */
  long lastUntil(Instant time, boolean isInclusive) {
    return snapshots().stream()
        .filter(
            one -> isInclusive ? !one.timestamp().isAfter(time) : one.timestamp().isBefore(time))
        .mapToLong(SnapshotInfo::id)
        .max()
        .orElse(0);
  }
}
