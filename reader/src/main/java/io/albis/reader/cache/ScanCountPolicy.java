// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

/** See {@link CachePolicy#scanCount}. */
final class ScanCountPolicy implements CachePolicy {

  @Override
  public String name() {
    return "scan-count";
  }

  @Override
  public boolean admits(CachedSegment segment) {
    return segment.plannedScans() > 0 || segment.recentUses() > 1;
  }

  @Override
  public double rank(CachedSegment segment) {
    return segment.plannedScans() + 1 - 1.0 / (1 + Math.max(0, segment.recentUses()));
  }
}
