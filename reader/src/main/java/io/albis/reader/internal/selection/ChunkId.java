// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.selection;

import java.util.Objects;
import java.util.UUID;

/**
 * Identifies a column chunk: the extent of one column group in one row group. It never changes,
 * since names of data files are never reused.
 *
 * @param tableId id of the table
 * @param path of the data file, relative to the table
 * @param offset of the extent in the file, in bytes
 */
public record ChunkId(UUID tableId, String path, long offset) {

  /** Checks that nothing is null. */
  public ChunkId {
    Objects.requireNonNull(tableId, "tableId");
    Objects.requireNonNull(path, "path");
  }
}
