// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A queue of released blocks that delays their reuse until a given number of bytes has been
 * released after them.
 *
 * <p>Thread-safe.
 */
final class ColdBlocks {
  private final Queue<Block> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong bytes = new AtomicLong();
  private final long maxBytes;

  ColdBlocks(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  long bytes() {
    return bytes.get();
  }

  /** Adds a released block; returns false if it is too large. */
  boolean add(Block block) {
    if (block.length() > maxBytes) {
      return false;
    }
    bytes.addAndGet(block.length());
    queue.add(block);
    makeRoom(0);
    return true;
  }

  /**
   * Returns the oldest blocks to their arenas until there is room for a number of bytes.
   *
   * @return the arena of the last block; null if there was room
   */
  Arena makeRoom(long length) {
    Block oldest = null;
    while (bytes.get() + length > maxBytes) {
      Block block = queue.poll();
      if (block == null) {
        break;
      }
      release(block);
      oldest = block;
    }
    return oldest == null ? null : oldest.slab.arena();
  }

  /** Returns the oldest blocks to their arenas: at least this many bytes, or all. */
  void release(long length) {
    long left = length;
    while (left > 0) {
      Block block = queue.poll();
      if (block == null) {
        break;
      }
      left -= block.length();
      release(block);
    }
  }

  private void release(Block block) {
    bytes.addAndGet(-block.length());
    block.slab.arena().release(block);
  }
}
