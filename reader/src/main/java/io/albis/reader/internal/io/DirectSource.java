// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.internal.memory.Reuse;
import io.albis.storage.memory.BufferAllocator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads segments on request and releases them when their leases end. Short segments that are
 * neighbours in their file are read into one buffer, which is released after the last of them: the
 * device then writes into one piece of memory, and they need not be copied. Others have a buffer of
 * their exact size each, and all of them once memory is short. Reads ahead only while less than
 * half of the memory is in use, so a scan that fits into memory without reading ahead also fits
 * with it.
 */
public final class DirectSource implements SegmentSource {

  private static final ReuseTuner TUNER = ReuseTuner.shared();

  private final SegmentReader reader;
  private final BufferAllocator allocator;

  /** Reads that interrupted cursors have left behind. */
  private final SourceUses uses;

  private volatile boolean mayShareBuffers = true;

  /**
   * Creates a source that reads into the allocator's memory.
   *
   * @param reader of the table
   */
  public DirectSource(SegmentReader reader, BufferAllocator allocator) {
    this(reader, allocator, new SourceUses());
  }

  private DirectSource(SegmentReader reader, BufferAllocator allocator, SourceUses uses) {
    this.reader = reader;
    this.allocator = allocator;
    this.uses = uses;
  }

  @Override
  public DirectSource withAllocator(BufferAllocator other) {
    return new DirectSource(reader, other, uses);
  }

  @Override
  public SegmentLease tryAcquire(SegmentKey key) {
    return null;
  }

  @Override
  public boolean mayBlock(SegmentKey key) {
    return reader.mayBlock(key);
  }

  @Override
  public PendingSegments acquire(List<SegmentKey> keys, SegmentReader ofScan) {
    SegmentMemory memory = SegmentMemory.of(keys, mayShareBuffers);
    memory.allocate(length -> allocator.allocate(length));
    try {
      memory.read(ofScan);
    } catch (RuntimeException | Error e) {
      memory.release();
      throw e;
    }
    return new PendingSegmentRead(memory.segments(), CompletableFuture.completedFuture(null), uses);
  }

  @Override
  public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader ofScan) {
    SegmentMemory memory = SegmentMemory.of(keys, mayShareBuffers);
    long bytes = memory.length();
    if (allocator.allocatedBytes() + bytes > allocator.limit() / 2) {
      return null;
    }
    Reuse reuse = TUNER.current();
    if (!memory.allocate(length -> reuse.tryAllocate(allocator, length))) {
      return null;
    }
    long start = System.nanoTime();
    CompletableFuture<Void> read = memory.readAsync(ofScan);
    // Not the dependent future: cancelling it would not cancel the requests.
    CompletableFuture<Void> unused =
        read.thenRun(() -> TUNER.ended(reuse, bytes, start, System.nanoTime()));
    return new PendingSegmentRead(memory.segments(), read, uses);
  }

  @Override
  public void useExactMemory() {
    mayShareBuffers = false;
  }

  /** Waits for reads whose cursors were closed; each lease owns its memory. */
  @Override
  public void close() {
    uses.close();
  }
}
