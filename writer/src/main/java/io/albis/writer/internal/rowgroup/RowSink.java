// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.rowgroup;

/** Takes the rows of a chunk when it is full. For one thread. */
interface RowSink {

  /** Rows that can be added to the chunk before {@link #check} must be called, at least 1. */
  int rowsUntilCheck();

  /** Takes the rows of the chunk if it is full, or if there is another reason to do it. */
  void check();

  /** Takes all rows of the chunk, and ends all row groups. */
  void finish();

  /**
   * Makes room when an engine has refused memory for more rows: ends a row group early or, if there
   * is none, releases memory that is not needed for the rows that are there.
   *
   * @return false if there is nothing left to release
   */
  boolean makeRoom();

  /**
   * Ends row groups early, for an engine that needs memory elsewhere.
   *
   * @param bytes to release, once what is ended has been sent
   */
  void reclaim(long bytes);

  /** Rows that were added before those of the chunk. */
  long rowsBefore();

  /** Whether rows, apart from those of the chunk, are in no row group that has been ended. */
  boolean hasOpenRows();
}
