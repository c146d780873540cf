// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import io.albis.reader.internal.replay.ForwardingSegmentSource;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;

/** A column cache for one table, which is closed with it; so small that it must evict. */
final class CacheOfTable extends ForwardingSegmentSource {

  private static final long LIMIT = 256 << 10;

  private final ColumnCache cache;

  private CacheOfTable(ColumnCache cache, SegmentSource source) {
    super(source);
    this.cache = cache;
  }

  @Override
  protected SegmentSource forwardingTo(SegmentSource other) {
    return new CacheOfTable(cache, other);
  }

  static SegmentSource open(SegmentReader reader, BufferAllocator allocator) {
    ColumnCache cache =
        ColumnCache.builder()
            .limit(LIMIT)
            .policy(CachePolicy.lru())
            .pressure(MemoryPressure.none())
            .build();
    return new CacheOfTable(cache, cache.source().apply(reader, allocator));
  }

  @Override
  public void close() {
    super.close();
    cache.close();
  }
}
