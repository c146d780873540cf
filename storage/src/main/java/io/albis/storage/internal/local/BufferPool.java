// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ArrayBlockingQueue;

/** Off-heap buffers of one size, kept for reuse. */
final class BufferPool {

  /** For reads that are not aligned to blocks, and for writes. */
  static final BufferPool BOUNCE = new BufferPool(1 << 20, 8);

  /** For the addresses and lengths of up to 1024 buffers, the maximum of one call of Linux. */
  static final BufferPool VECTORS = new BufferPool(1024 * 2 * Long.BYTES, 32);

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

  /** Returns a buffer in native byte order whose address is a multiple of the block size. */
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
    if (!kept.offer(buffer)) {
      buffer.clear(); // enough are kept; the garbage collector frees this one
    }
  }
}
