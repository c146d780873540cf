// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;

/** A Netty view that keeps its {@link OffHeapBuffer} alive until the view itself is released. */
final class OffHeapByteBuf extends UnpooledDirectByteBuf {
  private final OffHeapBuffer owner;

  OffHeapByteBuf(OffHeapBuffer owner, ByteBuffer memory) {
    super(UnpooledByteBufAllocator.DEFAULT, memory, memory.capacity());
    this.owner = owner.retain();
  }

  @Override
  protected void deallocate() {
    super.deallocate();
    owner.release();
  }
}
