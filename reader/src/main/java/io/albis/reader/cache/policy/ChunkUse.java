// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache.policy;

/**
 * How often a column chunk has been requested: the workload from which a {@link ChunkSelection} is
 * computed (Pixels, section 4.2).
 *
 * @param id of the chunk
 * @param bytes of the segments of the chunk that have been requested, in whole pages of memory
 * @param hits requests of segments that were in memory
 * @param misses requests of segments that were not
 */
public record ChunkUse(ChunkId id, long bytes, long hits, long misses) {

  /** Requests per byte: what keeping the chunk in memory saves, relative to what it takes. */
  public double efficiency() {
    return (hits + misses) / (double) Math.max(1, bytes);
  }
}
