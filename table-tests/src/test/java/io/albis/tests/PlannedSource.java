// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.reader.cache.PlannedScans;
import io.albis.reader.source.KeptMetadata;
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
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A small cache of one table, written against the public interfaces alone: keeps the segments of a
 * plan, and the metadata of files, also while the table is closed. Reads everything else into the
 * memory of the scan. Not for several threads.
 */
final class PlannedSource implements AutoCloseable {

  private final BufferAllocator memory = BufferAllocator.create("planned segments", 1L << 30);
  private final Map<SegmentKey, OffHeapBuffer> kept = new ConcurrentHashMap<>();
  private final Map<List<Object>, KeptMetadata> metadata = new ConcurrentHashMap<>();
  private final AtomicInteger metadataReads = new AtomicInteger();
  private Map<SegmentKey, Long> plan = Map.of();
  private Function<PlannedScans, Map<SegmentKey, Long>> planner;

  BiFunction<SegmentReader, BufferAllocator, SegmentSource> source() {
    return OfTable::new;
  }

  /** Keeps what these scans read from now on. */
  void plan(PlannedScans scans) {
    plan = planner.apply(scans);
  }

  Map<SegmentKey, Long> plan() {
    return plan;
  }

  int metadataReads() {
    return metadataReads.get();
  }

  @Override
  public void close() {
    kept.values().forEach(OffHeapBuffer::release);
    memory.close();
  }

  private record Lease(OffHeapBuffer buffer) implements SegmentLease {
    @Override
    public void close() {
      buffer.release();
    }
  }

  private record Done(List<SegmentLease> leases) implements PendingSegments {
    @Override
    public boolean isDone() {
      return true;
    }

    @Override
    public SegmentLease take(int index) {
      return leases.set(index, null);
    }

    @Override
    public void close() {
      for (int i = 0; i < leases.size(); i++) {
        SegmentLease lease = take(i);
        if (lease != null) {
          lease.close();
        }
      }
    }
  }

  private final class OfTable implements SegmentSource {

    private final SegmentReader reader;
    private final BufferAllocator scan;

    OfTable(SegmentReader reader, BufferAllocator scan) {
      this.reader = reader;
      this.scan = scan;
    }

    @Override
    public SegmentSource withAllocator(BufferAllocator allocator) {
      return new OfTable(reader, allocator);
    }

    @Override
    public KeptMetadata metadata(
        String path, Object identity, Runnable checkAccess, Supplier<? extends KeptMetadata> read) {
      return metadata.computeIfAbsent(
          List.of(path, identity),
          key -> {
            metadataReads.incrementAndGet();
            return read.get();
          });
    }

    @Override
    public void opened(long snapshotId, Function<PlannedScans, Map<SegmentKey, Long>> planned) {
      planner = planned;
    }

    @Override
    public SegmentLease tryAcquire(SegmentKey key) {
      OffHeapBuffer found = kept.get(key);
      if (found == null) {
        return null;
      }
      found.retain();
      return new Lease(found);
    }

    @Override
    public PendingSegments acquire(List<SegmentKey> keys, SegmentReader ofScan) {
      Done done = new Done(new ArrayList<>());
      try {
        for (SegmentKey key : keys) {
          SegmentLease found = tryAcquire(key);
          done.leases.add(found == null ? read(key, ofScan) : found);
        }
      } catch (RuntimeException e) {
        done.close();
        throw e;
      }
      return done;
    }

    private SegmentLease read(SegmentKey key, SegmentReader ofScan) {
      boolean isPlanned = plan.containsKey(key);
      OffHeapBuffer buffer = (isPlanned ? memory : scan).allocate(key.length());
      try {
        ofScan.read(List.of(key), List.of(buffer));
      } catch (RuntimeException e) {
        buffer.release();
        throw e;
      }
      if (isPlanned) {
        buffer.retain();
        kept.put(key, buffer);
      }
      return new Lease(buffer);
    }

    @Override
    public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader ofScan) {
      return null;
    }

    @Override
    public boolean mayBlock(SegmentKey key) {
      return !kept.containsKey(key) && reader.mayBlock(key);
    }

    @Override
    public void close() {}
  }
}
