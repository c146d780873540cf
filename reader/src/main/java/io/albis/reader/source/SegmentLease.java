// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import io.albis.storage.memory.OffHeapBuffer;

/**
 * The right to look at the bytes of one segment, which are verified and stay in memory until the
 * lease is closed. For one owner, who closes it exactly once; a source may hand out the same object
 * again afterwards.
 */
public interface SegmentLease extends AutoCloseable {

  /**
   * A buffer of exactly the bytes of the segment, which must not be changed. Belongs to the source:
   * retain it to keep it beyond the lease.
   */
  OffHeapBuffer buffer();

  /** Ends the lease. */
  @Override
  void close();
}
