// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

/**
 * Is notified of the {@link MemoryRegion}s of this process.
 *
 * <p>For each region the calls come in the order mapped, unmapping. Calls do not overlap. A
 * listener must neither allocate nor release buffers, and must not wait for a thread that does.
 */
public interface MemoryRegionListener {

  /**
   * A region was mapped; no buffer lies in it yet. Also called for every existing region when the
   * listener is added.
   *
   * <p>If this method throws, the allocation that needed the region fails with that exception.
   */
  void mapped(MemoryRegion region);

  /**
   * A region is about to be unmapped; no buffer lies in it any more.
   *
   * <p>If this method throws, the region stays mapped for the life of the process, since a device
   * may still access it; the exception is logged.
   */
  void unmapping(MemoryRegion region);
}
