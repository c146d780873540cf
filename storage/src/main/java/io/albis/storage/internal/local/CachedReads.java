// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.ReadRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Reads through the page cache, and measures whether reads block. Thread-safe. */
final class CachedReads {

  private final FileReads file;
  private final ReadPace pace;

  CachedReads(FileReads file, ReadPace pace) {
    this.file = file;
    this.pace = pace;
  }

  /**
   * Reads ranges within the file by one request.
   *
   * @param batch a batch of {@link io.albis.storage.internal.backend.ReadBatches}
   * @throws java.io.EOFException if the file was truncated
   */
  void read(List<ReadRequest> batch) throws IOException {
    long before = System.nanoTime();
    if (batch.size() == 1) {
      file.read(batch.get(0));
      pace.record(batch.get(0).length(), System.nanoTime() - before);
      return;
    }
    long start = batch.get(0).offset();
    ByteBuffer[] targets = new ByteBuffer[2 * batch.size() - 1];
    int count = 0;
    long end = start;
    for (ReadRequest request : batch) {
      if (request.offset() > end) {
        targets[count++] = LocalIo.gap(request.offset() - end);
      }
      targets[count++] = request.target().nioBuffer(request.targetOffset(), (int) request.length());
      end = request.offset() + request.length();
    }
    file.read(
        count == targets.length ? targets : Arrays.copyOf(targets, count), start, end - start);
    pace.record(end - start, System.nanoTime() - before);
  }

  /** Reads a range within the file into an array. */
  void read(long offset, byte[] target) throws IOException {
    ByteBuffer bounce = BufferPool.BOUNCE.take();
    try {
      for (int done = 0; done < target.length; ) {
        int size = Math.min(bounce.capacity(), target.length - done);
        bounce.clear().limit(size);
        file.read(new ByteBuffer[] {bounce}, offset + done, size);
        bounce.clear().get(target, done, size);
        done += size;
      }
    } finally {
      BufferPool.BOUNCE.give(bounce);
    }
  }

  void close() throws IOException {
    file.close();
  }
}
