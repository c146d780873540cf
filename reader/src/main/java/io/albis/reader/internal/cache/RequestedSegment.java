// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * One segment of a {@link SegmentRequest}, and what the request owns for it: a lease, unless the
 * segment is read without the cache, and the memory that it is read into. As thread-safe as the
 * request.
 */
final class RequestedSegment {

  private final CacheScope scope;
  private final SegmentKey key;

  /** Null if there is no room for an entry. */
  private CacheEntry entry;

  /** The load that it waits for; null if it was a hit. */
  private Load load;

  /** Whether the request loads it. */
  private boolean isOwned;

  /** Whether the request reads it without the cache. */
  private boolean isUncached;

  /** The memory that the request reads it into; null once it is given away. */
  private OffHeapBuffer buffer;

  /** Whether the consumer has taken or released it. */
  private boolean isTaken;

  RequestedSegment(CacheScope scope, SegmentKey key) {
    this.scope = scope;
    this.key = key;
  }

  /** A segment that was read without the cache; its scans may be planned all the same. */
  private record Uncached(OffHeapBuffer buffer, CacheScope scope, SegmentKey key)
      implements SegmentLease {
    @Override
    public void close() {
      close(Long.MAX_VALUE);
    }

    @Override
    public void close(long rows) {
      buffer.release();
      scope.finishScan(key, rows);
    }
  }

  /** Leases the segment, joins its load, or claims it for the load of the request. */
  void claim(Load own, long now) {
    do {
      entry = scope.entry(key);
      load = entry == null ? own : entry.claim(own, now);
    } while (load == Load.OF_DEAD);
    isOwned = load == own;
  }

  /** Leaves the load to an equal segment of the request. */
  void leaveLoad() {
    isOwned = false;
  }

  SegmentKey key() {
    return key;
  }

  CacheEntry entry() {
    return entry;
  }

  boolean isOwned() {
    return isOwned;
  }

  boolean isUncached() {
    return isUncached;
  }

  boolean isTaken() {
    return isTaken;
  }

  Load load() {
    return load;
  }

  OffHeapBuffer buffer() {
    return buffer;
  }

  boolean isDone() {
    return load == null || load.isDone();
  }

  /** Sets the memory of a segment that is loaded into the cache. */
  void setCached(OffHeapBuffer memory) {
    buffer = memory;
  }

  /** Sets the memory of a segment that is read without the cache, whose lease is not needed. */
  void setUncached(OffHeapBuffer memory) {
    buffer = memory;
    isUncached = true;
    if (entry != null) {
      entry.failed();
      entry.end();
    }
  }

  /** Publishes the bytes of a segment that was loaded. */
  void publish(long nanos) {
    OffHeapBuffer loaded = buffer;
    buffer = null;
    entry.loaded(loaded, nanos);
  }

  /** Takes back a segment that could not be loaded. */
  void takeBack() {
    // Before others may load the segment again, which needs memory.
    releaseBuffer();
    if (!isUncached && entry != null) {
      entry.failed();
    }
  }

  /** Whether its owner has read it without the cache, or it was evicted. */
  boolean isGone() {
    return !isOwned && entry.state() != EntryWord.LOADED;
  }

  /** Whether another request has leased it or waits for it. */
  boolean isWantedByOthers() {
    return isOwned && !isUncached && entry != null && entry.leases() > 1;
  }

  /** Hands the segment to the consumer, who owns the lease. */
  SegmentLease take() {
    isTaken = true;
    if (!isUncached) {
      if (load != null && !isOwned) {
        entry.countHit();
      }
      return entry;
    }
    OffHeapBuffer memory = buffer;
    buffer = null;
    return new Uncached(memory, scope, key);
  }

  /** Ends the lease of a segment whose load has failed, before it is requested again. */
  void giveUp() {
    isTaken = true;
    entry.end();
  }

  /** Ends the lease of a segment that was not taken: after its load, which goes on for others. */
  void drop() {
    isTaken = true;
    if (load == null) {
      // Without an entry, the request has failed before it came to this segment.
      if (entry != null) {
        entry.undoHit();
      }
      return;
    }
    CompletableFuture<Void> unused =
        load.whenComplete(
            (none, thrown) -> {
              if (isUncached) {
                releaseBuffer();
              } else if (entry != null) {
                entry.end();
              }
            });
  }

  private void releaseBuffer() {
    OffHeapBuffer memory = buffer;
    buffer = null;
    if (memory != null) {
      memory.release();
    }
  }
}
