// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.cache.policy.ChunkId;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SourceTable;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The entries of one table for the readers of one identity: what they have loaded, no reader with
 * another identity gets. Thread-safe.
 */
final class CacheScope {

  /** Nanoseconds per page before anything has been loaded: 1 GB/s. */
  private static final long NANOS_PER_KIB = 1024;

  private final CacheStore store;
  private final SourceTable table;
  private final Map<SegmentKey, CacheEntry> entries = new ConcurrentHashMap<>();
  private final Map<String, CachedFile> files = new ConcurrentHashMap<>();
  private final Map<ChunkId, ChunkCounts> chunks = new ConcurrentHashMap<>();
  private final Map<Integer, ColumnCounts> columns = new ConcurrentHashMap<>();

  /** The sources of open tables. */
  private final Set<CacheSource> sources = ConcurrentHashMap.newKeySet();

  private final AtomicLong loadedBytes = new AtomicLong();
  private final AtomicLong loadNanos = new AtomicLong();

  CacheScope(CacheStore store, SourceTable table) {
    this.store = store;
    this.table = table;
  }

  CacheStore store() {
    return store;
  }

  SourceTable table() {
    return table;
  }

  Set<CacheSource> sources() {
    return sources;
  }

  /** The entry of a segment; null if there is none. */
  CacheEntry find(SegmentKey key) {
    return entries.get(key);
  }

  /** The entry of a segment, created if there is none. */
  CacheEntry entry(SegmentKey key) {
    CacheEntry known = entries.get(key);
    return known != null ? known : entries.computeIfAbsent(key, this::create);
  }

  private CacheEntry create(SegmentKey key) {
    CachedFile file = files.computeIfAbsent(key.path(), CachedFile::new);
    ChunkCounts chunk =
        store.countsChunks()
            ? chunks.computeIfAbsent(
                new ChunkId(key.tableId(), key.path(), key.chunkOffset()),
                id -> new ChunkCounts(id, this))
            : null;
    return new CacheEntry(this, key, file, chunk);
  }

  /** Forgets a dead entry, whose hits it keeps. */
  void removed(CacheEntry entry) {
    entries.remove(entry.key(), entry);
    long hits = entry.hits();
    column(entry.key()).addHits(hits, hits * entry.key().length());
    if (entry.chunk() != null) {
      entry.chunk().addHits(hits);
    }
  }

  Collection<CacheEntry> entries() {
    return entries.values();
  }

  Collection<ChunkCounts> chunks() {
    return chunks.values();
  }

  Collection<ColumnCounts> columns() {
    return columns.values();
  }

  ColumnCounts column(SegmentKey key) {
    return columns.computeIfAbsent(key.columnGroup(), group -> new ColumnCounts(table, group));
  }

  /** Counts a request that was not a hit. */
  void countMiss(CacheEntry entry) {
    SegmentKey key = entry.key();
    column(key).countMiss(key.length());
    if (entry.chunk() != null) {
      entry.chunk().countMiss(key);
    }
  }

  void countLoad(long bytes, long nanos) {
    loadedBytes.addAndGet(bytes);
    loadNanos.addAndGet(nanos);
  }

  /** The nanoseconds that loading some bytes takes, according to the loads so far. */
  long expectedNanos(long bytes) {
    long loaded = loadedBytes.get();
    return loaded == 0
        ? bytes / 1024 * NANOS_PER_KIB
        : (long) (bytes * (loadNanos.get() / (double) loaded));
  }

  /** Whether nothing refers to it any more. */
  boolean isUnused() {
    return sources.isEmpty() && entries.isEmpty();
  }
}
