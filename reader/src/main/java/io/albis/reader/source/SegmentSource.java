// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import java.util.List;

/**
 * Gives leases on segments. A scan calls {@link #tryAcquire} for each segment when it needs it, and
 * {@link #acquire} if that had none; ahead of that it calls {@link #prefetch} while {@link
 * #mayBlock} says that it pays off.
 *
 * <p>Thread-safe. A source is made for one table by a {@link SegmentSourceFactory}, but may share
 * memory with those of other tables. Whoever wants to know beforehand what a scan will ask for
 * finds it in {@link io.albis.reader.TableScan#segments()}.
 */
public interface SegmentSource extends AutoCloseable {

  /**
   * Leases a segment that is in memory now. Never waits, reads or allocates off-heap memory: it is
   * called once per segment on the path of every scan.
   *
   * @return null if the segment is not in memory
   */
  SegmentLease tryAcquire(SegmentKey key);

  /**
   * Gets segments and waits for them.
   *
   * @param keys of one file, ascending, usually neighbours
   * @throws io.albis.format.error.CorruptFileException if bytes are not those of their key
   * @throws io.albis.format.error.AlbisIOException if reading failed
   * @throws io.albis.storage.memory.OutOfOffHeapMemoryException if there is no memory for them
   */
  PendingSegments acquire(List<SegmentKey> keys);

  /**
   * Starts to get segments that will be wanted soon.
   *
   * @param keys of one file, ascending, usually neighbours
   * @return null if there is not enough memory to read ahead
   */
  PendingSegments prefetch(List<SegmentKey> keys);

  /**
   * Whether getting a segment may block on a device or the network, so that prefetching it pays
   * off.
   */
  boolean mayBlock(SegmentKey key);

  /** Called when the table is closed, after all leases have been. Idempotent. */
  @Override
  void close();
}
