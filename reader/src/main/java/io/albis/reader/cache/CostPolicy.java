// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

/** See {@link CachePolicy#cost}. */
final class CostPolicy implements CachePolicy {

  @Override
  public String name() {
    return "cost";
  }

  @Override
  public boolean admits(CachedSegment segment) {
    return segment.plannedScans() > 0 || segment.recentUses() > 1;
  }

  @Override
  public double rank(CachedSegment segment) {
    long scans = Math.max(segment.plannedScans(), segment.recentUses() - 1);
    return scans * (double) segment.loadNanos() / Math.max(1, segment.heldBytes());
  }
}
