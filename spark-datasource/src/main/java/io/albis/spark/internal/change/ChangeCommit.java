// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** What a task tells the driver: new rows, and which rows to delete. */
final class ChangeCommit implements WriterCommitMessage {

  private static final long serialVersionUID = 1L;

  private final WriterCommitMessage rows;
  private final byte[] deleted;

  /**
   * Creates a message.
   *
   * @param rows null if there are none
   */
  ChangeCommit(WriterCommitMessage rows, DeletedRows deleted) {
    this.rows = rows;
    this.deleted = deleted.toBytes();
  }

  /** Of the new rows; null if there are none. */
  WriterCommitMessage rows() {
    return rows;
  }

  void addTo(DeletedRows all) {
    all.add(deleted);
  }
}
