// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

/**
 * The batches that a cursor iterates over. Used by one thread at a time.
 *
 * <p>The memory of a batch is valid until the next call of {@link #nextBatch} or {@link #close}.
 */
public interface RowSource extends AutoCloseable {

  /** Advances to the next batch; false if there is none, also on further calls. */
  boolean nextBatch();

  /** Rows of the batch, selected or not; may be 0. */
  int rowCount();

  /**
   * The numbers of the rows to read, ascending, counted from 0, at the start of the array; null for
   * all. The array is read until the next batch.
   */
  int[] selection();

  /** Number of valid elements of {@link #selection}. */
  int selectedCount();

  /** The current batch. */
  BatchState batch();

  /** Describes the shape and the addresses of the columns of the batch. */
  void locate(RowShapeBuilder shape, RowAddresses addresses);

  /** Releases the memory. Idempotent. */
  @Override
  void close();
}
