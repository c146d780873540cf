// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

/**
 * Segments that were asked for together and will be in memory later. For one owner, who closes it;
 * {@link #isDone} and {@link #close} may be called by another thread than {@link #take}, but not at
 * the same time as it.
 */
public interface PendingSegments extends AutoCloseable {

  /** Whether {@link #take} no longer waits. */
  boolean isDone();

  /**
   * Waits for a segment, also while the calling thread is interrupted; the interrupt status is
   * kept.
   *
   * @param index of its key in the list that was asked for; each can be taken once
   * @return the lease, now the caller's
   * @throws io.albis.format.error.CorruptFileException if the bytes are not those of the key, or
   *     the file ends before them
   * @throws io.albis.format.error.AlbisIOException if reading failed
   */
  SegmentLease take(int index);

  /**
   * Gives back what has not been taken. What is still being read is withdrawn where that is
   * possible, and waited for otherwise, since the device writes into the memory until it is done.
   * Idempotent.
   */
  @Override
  void close();
}
