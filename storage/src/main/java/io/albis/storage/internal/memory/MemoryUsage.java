// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.memory;

/**
 * How the off-heap memory of this process is used, in bytes. If other threads allocate at the same
 * time, the numbers are from slightly different moments.
 *
 * @param mapped address space of all regions
 * @param occupied address space of the regions that contain buffers
 * @param used memory of buffers, in whole pages
 * @param idle memory kept for reuse: in no buffer, but possibly backed
 * @param largestFree the largest free range in an occupied region
 */
public record MemoryUsage(long mapped, long occupied, long used, long idle, long largestFree) {

  /** The free share of the occupied address space, from 0 to 1. */
  public double externalFragmentation() {
    return occupied == 0 ? 0 : (occupied - used) / (double) occupied;
  }
}
