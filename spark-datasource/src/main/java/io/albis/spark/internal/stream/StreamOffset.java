// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.stream;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.read.streaming.Offset;

/**
 * A position in the history of a table: everything before a snapshot has been read, and the first
 * of the row groups that the snapshot adds. It names the table, as another one at the same URI has
 * other snapshots of the same numbers. Immutable; equal by its text.
 */
final class StreamOffset extends Offset {

  private static final Pattern JSON =
      Pattern.compile(
          "\\{\"table\":\"([-0-9a-f]{36})\",\"snapshot\":(\\d{1,18}),"
              + "\"rowGroups\":(\\d{1,9}),\"whole\":(true|false)}");

  private final UUID table;
  private final long snapshot;
  private final int rowGroups;
  private final boolean isWhole;

  /**
   * Creates a position.
   *
   * @param table id of the table
   * @param snapshot id of the snapshot, which need not exist yet
   * @param rowGroups how many of its row groups have been read
   * @param isWhole whether all row groups of the snapshot are read, instead of those that it adds
   */
  StreamOffset(UUID table, long snapshot, int rowGroups, boolean isWhole) {
    this.table = table;
    this.snapshot = snapshot;
    this.rowGroups = rowGroups;
    this.isWhole = isWhole;
  }

  /** Also of one that Spark has read from its log, and not parsed. */
  static StreamOffset of(Offset offset) {
    return offset instanceof StreamOffset own ? own : parse(offset.json());
  }

  static StreamOffset parse(String json) {
    Matcher matcher = JSON.matcher(json.trim());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Invalid offset of a stream: "
              + json
              + " (expected one of the format albis, such as "
              + new StreamOffset(new UUID(0, 0), 1, 0, false)
              + ")");
    }
    return new StreamOffset(
        UUID.fromString(matcher.group(1)),
        Long.parseLong(matcher.group(2)),
        Integer.parseInt(matcher.group(3)),
        Boolean.parseBoolean(matcher.group(4)));
  }

  /** Id of the table. */
  UUID table() {
    return table;
  }

  long snapshot() {
    return snapshot;
  }

  int rowGroups() {
    return rowGroups;
  }

  boolean isWhole() {
    return isWhole;
  }

  /** The same position with more row groups. */
  StreamOffset to(int others) {
    return new StreamOffset(table, snapshot, others, isWhole);
  }

  /** The position behind the snapshot. */
  StreamOffset next() {
    return new StreamOffset(table, snapshot + 1, 0, false);
  }

  @Override
  public String json() {
    return "{\"table\":\""
        + table
        + "\",\"snapshot\":"
        + snapshot
        + ",\"rowGroups\":"
        + rowGroups
        + ",\"whole\":"
        + isWhole
        + "}";
  }
}
