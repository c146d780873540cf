// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out {@link OffHeapBuffer}s of exact size under a hard limit in bytes.
 *
 * <p>The limit counts what live buffers hold. Beside it the process keeps at most 64 MiB of large
 * buffers that were released for reuse, for all allocators together; what is more goes back to the
 * operating system at once.
 *
 * <p>Thread-safe. A buffer may be released by any thread.
 */
public final class BufferAllocator implements AutoCloseable {
  private static final AtomicLong TOTAL = new AtomicLong();

  private static final Map<String, Long> BY_NAME = new ConcurrentHashMap<>();

  /** Smaller ones need no huge pages, and so no call of the C library. */
  private static final long MIN_SLAB_PIECE = 256 << 10;

  private final String name;
  private final long limit;
  private long allocated;
  private long peak;
  private boolean closed;

  private BufferAllocator(String name, long limit) {
    this.name = name;
    this.limit = limit;
  }

  /**
   * Makes an allocator.
   *
   * @param name what the memory is for, named in errors
   * @param limitBytes the most that buffers may hold together, in bytes; whole pages count
   */
  public static BufferAllocator create(String name, long limitBytes) {
    if (limitBytes < 0) {
      throw new IllegalArgumentException(
          "Invalid memory limit: " + limitBytes + " (expected at least 0 bytes)");
    }
    return new BufferAllocator(name, limitBytes);
  }

  /** The bytes held by live buffers of all allocators of this process. */
  public static long totalAllocatedBytes() {
    return TOTAL.get();
  }

  /** The bytes held by live buffers, by the name of their allocators; those with none left out. */
  public static Map<String, Long> allocatedByName() {
    return new TreeMap<>(BY_NAME);
  }

  /**
   * Allocates a buffer of exactly {@code bytes} bytes at a page-aligned address. Contents are
   * undefined. The caller owns the one reference.
   *
   * @throws OutOfOffHeapMemoryException if the limit would be passed
   */
  public OffHeapBuffer allocate(long bytes) {
    return allocate(bytes, Reuse.SAME);
  }

  /**
   * As {@link #allocate(long)}.
   *
   * @param reuse which memory, where there is a choice
   */
  public synchronized OffHeapBuffer allocate(long bytes, Reuse reuse) {
    if (closed) {
      throw new IllegalStateException("Cannot allocate in '" + name + "': the allocator is closed");
    }
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "Invalid buffer size: " + bytes + " (expected at least 0 bytes)");
    }
    long reserved = Math.max(Pages.SIZE, Pages.roundUp(bytes, Pages.SIZE));
    if (reserved > limit - allocated) {
      throw new OutOfOffHeapMemoryException(
          name, bytes, allocated, limit, "the limit is reached", null);
    }
    Region region = region(reserved, reuse);
    count(reserved);
    peak = Math.max(peak, allocated);
    return new OffHeapBuffer(region, region.address(), bytes, reserved, () -> free(region));
  }

  private synchronized void free(Region region) {
    count(-region.length());
    region.free();
  }

  private Region region(long reserved, Reuse reuse) {
    if (reserved >= MIN_SLAB_PIECE && NativeMemory.isAvailable()) {
      Region piece = Slabs.shared().allocate(reserved, reuse);
      if (piece != null) {
        return piece;
      }
    }
    return DirectRegion.allocate(reserved);
  }

  private void count(long bytes) {
    allocated += bytes;
    TOTAL.addAndGet(bytes);
    BY_NAME.merge(name, bytes, (old, more) -> old + more == 0 ? null : Long.valueOf(old + more));
  }

  /** The name given at creation. */
  public String name() {
    return name;
  }

  /** The bytes that live buffers hold, in whole pages. */
  public synchronized long allocatedBytes() {
    return allocated;
  }

  /** The highest value that {@link #allocatedBytes()} had. */
  public synchronized long peakBytes() {
    return peak;
  }

  /** The limit in bytes. */
  public long limit() {
    return limit;
  }

  /**
   * Closes the allocator. Idempotent.
   *
   * @throws IllegalStateException if buffers have not been released
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (allocated > 0) {
      throw new IllegalStateException(
          "Failed to close allocator '" + name + "': " + allocated + " bytes were not released");
    }
  }
}
