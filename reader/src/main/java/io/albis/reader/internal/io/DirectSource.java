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
 * Reads each segment when it is asked for and forgets it when its lease ends. Every segment has its
 * own buffer of exactly its size. Reads ahead only while less than half of the memory is used, so
 * that a scan that fits without reading ahead fits with it.
 */
public final class DirectSource implements SegmentSource {

  /** One for the process: what it finds out is about the machine. */
  private static final ReuseTuner TUNER = new ReuseTuner();

  private final SegmentReader reader;
  private final BufferAllocator allocator;

  /** Reads by a reader into memory of an allocator. */
  public DirectSource(SegmentReader reader, BufferAllocator allocator) {
    this.reader = reader;
    this.allocator = allocator;
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
  public PendingSegments acquire(List<SegmentKey> keys) {
    List<OffHeapBuffer> buffers = allocate(keys, Reuse.HOT);
    try {
      reader.read(keys, buffers);
    } catch (RuntimeException | Error e) {
      buffers.forEach(OffHeapBuffer::release);
      throw e;
    }
    return new PendingRead(buffers, CompletableFuture.completedFuture(null));
  }

  @Override
  public PendingSegments prefetch(List<SegmentKey> keys) {
    long bytes = 0;
    for (SegmentKey key : keys) {
      bytes += key.length();
    }
    if (allocator.allocatedBytes() + bytes > allocator.limit() / 2) {
      return null;
    }
    Reuse reuse = TUNER.current();
    List<OffHeapBuffer> buffers;
    try {
      buffers = allocate(keys, reuse);
    } catch (OutOfOffHeapMemoryException e) {
      // Another cursor was quicker.
      return null;
    }
    long start = System.nanoTime();
    long requested = bytes;
    CompletableFuture<Void> read = reader.readAsync(keys, buffers);
    // Not the future that this returns: cancelling that one would not withdraw the requests.
    CompletableFuture<Void> unused =
        read.thenRun(() -> TUNER.ended(reuse, requested, start, System.nanoTime()));
    return new PendingRead(buffers, read);
  }

  private List<OffHeapBuffer> allocate(List<SegmentKey> keys, Reuse reuse) {
    List<OffHeapBuffer> buffers = new ArrayList<>(keys.size());
    try {
      for (SegmentKey key : keys) {
        buffers.add(allocator.allocate(key.length(), reuse));
      }
    } catch (RuntimeException | Error e) {
      buffers.forEach(OffHeapBuffer::release);
      throw e;
    }
    return buffers;
  }

  @Override
  public void close() {
    // Every lease owns its memory.
  }
}
