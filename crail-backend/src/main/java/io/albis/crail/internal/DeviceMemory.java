// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.internal.memory.MemoryRegion;
import io.albis.storage.internal.memory.MemoryRegions;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The regions of memory that devices of Crail's tiers know. A tier registers the whole region of a
 * buffer once, and looks it up by address for each request: so a region is pinned for the life of
 * the process before its first request, and is neither unmapped nor discarded any more. The limit
 * on locked memory bounds how much that can be.
 *
 * <p>Thread-safe.
 */
final class DeviceMemory {

  private static final Logger LOG = LoggerFactory.getLogger(DeviceMemory.class);

  private static final DeviceMemory SHARED = new DeviceMemory(limitOfProcess());

  private final long limit;
  private final Map<MemoryRegion, WrappedBuffer> pinned = new ConcurrentHashMap<>();

  /** Guarded by this. */
  private long pinnedBytes;

  /**
   * Creates an empty set of regions.
   *
   * @param limit on the memory that devices access, in bytes
   */
  DeviceMemory(long limit) {
    this.limit = limit;
  }

  /** The regions of this process. */
  static DeviceMemory shared() {
    return SHARED;
  }

  private static long limitOfProcess() {
    try {
      return LockedMemory.limit();
    } catch (IOException e) {
      LOG.warn("The memory that devices access is not limited: {}", e.getMessage());
      return LockedMemory.UNLIMITED;
    }
  }

  /**
   * Returns the region of a buffer, pinned.
   *
   * @throws IOException if it was not pinned before, and exceeds the limit
   */
  WrappedBuffer regionOf(OffHeapBuffer buffer) throws IOException {
    MemoryRegion region = MemoryRegions.of(buffer);
    WrappedBuffer known = pinned.get(region);
    return known == null ? pin(region) : known;
  }

  private synchronized WrappedBuffer pin(MemoryRegion region) throws IOException {
    WrappedBuffer known = pinned.get(region);
    if (known != null) {
      return known;
    }
    long before = pinnedBytes + StagingPool.bytes();
    if (region.length() > limit - before || region.length() > Integer.MAX_VALUE) {
      throw new IOException(
          String.format(
              "Cannot register %d bytes of memory with the device of a storage tier: it knows %d"
                  + " bytes already, and may access at most %d in all, and %d at once (raise the"
                  + " limit on locked memory: ulimit -l unlimited)",
              region.length(), before, limit, Integer.MAX_VALUE));
    }
    // Never closed: the tier has no way to take a registration back.
    region.pin();
    WrappedBuffer whole =
        new WrappedBuffer(MemoryRegions.nioBuffer(region), region.address(), null);
    pinned.put(region, whole);
    pinnedBytes += region.length();
    return whole;
  }

  /** The number of bytes that are pinned. */
  synchronized long pinnedBytes() {
    return pinnedBytes;
  }
}
