// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.UUID;

/**
 * What Spark passes on as the version of a table. The number of the snapshot alone is no identity:
 * a table that was dropped and created again has other snapshots of the same numbers.
 *
 * @param tableId of the table
 * @param snapshotId of its snapshot
 */
record TableVersion(UUID tableId, long snapshotId) {

  private static final String SEPARATOR = "@";

  /** Returns the version that {@link #toString} has written. */
  static TableVersion parse(String version) {
    String[] parts = version.split(SEPARATOR, 2);
    try {
      return new TableVersion(UUID.fromString(parts[1]), Long.parseLong(parts[0]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "Invalid version of a table: " + version + " (expected SNAPSHOT@TABLE)", e);
    }
  }

  @Override
  public String toString() {
    return snapshotId + SEPARATOR + tableId;
  }
}
