// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ArrayBlockingQueue;

/** Off-heap buffers that the process keeps for reuse. */
final class BufferPool {

  /** For requests that are not aligned, and for writing. */
  static final BufferPool BOUNCE = new BufferPool(1 << 20, 8);

  /** For the addresses and lengths that one request fills: 1024, the most that Linux takes. */
  static final BufferPool VECTORS = new BufferPool(1024 * 2 * Long.BYTES, 32);

  /** The size of each buffer in bytes. */
  private final int size;

  private final ArrayBlockingQueue<ByteBuffer> kept;

  private BufferPool(int size, int count) {
    this.size = size;
    this.kept = new ArrayBlockingQueue<>(count);
  }

  /** The size of each buffer in bytes. */
  int size() {
    return size;
  }

  /** A buffer in native order that starts at a block. */
  ByteBuffer take() {
    ByteBuffer buffer = kept.poll();
    return buffer != null
        ? buffer
        : ByteBuffer.allocateDirect(size + DirectReads.BLOCK)
            .alignedSlice(DirectReads.BLOCK)
            .limit(size)
            .slice()
            .order(ByteOrder.nativeOrder());
  }

  void give(ByteBuffer buffer) {
    // One too many is left to the garbage collector.
    if (!kept.offer(buffer)) {
      buffer.clear();
    }
  }
}
