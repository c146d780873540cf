// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.storage.memory.Reuse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads each segment on request and releases it when its lease ends. Each segment has its own
 * buffer of its exact size. Reads ahead only while less than half of the memory is in use, so a
 * scan that fits into memory without reading ahead also fits with it.
 */
public final class DirectSource implements SegmentSource {

  private static final ReuseTuner TUNER = ReuseTuner.shared();

  private final SegmentReader reader;
  private final BufferAllocator allocator;

  /**
   * Creates a source that reads into the allocator's memory.
   *
   * @param reader of the table
   */
  public DirectSource(SegmentReader reader, BufferAllocator allocator) {
    this.reader = reader;
    this.allocator = allocator;
  }

  /** Returns a source that reads into the memory of another allocator. */
  public DirectSource withAllocator(BufferAllocator other) {
    return new DirectSource(reader, other);
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
    List<OffHeapBuffer> buffers = allocate(keys);
    try {
      ofScan.read(keys, buffers);
    } catch (RuntimeException | Error e) {
      buffers.forEach(OffHeapBuffer::release);
      throw e;
    }
    return new PendingRead(buffers, CompletableFuture.completedFuture(null));
  }

  @Override
  public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader ofScan) {
    long bytes = 0;
    for (SegmentKey key : keys) {
      bytes += key.length();
    }
    if (allocator.allocatedBytes() + bytes > allocator.limit() / 2) {
      return null;
    }
    Reuse reuse = TUNER.current();
    List<OffHeapBuffer> buffers = tryAllocate(keys, reuse);
    if (buffers == null) {
      return null;
    }
    long start = System.nanoTime();
    long requested = bytes;
    CompletableFuture<Void> read = ofScan.readAsync(keys, buffers);
    // Not the dependent future: cancelling it would not cancel the requests.
    CompletableFuture<Void> unused =
        read.thenRun(() -> TUNER.ended(reuse, requested, start, System.nanoTime()));
    return new PendingRead(buffers, read);
  }

  private List<OffHeapBuffer> allocate(List<SegmentKey> keys) {
    List<OffHeapBuffer> buffers = new ArrayList<>(keys.size());
    try {
      for (SegmentKey key : keys) {
        buffers.add(allocator.allocate(key.length(), Reuse.HOT));
      }
    } catch (RuntimeException | Error e) {
      buffers.forEach(OffHeapBuffer::release);
      throw e;
    }
    return buffers;
  }

  /** Allocates memory if that takes none away from others; null if there is not enough. */
  private List<OffHeapBuffer> tryAllocate(List<SegmentKey> keys, Reuse reuse) {
    List<OffHeapBuffer> buffers = new ArrayList<>(keys.size());
    try {
      for (SegmentKey key : keys) {
        OffHeapBuffer buffer = allocator.tryAllocate(key.length(), reuse);
        if (buffer == null) {
          buffers.forEach(OffHeapBuffer::release);
          return null;
        }
        buffers.add(buffer);
      }
    } catch (OutOfOffHeapMemoryException e) {
      // The system is out of memory: the cursor reads these segments when it needs them.
      buffers.forEach(OffHeapBuffer::release);
      return null;
    } catch (RuntimeException | Error e) {
      buffers.forEach(OffHeapBuffer::release);
      throw e;
    }
    return buffers;
  }

  @Override
  public void close() {
    // Each lease owns its memory.
  }
}
