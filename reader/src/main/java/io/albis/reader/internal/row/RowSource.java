// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

/**
 * The batches whose rows a cursor walks through. Used by one thread at a time.
 *
 * <p>The memory of a batch is valid until the next call of {@link #nextBatch} or {@link #close}.
 */
public interface RowSource extends AutoCloseable {

  /** Moves to the next batch; false if there is none, also when called again. */
  boolean nextBatch();

  /** Rows of the batch, selected or not; may be 0. */
  int rowCount();

  /**
   * The numbers of the rows to read, ascending from 0, at the start of the array; null for all.
   * Read until the next batch.
   */
  int[] selection();

  /** How many elements of {@link #selection} count. */
  int selectedCount();

  /** Says how the leaves of the batch lie, and where. */
  void locate(RowShapeBuilder shape, RowAddresses addresses);

  /** Gives the memory back. Closing twice is closing once. */
  @Override
  void close();
}
