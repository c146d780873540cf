// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.internal.selection.ChunkId;
import io.albis.reader.internal.selection.ChunkUse;
import io.albis.reader.source.SegmentKey;
import io.albis.storage.memory.BufferAllocator;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often a column chunk was requested, and which of its segments (Pixels, section 4.2).
 * Thread-safe.
 */
final class ChunkCounts {

  /** Java heap of the counts and their place in a map, in bytes: an estimate. */
  static final int HEAP = 512;

  /** Java heap of a segment that is remembered, in bytes. */
  private static final int HEAP_PER_SEGMENT = 112;

  private final ChunkId id;
  private final CacheScope scope;
  private final Set<SegmentKey> segments = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytes = new AtomicLong();
  private final LongAdder misses = new LongAdder();

  /** Hits of entries that were removed; the others count for themselves. */
  private final LongAdder hits = new LongAdder();

  ChunkCounts(ChunkId id, CacheScope scope) {
    this.id = id;
    this.scope = scope;
  }

  ChunkId id() {
    return id;
  }

  void countMiss(SegmentKey key) {
    misses.increment();
    if (segments.contains(key) || !scope.reserve(HEAP_PER_SEGMENT)) {
      return;
    }
    if (segments.add(key)) {
      bytes.addAndGet(BufferAllocator.heldBytes(key.length()));
    } else {
      scope.release(HEAP_PER_SEGMENT);
    }
  }

  void addHits(long count) {
    hits.add(count);
  }

  Collection<SegmentKey> segments() {
    return segments;
  }

  ChunkUse use() {
    long hitCount = hits.sum();
    for (SegmentKey key : segments) {
      CacheEntry entry = scope.find(key);
      hitCount += entry == null ? 0 : entry.hits();
    }
    return new ChunkUse(id, segments.size(), bytes.get(), hitCount, misses.sum());
  }
}
