// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

/**
 * Holds buffers that it can release on demand, such as a cache or data that was read ahead. Before
 * an allocation fails for lack of memory, the allocator asks the holders that were registered with
 * {@link BufferAllocator#register}.
 */
@FunctionalInterface
public interface MemoryHolder {

  /**
   * Releases buffers of the allocator that this holder is registered with.
   *
   * <p>May be called by any allocating thread, by several at a time, and by a thread that allocates
   * on behalf of the holder itself. No lock of the allocator is held during the call. An
   * implementation
   *
   * <ul>
   *   <li>must not allocate from the same allocator: that throws {@link IllegalStateException};
   *   <li>must not wait for a lock, or for a thread, that could itself wait for an allocation;
   *   <li>should release the buffers before it returns: what is released later may be too late.
   * </ul>
   *
   * <p>Exceptions propagate to the allocating caller.
   *
   * @param bytes the number of bytes that are missing; more or fewer may be released
   * @return the bytes released, 0 if there is nothing to release
   */
  long reclaim(long bytes);
}
