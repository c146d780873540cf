// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.policy.CachePolicies;
import io.albis.reader.cache.policy.MemoryPressure;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;
import java.util.List;

/** A column cache for one table, which is closed with it; so small that it must evict. */
record CacheOfTable(ColumnCache cache, SegmentSource source) implements SegmentSource {

  private static final long LIMIT = 256 << 10;

  static SegmentSource open(SegmentReader reader, BufferAllocator allocator) {
    ColumnCache cache =
        ColumnCache.builder()
            .limit(LIMIT)
            .policy(CachePolicies.lru())
            .pressure(MemoryPressure.none())
            .build();
    return new CacheOfTable(cache, cache.source().open(reader, allocator));
  }

  @Override
  public SegmentLease tryAcquire(SegmentKey key) {
    return source.tryAcquire(key);
  }

  @Override
  public PendingSegments acquire(List<SegmentKey> keys, SegmentReader reader) {
    return source.acquire(keys, reader);
  }

  @Override
  public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader reader) {
    return source.prefetch(keys, reader);
  }

  @Override
  public boolean mayBlock(SegmentKey key) {
    return source.mayBlock(key);
  }

  @Override
  public void close() {
    source.close();
    cache.close();
  }
}
