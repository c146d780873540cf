// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.internal.selection.ChunkId;
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
final class CacheScope implements HeapBudget {

  /** Nanoseconds per KiB before anything has been loaded: 1 GB/s. */
  private static final long NANOS_PER_KIB = 1024;

  private final CacheStore store;
  private final SourceTable table;
  private final CacheScopes.Key key;
  private final Map<SegmentKey, CacheEntry> entries = new ConcurrentHashMap<>();
  private final Map<String, CachedFile> files = new ConcurrentHashMap<>();
  private final Map<ChunkId, ChunkCounts> chunks = new ConcurrentHashMap<>();
  private final Map<Integer, ColumnCounts> columns = new ConcurrentHashMap<>();

  /** The sources of open tables. */
  private final Set<CacheSource> sources = ConcurrentHashMap.newKeySet();

  private final AtomicLong loadedBytes = new AtomicLong();
  private final AtomicLong loadNanos = new AtomicLong();

  /** Java heap of what is in the maps. Guarded by this. */
  private long heap;

  /** Whether the cache has forgotten the scope. Guarded by this. */
  private boolean isDiscarded;

  CacheScope(CacheStore store, SourceTable table) {
    this.store = store;
    this.table = table;
    this.key = new CacheScopes.Key(table);
  }

  CacheStore store() {
    return store;
  }

  SourceTable table() {
    return table;
  }

  CacheScopes.Key key() {
    return key;
  }

  Set<CacheSource> sources() {
    return sources;
  }

  @Override
  public synchronized boolean reserve(long bytes) {
    if (isDiscarded || !store.memory().tryReserveHeap(bytes)) {
      return false;
    }
    heap += bytes;
    return true;
  }

  @Override
  public synchronized void release(long bytes) {
    if (!isDiscarded) {
      store.memory().releaseHeap(bytes);
      heap -= bytes;
    }
  }

  /** The entry of a segment; null if there is none. */
  CacheEntry find(SegmentKey key) {
    return entries.get(key);
  }

  /** The entry of a segment, created if there is none; null if there is no room for it. */
  CacheEntry entry(SegmentKey key) {
    CacheEntry known = entries.get(key);
    if (known == null) {
      known = entries.computeIfAbsent(key, this::create);
    }
    return known == null && store.evictForHeap()
        ? entries.computeIfAbsent(key, this::create)
        : known;
  }

  /** Counts a planned scan of some rows of a segment that the scan has no lease of. */
  void finishScan(SegmentKey key, long rows) {
    CacheEntry planned = find(key);
    if (planned != null) {
      planned.finishScan(rows);
      planned.removeIfUnplanned();
      // Another request may have loaded it for this scan.
      planned.settleIfUndecided();
    }
  }

  private CacheEntry create(SegmentKey key) {
    if (!reserve(CacheEntry.HEAP)) {
      return null;
    }
    ColumnCounts column =
        columns.computeIfAbsent(
            key.columnGroup(),
            group -> reserve(ColumnCounts.HEAP) ? new ColumnCounts(table, group) : null);
    CachedFile file = column == null ? null : files.compute(key.path(), this::use);
    if (file == null) {
      release(CacheEntry.HEAP);
      return null;
    }
    return new CacheEntry(this, key, file, store.countsChunks() ? chunk(key) : null);
  }

  private CachedFile use(String path, CachedFile known) {
    if (known != null) {
      known.addEntry();
      return known;
    }
    return reserve(CachedFile.HEAP) ? new CachedFile(path) : null;
  }

  /** The counts of a chunk; null if there is no room for them. */
  private ChunkCounts chunk(SegmentKey key) {
    return chunks.computeIfAbsent(
        new ChunkId(key.tableId(), key.path(), key.chunkOffset()),
        id -> reserve(ChunkCounts.HEAP) ? new ChunkCounts(id, this) : null);
  }

  /** Forgets a dead entry, whose hits it keeps. */
  void removed(CacheEntry entry) {
    long hits = entry.hits();
    column(entry.key()).addHits(hits, hits * entry.key().length());
    if (entry.chunk() != null) {
      entry.chunk().addHits(hits);
    }
    files.computeIfPresent(
        entry.key().path(),
        (path, file) -> {
          if (file.removeEntry()) {
            return file;
          }
          release(CachedFile.HEAP);
          return null;
        });
    release(CacheEntry.HEAP + entry.retireLeases());
    // Last, since the scope may be discarded without it.
    entries.remove(entry.key(), entry);
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

  /** The counts of the column group of a segment that has, or had, an entry. */
  ColumnCounts column(SegmentKey key) {
    return columns.get(key.columnGroup());
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

  /** Forgets everything, if nothing refers to it any more. */
  boolean discardIfUnused() {
    if (!sources.isEmpty() || !entries.isEmpty()) {
      return false;
    }
    discard();
    return true;
  }

  /** Gives back the heap; from now on, there is no room for entries. */
  synchronized void discard() {
    if (!isDiscarded) {
      isDiscarded = true;
      store.memory().releaseHeap(heap);
    }
  }
}
