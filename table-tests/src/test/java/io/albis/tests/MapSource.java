// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps every segment until the table is closed: the simplest alternative to the direct source. A
 * segment is its own lease, so a hit allocates nothing.
 */
class MapSource implements SegmentSource {

  private final BufferAllocator allocator = BufferAllocator.create("map of segments", 1L << 30);
  private final Map<SegmentKey, Held> held = new ConcurrentHashMap<>();
  private final AtomicInteger hits = new AtomicInteger();
  private final AtomicInteger misses = new AtomicInteger();
  private boolean closed;

  /** A segment in memory; the map holds one reference to it, and each lease another one. */
  private record Held(OffHeapBuffer buffer) implements SegmentLease {
    Held lease() {
      buffer.retain();
      return this;
    }

    @Override
    public void close() {
      buffer.release();
    }
  }

  /** Segments that were in the map when they were requested, or have been read into it. */
  private static final class Found implements PendingSegments {
    private final Held[] leases;

    Found(List<Held> leases) {
      this.leases = leases.toArray(Held[]::new);
    }

    @Override
    public boolean isDone() {
      return true;
    }

    @Override
    public SegmentLease take(int index) {
      Held lease = leases[index];
      leases[index] = null;
      return lease;
    }

    @Override
    public void close() {
      for (int i = 0; i < leases.length; i++) {
        if (leases[i] != null) {
          leases[i].close();
          leases[i] = null;
        }
      }
    }
  }

  int hits() {
    return hits.get();
  }

  int misses() {
    return misses.get();
  }

  @Override
  public SegmentLease tryAcquire(SegmentKey key) {
    Held found = held.get(key);
    if (found == null) {
      return null;
    }
    hits.incrementAndGet();
    return found.lease();
  }

  @Override
  public PendingSegments acquire(List<SegmentKey> keys, SegmentReader reader) {
    List<Held> leases = new ArrayList<>();
    try {
      for (SegmentKey key : keys) {
        leases.add(held.computeIfAbsent(key, missing -> read(missing, reader)).lease());
      }
    } catch (RuntimeException e) {
      leases.forEach(Held::close);
      throw e;
    }
    return new Found(leases);
  }

  private Held read(SegmentKey key, SegmentReader reader) {
    misses.incrementAndGet();
    OffHeapBuffer buffer = allocator.allocate(key.length());
    try {
      reader.read(List.of(key), List.of(buffer));
    } catch (RuntimeException e) {
      buffer.release();
      throw e;
    }
    return new Held(buffer);
  }

  @Override
  public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader reader) {
    try {
      return acquire(keys, reader);
    } catch (RuntimeException e) {
      // The cursor gets the error when it reaches these segments.
      return null;
    }
  }

  @Override
  public boolean mayBlock(SegmentKey key) {
    return !held.containsKey(key);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      held.values().forEach(Held::close);
      held.clear();
      allocator.close();
    }
  }
}
