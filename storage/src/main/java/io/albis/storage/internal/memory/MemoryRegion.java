// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

/**
 * A contiguous range of addresses that was mapped as a whole and contains the memory of many
 * buffers. Regions are compared by identity.
 *
 * <p>Devices that access memory by themselves (RDMA, user-space NVMe) need it registered: pin the
 * region, then register {@code [address, address + length)}. The pages of a pinned region are
 * neither unmapped nor discarded, so addresses and contents that the device knows stay valid.
 *
 * <p>Thread-safe.
 */
public interface MemoryRegion {

  /** The first address; a multiple of the page size. */
  long address();

  /** The size in bytes; a multiple of the page size. */
  long length();

  /**
   * Keeps the region mapped, and all its pages in place, until every pin is closed. A pinned region
   * still serves buffers. Its idle memory does not count towards the bound on idle memory, because
   * it cannot be given back.
   *
   * @throws IllegalStateException if the region was unmapped; this cannot happen while the caller
   *     holds a buffer of the region or is called by {@link MemoryRegionListener#mapped}
   */
  Registration pin();
}
