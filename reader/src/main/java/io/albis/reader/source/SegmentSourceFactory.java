// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.source;

import io.albis.storage.memory.BufferAllocator;

/** Makes the source of a table that is being opened; see {@code ReadOptions.segmentSource}. */
@FunctionalInterface
public interface SegmentSourceFactory {

  /**
   * Makes a source.
   *
   * @param reader reads from the table's storage; valid until the source is closed
   * @param allocator of the memory that the table's cursors share, bounded by {@code
   *     ReadOptions.memoryLimit}; buffers from it must be released when the source is closed. A
   *     source with memory of its own need not use it
   */
  SegmentSource open(SegmentReader reader, BufferAllocator allocator);
}
