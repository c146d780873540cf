// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

/** See {@link CachePolicy#lru}. */
final class LruPolicy implements CachePolicy {

  @Override
  public String name() {
    return "lru";
  }

  @Override
  public boolean admits(CachedSegment segment) {
    return true;
  }

  @Override
  public double rank(CachedSegment segment) {
    return 0;
  }
}
