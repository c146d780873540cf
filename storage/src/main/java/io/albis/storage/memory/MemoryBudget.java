// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

/**
 * Grants off-heap memory before it is allocated: the memory manager of an engine, for example. Use
 * it with {@link BufferAllocator#within}.
 *
 * <p>Called by several threads at a time, with no lock of the allocator held. An implementation may
 * ask other holders of its memory to release some, also those that hold buffers of this allocator:
 * {@link #release} is then called before {@link #tryReserve} returns.
 */
public interface MemoryBudget {

  /**
   * Grants memory.
   *
   * @param bytes in whole pages
   * @return false to refuse; nothing is granted then
   */
  boolean tryReserve(long bytes);

  /**
   * Grants memory that the caller can do without, such as that of segments read ahead. An
   * implementation should take none away from other holders for it, and must not wait: others may
   * wait for the caller. By default, the same as {@link #tryReserve}.
   *
   * @param bytes in whole pages
   * @return false to refuse; nothing is granted then
   */
  default boolean tryReserveFree(long bytes) {
    return tryReserve(bytes);
  }

  /**
   * Takes back memory that was granted: in the end as much as was granted, but maybe in other
   * pieces. May be called by any thread that releases a buffer. Must not throw.
   *
   * @param bytes in whole pages
   */
  void release(long bytes);
}
