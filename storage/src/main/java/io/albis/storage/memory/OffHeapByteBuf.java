/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.storage.memory;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;

/** A netty view that keeps its {@link OffHeapBuffer} alive until the view itself is released. */
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
