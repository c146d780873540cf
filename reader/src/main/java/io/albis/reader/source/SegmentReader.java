// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import io.albis.storage.memory.OffHeapBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads segments of one table from storage into memory of the caller. Verifies their checksums,
 * unless the table was opened without verification. {@link SegmentSource}s are built on it.
 * Thread-safe.
 *
 * <p>Adjacent segments of a file are read by one request, each into its own buffer. A segment with
 * a wrong checksum is read again from another copy, if the storage has one.
 *
 * <p>The caller holds a reference to each target until the read has ended, successfully or not.
 * Targets are as long as their segments or longer; after a failure their contents are undefined.
 */
public interface SegmentReader {

  /**
   * Reads segments and waits for them; the calling thread may do the reading.
   *
   * @param targets the buffer for each key, filled from its first byte
   * @throws io.albis.format.error.CorruptFileException if a file is missing or too short, or a
   *     checksum is wrong
   * @throws io.albis.format.error.AlbisIOException if a read failed
   */
  void read(List<SegmentKey> keys, List<OffHeapBuffer> targets);

  /**
   * Starts to read segments. Blocks at most to open a file.
   *
   * @param targets the buffer for each key, filled from its first byte
   * @return completes when all segments are read and verified, or exceptionally as {@link #read}
   *     throws, always after the last byte has been written to a target. Cancelling it cancels the
   *     reads that have not started; it then completes with a {@link
   *     java.util.concurrent.CancellationException} once the others have ended. Dependent actions
   *     must be short: they may run on a reading thread of the storage
   */
  CompletableFuture<Void> readAsync(List<SegmentKey> keys, List<OffHeapBuffer> targets);

  /**
   * Reads a range of a file, in one request, and waits for it: segments and what lies between them.
   * Takes less time than {@link #read} if the segments are short.
   *
   * @param keys segments of one file that the range contains; only their checksums are verified
   * @param offset of the range in the file
   * @param target filled with the range, whose length is the capacity
   * @throws io.albis.format.error.CorruptFileException as {@link #read}
   * @throws io.albis.format.error.AlbisIOException if the read failed
   */
  void readRange(List<SegmentKey> keys, long offset, OffHeapBuffer target);

  /**
   * Starts to read a range of a file, as {@link #readRange} does. Blocks at most to open the file.
   *
   * @return completes like the future of {@link #readAsync}
   */
  CompletableFuture<Void> readRangeAsync(List<SegmentKey> keys, long offset, OffHeapBuffer target);

  /**
   * Returns whether reading a segment may block on a device or the network, so that reading ahead
   * pays off. An estimate based on previous reads.
   */
  boolean mayBlock(SegmentKey key);

  /** Returns the table that it reads. */
  SourceTable table();

  /**
   * Asks the storage whether the reader may still read a file, even if the file is open already.
   *
   * @param path of the data file, relative to the table
   * @throws io.albis.format.error.CorruptFileException if the file is missing
   * @throws io.albis.format.error.AlbisIOException if it may not be read
   */
  void checkAccess(String path);
}
