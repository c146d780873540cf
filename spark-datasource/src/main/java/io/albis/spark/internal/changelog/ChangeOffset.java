// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.read.streaming.Offset;

/**
 * A position in the history of a table: the changes before a snapshot have been read. It names the
 * table, as another one at the same URI has other snapshots of the same numbers.
 */
final class ChangeOffset extends Offset {

  private static final Pattern JSON =
      Pattern.compile("\\{\"table\":\"([-0-9a-f]{36})\",\"changesFrom\":(\\d{1,18})}");

  private final UUID table;
  private final long snapshot;

  /**
   * Creates a position.
   *
   * @param table id of the table
   * @param snapshot id of the snapshot whose changes are next; it need not exist yet
   */
  ChangeOffset(UUID table, long snapshot) {
    this.table = table;
    this.snapshot = snapshot;
  }

  /** Also of one that Spark has read from its log, and not parsed. */
  static ChangeOffset of(Offset offset) {
    return offset instanceof ChangeOffset own ? own : parse(offset.json());
  }

  static ChangeOffset parse(String json) {
    Matcher matcher = JSON.matcher(json.trim());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Invalid offset of a stream of changes: "
              + json
              + " (expected one such as "
              + new ChangeOffset(new UUID(0, 0), 1).json()
              + ")");
    }
    return new ChangeOffset(UUID.fromString(matcher.group(1)), Long.parseLong(matcher.group(2)));
  }

  /** Id of the table. */
  UUID table() {
    return table;
  }

  long snapshot() {
    return snapshot;
  }

  @Override
  public String json() {
    return "{\"table\":\"" + table + "\",\"changesFrom\":" + snapshot + "}";
  }
}
