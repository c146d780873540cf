// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import io.albis.reader.internal.io.DirectSource;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Records which segments scans request, of tables that are read without a cache:
 *
 * <pre>{@code
 * TraceRecorder recorder = new TraceRecorder();
 * ReadOptions options = ReadOptions.defaults().segmentSource(recorder.source());
 * }</pre>
 *
 * Thread-safe.
 */
public final class TraceRecorder {

  private final CacheTrace.Builder trace = new CacheTrace.Builder();
  private final long start = System.nanoTime();

  /** Starts the clock of the trace. */
  public TraceRecorder() {}

  /** Returns what has been recorded so far. */
  public CacheTrace trace() {
    return trace.build();
  }

  private long millis() {
    return (System.nanoTime() - start) / 1_000_000;
  }

  /** Records planned scans, as {@link io.albis.reader.DatasetScan#segments()} lists them. */
  public void plan(String id, List<SegmentKey> keys, int count) {
    trace.plan(millis(), id, keys, count);
  }

  /** Records the end of a plan. */
  public void close(String id) {
    trace.close(millis(), id);
  }

  private void read(List<SegmentKey> keys) {
    long millis = millis();
    keys.forEach(key -> trace.read(millis, key));
  }

  /** Returns a source that reads from storage, and records what is requested. */
  public BiFunction<SegmentReader, BufferAllocator, SegmentSource> source() {
    return (reader, allocator) -> new Recorded(new DirectSource(reader, allocator));
  }

  private final class Recorded extends ForwardingSegmentSource {

    Recorded(SegmentSource source) {
      super(source);
    }

    @Override
    protected SegmentSource forwardingTo(SegmentSource other) {
      return new Recorded(other);
    }

    @Override
    public SegmentLease tryAcquire(SegmentKey key) {
      SegmentLease found = super.tryAcquire(key);
      if (found != null) {
        read(List.of(key));
      }
      return found;
    }

    @Override
    public PendingSegments acquire(List<SegmentKey> keys, SegmentReader reader) {
      read(keys);
      return super.acquire(keys, reader);
    }

    @Override
    public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader reader) {
      PendingSegments started = super.prefetch(keys, reader);
      if (started != null) {
        read(keys);
      }
      return started;
    }
  }
}
