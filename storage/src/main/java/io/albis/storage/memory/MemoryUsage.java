// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

/**
 * What the off-heap memory of this process is used for, in bytes. Taken while other threads
 * allocate, the figures are of slightly different moments.
 *
 * @param mapped address space of all regions
 * @param occupied address space of the regions that buffers lie in
 * @param used what buffers hold, in whole pages
 * @param idle what no buffer holds and yet may be backed by memory: kept for reuse
 * @param largestFree the largest range in an occupied region that no buffer holds
 */
public record MemoryUsage(long mapped, long occupied, long used, long idle, long largestFree) {

  /** The share of occupied address space that no buffer holds, from 0 to 1. */
  public double externalFragmentation() {
    return occupied == 0 ? 0 : (occupied - used) / (double) occupied;
  }
}
