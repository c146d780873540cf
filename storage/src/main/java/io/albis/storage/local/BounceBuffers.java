// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Memory for direct requests that are not aligned, and for writing: at most eight buffers of 1 MiB
 * are kept for the process.
 */
final class BounceBuffers {

  static final int SIZE = 1 << 20;

  private static final ArrayBlockingQueue<ByteBuffer> KEPT = new ArrayBlockingQueue<>(8);

  private BounceBuffers() {}

  /** A buffer that starts at a block. */
  static ByteBuffer take() {
    ByteBuffer kept = KEPT.poll();
    return kept != null
        ? kept
        : ByteBuffer.allocateDirect(SIZE + DirectChannel.BLOCK).alignedSlice(DirectChannel.BLOCK);
  }

  static void give(ByteBuffer buffer) {
    // One too many is left to the garbage collector.
    if (!KEPT.offer(buffer)) {
      buffer.clear();
    }
  }
}
