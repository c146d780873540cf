// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import io.albis.storage.memory.OffHeapBuffer;

/**
 * Access to the verified bytes of one segment, which stay in memory until the lease is closed. A
 * lease has one owner, which closes it exactly once; a source may reuse the object afterwards.
 */
public interface SegmentLease extends AutoCloseable {

  /**
   * Returns a buffer with exactly the bytes of the segment; do not modify it. The source owns it:
   * retain it to keep it beyond the lease.
   */
  OffHeapBuffer buffer();

  /** Ends the lease, after a scan of the whole segment. */
  @Override
  void close();

  /**
   * Ends the lease, after a scan of some rows: splits may share a segment, and each reads its part.
   * By default the same as {@link #close()}.
   *
   * @param rows of the segment that the scan reads; 0 if it will request the segment again
   */
  default void close(long rows) {
    close();
  }
}
