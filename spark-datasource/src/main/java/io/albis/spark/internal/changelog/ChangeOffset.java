// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.read.streaming.Offset;

/** A position in the history of a table: the changes before a snapshot have been read. */
final class ChangeOffset extends Offset {

  private static final Pattern JSON = Pattern.compile("\\{\"changesFrom\":(\\d{1,18})}");

  private final long snapshot;

  /**
   * Creates a position.
   *
   * @param snapshot id of the snapshot whose changes are next; it need not exist yet
   */
  ChangeOffset(long snapshot) {
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
              + new ChangeOffset(1).json()
              + ")");
    }
    return new ChangeOffset(Long.parseLong(matcher.group(1)));
  }

  long snapshot() {
    return snapshot;
  }

  @Override
  public String json() {
    return "{\"changesFrom\":" + snapshot + "}";
  }
}
