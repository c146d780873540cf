// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.selection;

import io.albis.reader.cache.CachePolicy;
import java.time.Duration;
import java.util.Collection;

/** A policy that selects the chunks to hold, from time to time. */
public interface SelectingPolicy extends CachePolicy {

  /** Whether requests are counted by chunk, so that chunks can be selected. */
  default boolean selectsChunks() {
    return true;
  }

  /** How often {@link #select} is called; zero for never. */
  Duration selectionInterval();

  /**
   * Selects the chunks to hold from the workload so far. The cache then evicts the other chunks,
   * and loads those that are missing in the background; readers do not wait for that (Pixels,
   * section 4.1, W1 to W3). Called by a thread of the cache.
   *
   * @param uses of all chunks that were requested
   * @param limit of the cache, in bytes
   * @param current the selection in force
   * @return the new selection; {@code current} to change nothing
   */
  ChunkSelection select(Collection<ChunkUse> uses, long limit, ChunkSelection current);
}
