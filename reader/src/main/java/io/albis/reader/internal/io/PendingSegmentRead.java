// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentLease;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Segments that are being read. Owns the buffers of those that have not been taken. */
final class PendingSegmentRead implements PendingSegments {

  /** Null once taken or released. */
  private final OffHeapBuffer[] buffers;

  private final CompletableFuture<Void> read;
  private final SourceUses uses;

  /**
   * Takes over the buffers.
   *
   * @param uses of the source, which ends when nothing is written to its buffers any more
   */
  PendingSegmentRead(List<OffHeapBuffer> buffers, CompletableFuture<Void> read, SourceUses uses) {
    this.buffers = buffers.toArray(OffHeapBuffer[]::new);
    this.read = read;
    this.uses = uses;
  }

  private record Lease(OffHeapBuffer buffer) implements SegmentLease {
    @Override
    public void close() {
      buffer.release();
    }
  }

  @Override
  public boolean isDone() {
    return read.isDone();
  }

  @Override
  public SegmentLease take(int index) {
    try {
      BackgroundTasks.await(read);
    } catch (ExecutionException e) {
      close();
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException("Failed to read segments: " + e.getCause(), e.getCause());
    }
    OffHeapBuffer buffer = buffers[index];
    if (buffer == null) {
      throw new IllegalStateException(
          "Cannot take segment " + index + " of a request: it was taken or released");
    }
    buffers[index] = null;
    return new Lease(buffer);
  }

  @Override
  public void close() {
    List<OffHeapBuffer> left = new ArrayList<>();
    for (int i = 0; i < buffers.length; i++) {
      if (buffers[i] != null) {
        left.add(buffers[i]);
        buffers[i] = null;
      }
    }
    if (left.isEmpty()) {
      return;
    }
    read.cancel(false);
    uses.begin();
    // Failures do not matter: if the segments are requested again, the error occurs again.
    BackgroundTasks.awaitUnlessInterrupted(
        read.handle(
            (none, thrown) -> {
              left.forEach(OffHeapBuffer::release);
              uses.end();
              return null;
            }));
  }
}
