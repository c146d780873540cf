// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.selection;

/**
 * How often a column chunk has been requested: the workload from which a {@link ChunkSelection} is
 * computed (Pixels, section 4.2).
 *
 * @param id of the chunk
 * @param segments of the chunk that have been requested
 * @param bytes of these segments, in whole pages of memory
 * @param hits requests of segments that were in memory
 * @param misses requests of segments that were not
 */
public record ChunkUse(ChunkId id, long segments, long bytes, long hits, long misses) {

  /** Whether segments have been requested more than once, on average. */
  public boolean isRepeated() {
    return hits + misses > segments;
  }

  /** Requests per byte: what keeping the chunk in memory saves, relative to what it takes. */
  public double efficiency() {
    return (hits + misses) / (double) Math.max(1, bytes);
  }
}
