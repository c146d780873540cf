// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import io.albis.storage.memory.BufferAllocator;

/**
 * Creates the segment source of a table when it is opened; see {@code ReadOptions.segmentSource}.
 */
@FunctionalInterface
public interface SegmentSourceFactory {

  /**
   * Creates a source.
   *
   * @param reader reads from the table's storage for the source itself; valid until the source is
   *     closed. What a scan requests is read by the reader that comes with the request
   * @param allocator of the memory that the table's cursors share, bounded by {@code
   *     ReadOptions.memoryLimit}; its buffers must be released when the source is closed. A source
   *     with its own memory need not use it
   */
  SegmentSource open(SegmentReader reader, BufferAllocator allocator);
}
