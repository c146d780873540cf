// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;

/** Reads the changes of a task. For its thread. */
final class ChangeReader implements PartitionReader<InternalRow> {

  private final Iterator<Change> changes;

  /** Null between two changes. */
  private ChangeCursor current;

  private InternalRow row;

  ChangeReader(List<Change> changes) {
    this.changes = changes.iterator();
  }

  @Override
  public boolean next() throws IOException {
    row = null;
    while (row == null && (current != null || changes.hasNext())) {
      if (current == null) {
        current = ChangeCursor.of(changes.next());
      }
      row = current.next();
      if (row == null) {
        close();
      }
    }
    return row != null;
  }

  @Override
  public InternalRow get() {
    return row;
  }

  /** Releases all memory, also in the middle of a change. Idempotent. */
  @Override
  public void close() throws IOException {
    ChangeCursor ended = current;
    current = null;
    if (ended != null) {
      ended.close();
    }
  }
}
