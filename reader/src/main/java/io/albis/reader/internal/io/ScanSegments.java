// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.reader.internal.metric.ScanCounters;
import io.albis.reader.internal.metric.ScanCounters.Counter;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.reader.source.SourceTable;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongBiFunction;

/**
 * The source of segments as one cursor sees it: counts what the source supplies, and what is read
 * from storage for it. Thread-safe.
 */
public final class ScanSegments {

  private final SegmentSource source;
  private final SegmentReader reader;
  private final ScanCounters counters;
  private final ToLongBiFunction<SegmentKey, Long> finished;

  ScanSegments(
      SegmentSource source,
      SegmentReader reader,
      ScanCounters counters,
      ToLongBiFunction<SegmentKey, Long> finished) {
    this.source = source;
    this.reader = reader;
    this.counters = counters;
    this.finished = finished;
  }

  /** The segments of the table, counted by the counters of the context. */
  static ScanSegments of(ReadContext context) {
    SegmentReader reader =
        new StorageSegments(
            context.files(), context.settings().verifyChecksums(), context.counters());
    return new ScanSegments(context.source(), reader, context.counters(), context.finished());
  }

  /** Reads for one request to the source, and remembers how much. */
  private static final class RequestReader implements SegmentReader {
    private final SegmentReader reader;
    private long bytes;
    private long segments;

    RequestReader(SegmentReader reader) {
      this.reader = reader;
    }

    @Override
    public void read(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
      add(keys);
      reader.read(keys, targets);
    }

    @Override
    public CompletableFuture<Void> readAsync(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
      add(keys);
      return reader.readAsync(keys, targets);
    }

    @Override
    public void readRange(List<SegmentKey> keys, long offset, OffHeapBuffer target) {
      add(keys);
      reader.readRange(keys, offset, target);
    }

    @Override
    public CompletableFuture<Void> readRangeAsync(
        List<SegmentKey> keys, long offset, OffHeapBuffer target) {
      add(keys);
      return reader.readRangeAsync(keys, offset, target);
    }

    private void add(List<SegmentKey> keys) {
      bytes += length(keys);
      segments += keys.size();
    }

    @Override
    public boolean mayBlock(SegmentKey key) {
      return reader.mayBlock(key);
    }

    @Override
    public SourceTable table() {
      return reader.table();
    }

    @Override
    public void checkAccess(String path) {
      reader.checkAccess(path);
    }
  }

  private static long length(List<SegmentKey> keys) {
    long bytes = 0;
    for (SegmentKey key : keys) {
      bytes += key.length();
    }
    return bytes;
  }

  /** See {@link SegmentSource#tryAcquire}. */
  SegmentLease tryAcquire(SegmentKey key) {
    SegmentLease found = source.tryAcquire(key);
    if (found != null) {
      countCached(key.length(), 1);
    }
    return found;
  }

  /** See {@link SegmentSource#acquire}. */
  PendingSegments acquire(List<SegmentKey> keys) {
    RequestReader request = new RequestReader(reader);
    PendingSegments segments = source.acquire(keys, request);
    countCached(keys, request);
    return segments;
  }

  /** See {@link SegmentSource#prefetch}. What it finds in memory is to be counted if it is used. */
  Prefetch prefetch(List<SegmentKey> keys) {
    RequestReader request = new RequestReader(reader);
    PendingSegments segments = source.prefetch(keys, request);
    return segments == null ? null : new Prefetch(segments, keys, request);
  }

  /** Counts what a prefetch has found in memory, since the cursor uses it. */
  void countCached(Prefetch used) {
    countCached(used.keys, used.request);
  }

  /** Segments that were requested ahead. */
  static final class Prefetch {
    private final PendingSegments segments;
    private final List<SegmentKey> keys;
    private final RequestReader request;

    private Prefetch(PendingSegments segments, List<SegmentKey> keys, RequestReader request) {
      this.segments = segments;
      this.keys = keys;
      this.request = request;
    }

    PendingSegments segments() {
      return segments;
    }

    /** Bytes of all segments. */
    long bytes() {
      return length(keys);
    }
  }

  /** See {@link SegmentSource#skipped}. */
  void skipped(SegmentKey key, long rows) {
    source.skipped(key, finished.applyAsLong(key, rows));
    counters.add(Counter.SEGMENTS_SKIPPED, 1);
  }

  /** See {@link SegmentLease#close(long)}. */
  void close(SegmentLease lease, SegmentKey key, long rows) {
    lease.close(rows == 0 ? 0 : finished.applyAsLong(key, rows));
  }

  /** See {@link SegmentSource#mayBlock}. */
  boolean mayBlock(SegmentKey key) {
    return source.mayBlock(key);
  }

  /** See {@link SegmentSource#useExactMemory}. */
  void useExactMemory() {
    source.useExactMemory();
  }

  private void countCached(List<SegmentKey> keys, RequestReader request) {
    long segments = keys.size() - request.segments;
    if (segments > 0) {
      countCached(length(keys) - request.bytes, segments);
    }
  }

  private void countCached(long bytes, long segments) {
    counters.add(Counter.BYTES_CACHED, bytes);
    counters.add(Counter.SEGMENTS_CACHED, segments);
  }

  /** Counts a segment that the cursor has got. */
  void countRead() {
    counters.add(Counter.SEGMENTS_READ, 1);
  }

  /** Counts the time for which the cursor has waited. */
  void countWait(long startNanos) {
    counters.addSince(Counter.WAIT_NANOS, startNanos);
  }
}
