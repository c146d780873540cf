// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

/**
 * Segments that were requested together and will be in memory later. It has one owner, which closes
 * it. {@link #isDone} and {@link #close} may be called from another thread than {@link #take}, but
 * not concurrently with it.
 */
public interface PendingSegments extends AutoCloseable {

  /** Returns whether {@link #take} no longer blocks. */
  boolean isDone();

  /**
   * Waits for a segment.
   *
   * @param index of its key in the requested list; each segment can be taken once
   * @return the lease, which the caller owns
   * @throws io.albis.format.error.CorruptFileException if the bytes do not match the key, or the
   *     file ends before them
   * @throws io.albis.format.error.AlbisIOException if the read failed, or the calling thread was
   *     interrupted while it waited, whose interrupt status is kept
   */
  SegmentLease take(int index);

  /**
   * Releases what has not been taken. Reads in flight are cancelled if possible; otherwise this
   * waits for them, since the device writes into their memory until they end. If the calling thread
   * is interrupted, it does not wait, and their memory is released when they end. Idempotent.
   */
  @Override
  void close();
}
