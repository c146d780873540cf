// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import io.albis.reader.cache.PlannedScans;
import io.albis.storage.memory.BufferAllocator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Hands out leases on segments. A scan calls {@link #tryAcquire} for each segment when it needs it,
 * and {@link #acquire} if that returns null. It calls {@link #prefetch} ahead of that while {@link
 * #mayBlock} returns true.
 *
 * <p>Thread-safe. A source is created for one table by what {@code ReadOptions.segmentSource}
 * names, but may share memory with the sources of other tables. The segments that a scan will
 * request are listed by {@link io.albis.reader.DatasetScan#segments()}.
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
   * Called instead of a request for a segment that {@link io.albis.reader.DatasetScan#segments()}
   * lists, when no row of it is left after the filter. Does nothing by default.
   *
   * @param rows of the segment that the scan would have read, as in {@link
   *     SegmentLease#close(long)}
   */
  default void skipped(SegmentKey key, long rows) {}

  /**
   * Returns whether getting a segment may block on a device or the network, so that prefetching it
   * pays off.
   */
  boolean mayBlock(SegmentKey key);

  /**
   * Returns a view of this source for a scan with memory of its own: what is read for the scan, and
   * not kept, belongs to that memory. Never closed. By default this source, which suits one that
   * keeps all it reads.
   *
   * @param allocator of the scan
   */
  default SegmentSource withAllocator(BufferAllocator allocator) {
    return this;
  }

  /**
   * Returns the metadata of a file of the table, which never changes: what the first of several
   * callers has read, if the source keeps it. By default it is read each time.
   *
   * @param path of the file, relative to the table
   * @param identity of the file, as the reference to it says, with value equality: another file may
   *     have had the path
   * @param checkAccess asks the storage whether the file may be read, and throws if not
   * @param read reads and parses it
   */
  default KeptMetadata metadata(
      String path, Object identity, Runnable checkAccess, Supplier<? extends KeptMetadata> read) {
    return read.get();
  }

  /**
   * Called once, when the table or file has been opened. Does nothing by default.
   *
   * @param snapshotId of the snapshot that is open
   * @param planned returns the segments that planned scans of this snapshot will read, in the order
   *     of the scan, and how many rows of each; null if the table has been closed. Reads metadata.
   *     For any thread
   */
  default void opened(long snapshotId, Function<PlannedScans, Map<SegmentKey, Long>> planned) {}

  /**
   * Called when there is not enough memory for the segments that a cursor needs at the same time.
   * From now on, each segment gets its own buffer. Does nothing by default.
   */
  default void useExactMemory() {}

  /**
   * Called when the table is closed, after all leases have been closed. Waits for reads in flight
   * that interrupted cursors have left behind. Idempotent.
   */
  @Override
  void close();
}
