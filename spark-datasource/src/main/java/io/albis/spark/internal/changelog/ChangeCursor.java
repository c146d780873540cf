// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;

/** The rows of a change. For the thread of the task. */
interface ChangeCursor extends AutoCloseable {

  /** Returns the next row, which is valid until the next call; null at the end. */
  InternalRow next() throws IOException;

  @Override
  void close() throws IOException;

  /** Opens a change. */
  static ChangeCursor of(Change change) {
    if (change instanceof Change.Difference difference) {
      return new DifferenceCursor(difference);
    }
    Change.Whole whole = (Change.Whole) change;
    StoredRowCursor rows =
        new StoredRowCursor(whole.rows(), whole.commit().values(whole.isInsert()));
    return new ChangeCursor() {
      @Override
      public InternalRow next() throws IOException {
        return rows.next();
      }

      @Override
      public void close() throws IOException {
        rows.close();
      }
    };
  }
}
