// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.format.error.AlbisException;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.internal.io.ReuseTuner;
import io.albis.reader.internal.io.SourceUses;
import io.albis.reader.source.KeptMetadata;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.internal.memory.Reuse;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** The segments of one open table through a cache. Thread-safe. */
public final class CacheSource implements SegmentSource {

  private final CacheStore store;
  private final CacheScope scope;
  private final SegmentReader reader;

  /** Memory of the table, for segments that are read without the cache. */
  private final BufferAllocator allocator;

  private final Shared shared;

  /** What the sources of one table with different allocators share. */
  private static final class Shared {

    private final SourceUses uses = new SourceUses();

    /** When the table was opened, in milliseconds of the cache's clock. */
    private final long openedMillis;

    private volatile long snapshotId;
    private volatile Function<PlannedScans, Map<SegmentKey, Long>> planned;

    private Shared(long openedMillis) {
      this.openedMillis = openedMillis;
    }
  }

  /**
   * Opens the source of a table.
   *
   * @param reader of the table
   * @param allocator of its cursors
   */
  public CacheSource(CacheStore store, SegmentReader reader, BufferAllocator allocator) {
    this.store = store;
    this.reader = reader;
    this.allocator = allocator;
    this.shared = new Shared(store.nowMillis());
    this.scope = store.scopes().open(reader.table(), this);
  }

  private CacheSource(CacheSource source, BufferAllocator allocator) {
    this.store = source.store;
    this.scope = source.scope;
    this.reader = source.reader;
    this.shared = source.shared;
    this.allocator = allocator;
  }

  @Override
  public CacheSource withAllocator(BufferAllocator other) {
    return new CacheSource(this, other);
  }

  @Override
  public void opened(long snapshotId, Function<PlannedScans, Map<SegmentKey, Long>> planned) {
    shared.snapshotId = snapshotId;
    shared.planned = planned;
    store.plans().attached(this);
  }

  @Override
  public KeptMetadata metadata(
      String path, Object identity, Runnable checkAccess, Supplier<? extends KeptMetadata> read) {
    return store
        .metadata()
        .get(scope.table(), path, identity, shared.openedMillis, checkAccess, read);
  }

  CacheStore store() {
    return store;
  }

  CacheScope scope() {
    return scope;
  }

  boolean isClosed() {
    return shared.uses.isClosed();
  }

  /** Whether planned scans are of the snapshot that is open here. */
  boolean isOf(PlannedScans planned) {
    return shared.planned != null
        && !isClosed()
        && scope.table().id().equals(planned.tableId())
        && shared.snapshotId == planned.snapshotId();
  }

  /**
   * The segments that a planned scan will read, in its order, and how many rows of each; null if
   * the table has been closed.
   */
  Map<SegmentKey, Long> rowsOfSegments(PlannedScans planned) {
    return shared.planned.apply(planned);
  }

  @Override
  public SegmentLease tryAcquire(SegmentKey key) {
    CacheEntry entry = scope.find(key);
    return entry != null
            && entry.file().isReadable(store.nowMillis())
            && entry.tryLease(store.useOfHit())
        ? entry
        : null;
  }

  @Override
  public void skipped(SegmentKey key, long rows) {
    scope.finishScan(key, rows);
  }

  @Override
  public boolean mayBlock(SegmentKey key) {
    CacheEntry entry = scope.find(key);
    return (entry == null || entry.state() != EntryWord.LOADED) && reader.mayBlock(key);
  }

  @Override
  public PendingSegments acquire(List<SegmentKey> keys, SegmentReader ofScan) {
    checkAccess(keys, ofScan);
    OffHeapBuffer[] own = new OffHeapBuffer[keys.size()];
    try {
      while (true) {
        SegmentRequest request = new SegmentRequest(this, keys, ofScan, true);
        int missing = claim(request, own);
        if (missing < 0) {
          return read(request);
        }
        // May wait for others, who may wait for what they request: so nothing is claimed meanwhile.
        own[missing] = allocator.allocate(keys.get(missing).length());
      }
    } finally {
      for (OffHeapBuffer unused : own) {
        if (unused != null) {
          unused.release();
        }
      }
    }
  }

  private static SegmentRequest read(SegmentRequest request) {
    try {
      request.read();
    } catch (RuntimeException | Error e) {
      request.close();
      throw e;
    }
    return request;
  }

  /**
   * Claims the segments that a request must load, and gives them memory, without waiting.
   *
   * @param own memory of the table, by segment, for those that find none in the cache; null where
   *     none has been allocated, or once it is used
   * @return the first segment without memory: nothing is claimed then; -1 if there is none
   */
  private int claim(SegmentRequest request, OffHeapBuffer[] own) {
    boolean isComplete = false;
    try {
      request.claim();
      for (int i = 0; i < own.length; i++) {
        RequestedSegment segment = request.segment(i);
        if (segment.isOwned() && !allocate(segment, own, i)) {
          return i;
        }
      }
      isComplete = true;
      return -1;
    } finally {
      if (!isComplete) {
        request.abandon();
      }
    }
  }

  private boolean allocate(RequestedSegment segment, OffHeapBuffer[] own, int i) {
    OffHeapBuffer buffer = tryAllocate(segment, Reuse.HOT);
    if (buffer != null) {
      segment.setCached(buffer);
      return true;
    }
    if (own[i] == null) {
      own[i] = allocator.tryAllocate(segment.key().length());
    }
    if (own[i] == null) {
      return false;
    }
    segment.setUncached(own[i]);
    own[i] = null;
    return true;
  }

  /** Allocates memory of the cache; null if there is none. */
  private OffHeapBuffer tryAllocate(RequestedSegment segment, Reuse reuse) {
    return segment.entry() == null ? null : store.tryAllocate(segment.entry(), reuse);
  }

  @Override
  public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader ofScan) {
    try {
      checkAccess(keys, ofScan);
    } catch (AlbisException e) {
      // The cursor gets the error when it reaches these segments.
      return null;
    }
    SegmentRequest request = new SegmentRequest(this, keys, ofScan, true);
    Reuse reuse = ReuseTuner.shared().current();
    boolean hasMemory = false;
    try {
      hasMemory = request.claim().stream().allMatch(segment -> allocateAhead(segment, reuse));
    } finally {
      if (!hasMemory) {
        request.abandon();
      }
    }
    if (!hasMemory) {
      return null;
    }
    request.readAsync();
    return request;
  }

  /** Allocates memory of the cache or, if less than half of it is in use, of the table. */
  private boolean allocateAhead(RequestedSegment segment, Reuse reuse) {
    OffHeapBuffer buffer = tryAllocate(segment, reuse);
    if (buffer != null) {
      segment.setCached(buffer);
      return true;
    }
    int length = segment.key().length();
    if (allocator.allocatedBytes() + length <= allocator.limit() / 2) {
      buffer = reuse.tryAllocate(allocator, length);
    }
    if (buffer == null) {
      return false;
    }
    segment.setUncached(buffer);
    return true;
  }

  /** Asks the storage whether a file may be read, if the last answer is too old. */
  private void checkAccess(List<SegmentKey> keys, SegmentReader ofScan) {
    CachedFile last = null;
    for (SegmentKey key : keys) {
      CacheEntry entry = scope.find(key);
      if (entry != null && entry.file() != last && entry.state() == EntryWord.LOADED) {
        last = entry.file();
        if (!last.isReadable(store.nowMillis())) {
          ofScan.checkAccess(last.path());
          last.readableUntil(store.nowMillis() + store.accessMillis());
        }
      }
    }
  }

  /**
   * Loads segments in the background, without evicting others; see {@link BackgroundLoads}, which
   * keeps the table open.
   *
   * @return null if there is no memory
   */
  SegmentRequest loadFree(List<SegmentKey> keys) {
    SegmentRequest request = new SegmentRequest(this, keys, reader, false);
    boolean hasMemory = false;
    try {
      hasMemory = request.claim().stream().allMatch(this::allocateFree);
    } finally {
      if (!hasMemory) {
        request.abandon();
      }
    }
    if (!hasMemory) {
      return null;
    }
    request.readAsync();
    return request;
  }

  private boolean allocateFree(RequestedSegment segment) {
    OffHeapBuffer buffer =
        segment.entry() == null
            ? null
            : store.memory().tryAllocate(segment.key().length(), Reuse.COLD);
    segment.setCached(buffer);
    return buffer != null;
  }

  /** Called before a segment is published. */
  void permitted(CacheEntry entry) {
    // The storage has said so since the table was opened: the file may be open since then.
    entry.file().readableUntil(shared.openedMillis + store.accessMillis());
  }

  /** Called when a segment has been published. */
  void loaded(CacheEntry entry) {
    if (entry.leases() == 0) {
      store.settle(entry);
    }
  }

  /** What reads the table in the background. */
  SourceUses uses() {
    return shared.uses;
  }

  /** Waits for reads of the table; the segments stay in the cache. */
  @Override
  public void close() {
    shared.uses.close();
    store.scopes().close(scope, this);
  }
}
