// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail;

import io.albis.storage.memory.MemoryRegion;
import io.albis.storage.memory.MemoryRegions;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The regions of memory that devices of Crail's tiers know. A tier registers the whole region of a
 * buffer once, and looks it up by address for each request: so a region is pinned for the life of
 * the process before its first request, and is neither unmapped nor discarded any more. The limit
 * on locked memory bounds how much that can be.
 */
final class DeviceMemory {

  private static final Map<MemoryRegion, WrappedBuffer> PINNED = new ConcurrentHashMap<>();

  private DeviceMemory() {}

  /** Returns the region of a buffer, pinned. */
  static WrappedBuffer regionOf(OffHeapBuffer buffer) {
    return PINNED.computeIfAbsent(buffer.region(), DeviceMemory::pin);
  }

  private static WrappedBuffer pin(MemoryRegion region) {
    // Never closed: the tier has no way to take a registration back.
    region.pin();
    return new WrappedBuffer(MemoryRegions.nioBuffer(region), region.address(), null);
  }

  /** The number of bytes that are pinned. */
  static long pinnedBytes() {
    return PINNED.keySet().stream().mapToLong(MemoryRegion::length).sum();
  }
}
