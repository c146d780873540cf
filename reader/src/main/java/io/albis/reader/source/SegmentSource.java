// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import java.util.List;

/**
 * Hands out leases on segments. A scan calls {@link #tryAcquire} for each segment when it needs it,
 * and {@link #acquire} if that returns null. It calls {@link #prefetch} ahead of that while {@link
 * #mayBlock} returns true.
 *
 * <p>Thread-safe. A source is created for one table by a {@link SegmentSourceFactory}, but may
 * share memory with the sources of other tables. The segments that a scan will request are listed
 * by {@link io.albis.reader.DatasetScan#segments()}.
 */
public interface SegmentSource extends AutoCloseable {

  /**
   * Leases a segment that is in memory now. Never waits, reads or allocates off-heap memory: every
   * scan calls it once per segment.
   *
   * @return null if the segment is not in memory
   */
  SegmentLease tryAcquire(SegmentKey key);

  /**
   * Gets segments and waits for them.
   *
   * @param keys of one file, ascending, usually neighbours
   * @param reader reads from storage for the scan, whose metrics count it; call it before this
   *     method returns
   * @throws io.albis.format.error.CorruptFileException if bytes do not match their key
   * @throws io.albis.format.error.AlbisIOException if a read failed
   * @throws io.albis.storage.memory.OutOfOffHeapMemoryException if there is no memory for them
   */
  PendingSegments acquire(List<SegmentKey> keys, SegmentReader reader);

  /**
   * Starts to get segments that will be needed soon.
   *
   * @param keys of one file, ascending, usually neighbours
   * @param reader reads from storage for the scan, as in {@link #acquire}
   * @return null if there is not enough memory to read ahead
   */
  PendingSegments prefetch(List<SegmentKey> keys, SegmentReader reader);

  /**
   * Returns whether getting a segment may block on a device or the network, so that prefetching it
   * pays off.
   */
  boolean mayBlock(SegmentKey key);

  /**
   * Called when there is not enough memory for the segments that a cursor needs at the same time.
   * From now on, a segment should keep no memory but its own. Does nothing by default.
   */
  default void useExactMemory() {}

  /**
   * Called when the table is closed, after all leases have been closed. Waits for reads in flight
   * that interrupted cursors have left behind. Idempotent.
   */
  @Override
  void close();
}
