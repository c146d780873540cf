// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import java.io.Serializable;
import java.util.UUID;

/**
 * A snapshot of a table, or a data file, and how to open it. Immutable, and equal by value.
 *
 * @param uri of the directory or file
 * @param id of the table or file: another one at the same URI has another id
 * @param snapshotId of the table; 0 for a file
 * @param options for opening
 */
public record Source(String uri, UUID id, long snapshotId, SourceOptions options)
    implements Serializable {

  /** Another snapshot of the same table. */
  public Source at(long snapshot) {
    return new Source(uri, id, snapshot, options);
  }

  /** Returns whether it is a file without a table. */
  public boolean isFile() {
    return snapshotId == 0;
  }

  /**
   * Requires that this is the table with which a query started, also in an earlier run.
   *
   * @param expected its id
   * @param failure what cannot be done, for messages
   * @param remedy what to do then
   * @throws IllegalStateException if it is another one
   */
  public void requireId(UUID expected, String failure, String remedy) {
    if (!id.equals(expected)) {
      throw new IllegalStateException(
          failure
              + ": the table was deleted and created again since the query started (expected id "
              + expected
              + ", found "
              + id
              + "; "
              + remedy
              + ")");
    }
  }

  /**
   * Opens it. The caller closes it.
   *
   * @throws IllegalStateException if another table or file is there now
   */
  public Dataset open() {
    ReadOptions read = SharedCache.apply(options);
    Dataset dataset =
        isFile() ? AlbisFile.open(uri, read) : Table.open(uri, read.snapshot(snapshotId));
    UUID found = dataset.id();
    if (!found.equals(id)) {
      dataset.close();
      throw new IllegalStateException(
          "Cannot read "
              + uri
              + ": it was replaced after the query was planned (expected id "
              + id
              + ", found "
              + found
              + ")");
    }
    return dataset;
  }
}
