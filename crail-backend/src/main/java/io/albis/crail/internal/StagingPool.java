// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.crail.conf.CrailConstants;

/**
 * Direct buffers for what is not read or written straight from its memory: metadata, records of
 * directories, short neighbours, and the ends of files. They are never freed, because a device may
 * keep them registered; there are as many as were used at the same time.
 */
final class StagingPool {

  private static final int MAX_SIZE = 1 << 20;

  private static final ConcurrentLinkedDeque<ByteBuffer> FREE = new ConcurrentLinkedDeque<>();
  private static final AtomicInteger COUNT = new AtomicInteger();

  private StagingPool() {}

  /** The size of each buffer in bytes: a multiple of 4096, and at most a block. */
  static int size() {
    return (int) Math.min(MAX_SIZE, CrailConstants.BLOCK_SIZE);
  }

  /** Takes a buffer, which begins on a page. */
  static ByteBuffer take() {
    ByteBuffer buffer = FREE.poll();
    if (buffer != null) {
      return buffer.clear();
    }
    ByteBuffer created =
        ByteBuffer.allocateDirect(size() + Configurations.BLOCK_UNIT)
            .alignedSlice(Configurations.BLOCK_UNIT)
            .slice(0, size());
    COUNT.incrementAndGet();
    return created;
  }

  static void give(ByteBuffer buffer) {
    FREE.push(buffer);
  }

  /** The memory of all buffers, in bytes. */
  static long bytes() {
    return (long) COUNT.get() * size();
  }
}
