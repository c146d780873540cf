// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures allocating a buffer and releasing one that was allocated earlier; no memory is touched.
 * Each thread holds 64 buffers. A given number of further buffers lives for the whole run, with
 * holes between them, as in a cache. Times are per pair of calls. {@code -t 8} runs 8 threads.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class AllocateRelease {

  /** The allocator and its long-lived buffers. */
  @State(Scope.Benchmark)
  public static class Memory {
    /** The largest buffer, in KiB; the smallest is half as large. */
    @Param({"32", "1024"})
    public int kibibytes;

    /** The number of long-lived buffers. */
    @Param({"0", "10000"})
    public int living;

    private BufferAllocator allocator;
    private OffHeapBuffer[] cached;

    /** Fills the cache. */
    @Setup
    public void fill() {
      allocator = BufferAllocator.create("benchmark", 1L << 40);
      SplittableRandom random = new SplittableRandom(1);
      OffHeapBuffer[] all = new OffHeapBuffer[2 * living];
      for (int i = 0; i < all.length; i++) {
        all[i] = allocator.allocate(size(random));
      }
      cached = new OffHeapBuffer[living];
      for (int i = 0; i < living; i++) {
        int kept = 2 * i + random.nextInt(2);
        cached[i] = all[kept];
        all[kept ^ 1].release();
      }
    }

    /** Empties it. */
    @TearDown
    public void close() {
      for (OffHeapBuffer buffer : cached) {
        buffer.release();
      }
      allocator.close();
    }

    private long size(SplittableRandom random) {
      return random.nextInt(kibibytes << 9, kibibytes << 10);
    }
  }

  /** The buffers of one thread. */
  @State(Scope.Thread)
  public static class Held {
    private final OffHeapBuffer[] buffers = new OffHeapBuffer[64];
    private final SplittableRandom random = new SplittableRandom();

    /** Releases it. */
    @TearDown(Level.Iteration)
    public void release() {
      for (int i = 0; i < buffers.length; i++) {
        if (buffers[i] != null) {
          buffers[i].release();
          buffers[i] = null;
        }
      }
    }
  }

  /** One allocation and one release. */
  @Benchmark
  public OffHeapBuffer pair(Memory memory, Held held) {
    int slot = held.random.nextInt(held.buffers.length);
    if (held.buffers[slot] != null) {
      held.buffers[slot].release();
    }
    held.buffers[slot] = memory.allocator.allocate(memory.size(held.random));
    return held.buffers[slot];
  }
}
