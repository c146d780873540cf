// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;

/** Which released memory a new buffer reuses. */
public enum Reuse {
  /**
   * The memory that was released most recently: it is still in a processor cache, which helps
   * devices that write through that cache.
   */
  HOT,

  /**
   * The memory that was released longest ago, out of at most 48 MiB that are kept for this purpose:
   * no processor cache holds it any more, so a device that writes to it need not invalidate any
   * cache.
   */
  COLD;

  /** Allocates such memory, as {@link BufferAllocator#tryAllocate} does. */
  public OffHeapBuffer tryAllocate(BufferAllocator allocator, long bytes) {
    return this == HOT ? allocator.tryAllocate(bytes) : allocator.tryAllocateCold(bytes);
  }
}
