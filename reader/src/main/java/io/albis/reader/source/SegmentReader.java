// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import io.albis.storage.memory.OffHeapBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads segments of one table from storage into memory of the caller, and verifies their checksums
 * unless the table was opened without. {@link SegmentSource}s are built on it. Thread-safe.
 *
 * <p>Segments that are neighbours in a file are read by one request, each into its own buffer. A
 * segment whose checksum is wrong is read once more from another copy, where the storage has one.
 *
 * <p>The caller holds a reference on each target until the read has ended, normally or not. Targets
 * are as long as their segments or longer; after a failure their contents are undefined.
 */
public interface SegmentReader {

  /**
   * Reads segments and waits for them; the calling thread may do the reading.
   *
   * @param targets for each key the buffer that it is read into, from its first byte on
   * @throws io.albis.format.error.CorruptFileException if a file is missing or too short, or a
   *     checksum is wrong
   * @throws io.albis.format.error.AlbisIOException if reading failed
   */
  void read(List<SegmentKey> keys, List<OffHeapBuffer> targets);

  /**
   * Starts to read segments; waits at most for opening a file.
   *
   * @param targets for each key the buffer that it is read into, from its first byte on
   * @return completes when all segments are read and verified, or exceptionally as {@link #read}
   *     throws, always after the last byte has been written to a target. Cancelling it withdraws
   *     what has not been started; it then completes with a {@link
   *     java.util.concurrent.CancellationException} once the rest has ended. Dependent actions must
   *     be short: they may run on a thread that the storage reads with
   */
  CompletableFuture<Void> readAsync(List<SegmentKey> keys, List<OffHeapBuffer> targets);

  /**
   * Whether reading a segment may block on a device or the network, so that reading ahead pays off.
   * An estimate from previous reads.
   */
  boolean mayBlock(SegmentKey key);
}
