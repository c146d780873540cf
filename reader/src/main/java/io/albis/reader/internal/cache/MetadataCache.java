// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.format.error.AlbisIOException;
import io.albis.reader.source.KeptMetadata;
import io.albis.reader.source.SourceTable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The parsed metadata of manifests and data files, for all tables. Counts against the bound of the
 * cache, and has a bound of its own, under which the files that were used least recently go first.
 * Segments make room for it, never the other way round. Thread-safe.
 */
final class MetadataCache {

  /** How often segments are evicted for metadata before other metadata goes. */
  private static final int MAX_ROUNDS = 3;

  /** Evicted at once, so that not each section evicts a segment. */
  private static final long MIN_EVICTED = 64 << 10;

  private final CacheStore store;
  private final long limit;

  /** Least recently used first. Guarded by itself, as are the bytes of its entries. */
  private final Map<Key, Entry> entries = new LinkedHashMap<>(64, 0.75f, true);

  private final AtomicLong held = new AtomicLong();
  private final LongAdder hits = new LongAdder();
  private final LongAdder reads = new LongAdder();

  private record Key(UUID table, Object reader, String path, Object identity) {}

  /** The metadata of a file. */
  private final class Entry implements LongConsumer {

    private final Key key;

    /** Held while the file is read. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Null until it has been read. Guarded by the lock, as is the time. */
    private KeptMetadata metadata;

    /** Until when the reader is known to may read the file, in milliseconds of the clock. */
    private long validUntil;

    /** Heap that is counted. Guarded by the map. */
    private long bytes;

    Entry(Key key) {
      this.key = key;
    }

    /** Called when the metadata has grown. */
    @Override
    public void accept(long more) {
      add(this, more);
    }
  }

  /**
   * Creates an empty cache.
   *
   * @param limit of the heap of all metadata, in bytes
   */
  MetadataCache(CacheStore store, long limit) {
    this.store = store;
    this.limit = limit;
  }

  /**
   * The metadata of a file of a table for the readers of one identity.
   *
   * @param openedMillis when the table was opened, in milliseconds of the cache's clock: since
   *     then, the storage has permitted what is read
   */
  KeptMetadata get(
      SourceTable table,
      String path,
      Object identity,
      long openedMillis,
      Runnable checkAccess,
      Supplier<? extends KeptMetadata> read) {
    if (store.isClosed()) {
      return read.get();
    }
    Key key = new Key(table.id(), table.reader(), path, identity);
    Entry entry;
    synchronized (entries) {
      entry = entries.computeIfAbsent(key, Entry::new);
    }
    KeptMetadata made;
    lock(entry);
    try {
      if (entry.metadata != null) {
        if (store.nowMillis() >= entry.validUntil) {
          checkAccess.run();
          entry.validUntil = store.nowMillis() + store.accessMillis();
        }
        hits.increment();
        return entry.metadata;
      }
      try {
        made = read.get();
      } catch (RuntimeException | Error e) {
        forget(entry);
        throw e;
      }
      reads.increment();
      entry.metadata = made;
      entry.validUntil = openedMillis + store.accessMillis();
    } finally {
      entry.lock.unlock();
    }
    add(entry, made.onGrowth(entry));
    return made;
  }

  /** Waits for another reader of the file. */
  private static void lock(Entry entry) {
    try {
      entry.lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AlbisIOException(
          "Failed to read " + entry.key.path + ": the thread was interrupted", e);
    }
  }

  private void forget(Entry entry) {
    synchronized (entries) {
      entries.remove(entry.key, entry);
    }
  }

  /** Counts heap of an entry; lets go of other entries if there is no room, or else of this one. */
  private void add(Entry entry, long bytes) {
    synchronized (entries) {
      if (entries.get(entry.key) != entry) {
        return;
      }
      while (held.get() + bytes > bound() || !tryReserve(bytes)) {
        if (!evictOldest(entry)) {
          evict(entry);
          entries.remove(entry.key);
          return;
        }
      }
      entry.bytes += bytes;
      held.addAndGet(bytes);
    }
  }

  private long bound() {
    return store.isClosed() ? 0 : Math.min(limit, store.limit());
  }

  private boolean tryReserve(long bytes) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      if (store.memory().tryReserveHeap(bytes)) {
        return true;
      }
      if (store.evictFor(Math.max(bytes, MIN_EVICTED)) == 0) {
        return false;
      }
    }
    return store.memory().tryReserveHeap(bytes);
  }

  /** Lets go of the entry that was used least recently and is not the given one. */
  private boolean evictOldest(Entry kept) {
    for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
      Entry oldest = all.next();
      if (oldest != kept && oldest.bytes > 0) {
        evict(oldest);
        all.remove();
        return true;
      }
    }
    return false;
  }

  private void evict(Entry entry) {
    store.memory().releaseHeap(entry.bytes);
    held.addAndGet(-entry.bytes);
    entry.bytes = 0;
  }

  /** Lets go of what is over the bound, after that was lowered. */
  void trim() {
    synchronized (entries) {
      boolean isOver = held.get() > bound();
      while (isOver) {
        isOver = evictOldest(null) && held.get() > bound();
      }
    }
  }

  /** Lets go of everything. */
  void clear() {
    synchronized (entries) {
      entries.values().forEach(this::evict);
      entries.clear();
    }
  }

  /** The heap that is counted, in bytes. */
  long heldBytes() {
    return held.get();
  }

  /** Files whose metadata is in memory. */
  int files() {
    synchronized (entries) {
      return entries.size();
    }
  }

  /** Requests that were served from memory. */
  long hits() {
    return hits.sum();
  }

  /** Files that were read. */
  long reads() {
    return reads.sum();
  }
}
