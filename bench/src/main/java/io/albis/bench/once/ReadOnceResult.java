// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.once;

import java.util.List;

/**
 * Scans of different parts of a table, each of them once with the cache and once without it.
 *
 * @param parts in order
 * @param medianSpeed the median of the speeds of the parts with the cache, as a multiple of those
 *     without it
 */
public record ReadOnceResult(List<Part> parts, double medianSpeed) {

  /** Copies the list. */
  public ReadOnceResult {
    parts = List.copyOf(parts);
  }

  /**
   * A part.
   *
   * @param bytes of its segments
   * @param directMillis time of the scan without the cache
   * @param cachedMillis time of the scan with the cache
   * @param segmentBytes memory of segments in the cache after the scan
   * @param heldBytes memory of the cache after the scan, with that of metadata and entries
   * @param peakBytes the most memory that the cache has had so far
   * @param residentBytes memory of the process after the scan with the cache; -1 if unknown
   * @param residentBefore memory of the process before it; -1 if unknown
   */
  public record Part(
      long bytes,
      double directMillis,
      double cachedMillis,
      long segmentBytes,
      long heldBytes,
      long peakBytes,
      long residentBytes,
      long residentBefore) {

    /** The speed with the cache, as a multiple of that without it. */
    public double speed() {
      return directMillis / cachedMillis;
    }
  }
}
