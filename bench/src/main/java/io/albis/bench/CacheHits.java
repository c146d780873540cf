// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentSource;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Leases segments that are in the column cache, reads a value of each, and ends the lease. The
 * thread counts show what threads that hit the same entries cost each other.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@OperationsPerInvocation(CacheHits.SEGMENTS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
public class CacheHits {

  /** Segments of an invocation. */
  public static final int SEGMENTS = 184;

  private static final int ROW_GROUPS = 8;

  private CachedTable table;
  private SegmentSource source;
  private SegmentKey[] keys;

  /** Writes and loads the table. */
  @Setup
  public void load() {
    table = new CachedTable(ColumnGroupSpec.single(), ROW_GROUPS);
    source = table.source();
    keys = table.table().scan().segments().toArray(SegmentKey[]::new);
    if (keys.length != SEGMENTS) {
      throw new IllegalStateException("Found " + keys.length + " segments");
    }
  }

  /** Deletes it. */
  @TearDown
  public void close() {
    table.close();
  }

  private long hits() {
    long sum = 0;
    for (SegmentKey key : keys) {
      try (SegmentLease lease = source.tryAcquire(key)) {
        sum += lease.buffer().capacity();
      }
    }
    return sum;
  }

  /** One thread. */
  @Benchmark
  @Threads(1)
  public long oneThread() {
    return hits();
  }

  /** Two threads over the same segments. */
  @Benchmark
  @Threads(2)
  public long twoThreads() {
    return hits();
  }

  /** Eight threads over the same segments. */
  @Benchmark
  @Threads(8)
  public long eightThreads() {
    return hits();
  }
}
