// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import io.albis.storage.ReadRequest;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Reads past the page cache. The device wants offsets, lengths and addresses at multiples of its
 * block size: what is asked for so goes straight into its target, with the end of the last block
 * into memory that the target has in reserve; anything else goes through a bounce buffer.
 */
final class DirectChannel {

  /** No block size of a device is greater, or no divisor of this. */
  static final int BLOCK = 4096;

  private static final int REQUEST_SIZE = 4 << 20;

  private final FileChannel channel;
  private final long fileLength;
  private final LocalMetrics metrics;

  DirectChannel(FileChannel channel, long fileLength, LocalMetrics metrics) {
    this.channel = channel;
    this.fileLength = fileLength;
    this.metrics = metrics;
  }

  /**
   * Reads a range that lies within the file.
   *
   * @throws EOFException if the file has become shorter
   */
  void read(ReadRequest request) throws IOException {
    OffHeapBuffer target = request.target();
    target.checkRange(request.targetOffset(), request.length());
    long done = 0;
    boolean isAligned =
        request.offset() % BLOCK == 0 && (target.address() + request.targetOffset()) % BLOCK == 0;
    if (isAligned) {
      long whole = alignUp(request.length());
      boolean hasReserve =
          request.targetOffset() + request.length() == target.capacity()
              && request.targetOffset() + whole <= target.reservedCapacity();
      long straight = hasReserve ? whole : request.length() / BLOCK * BLOCK;
      while (done < straight) {
        int size = (int) Math.min(REQUEST_SIZE, straight - done);
        ByteBuffer part = target.reservedNioBuffer(request.targetOffset() + done, size);
        long needed = Math.min(size, request.length() - done);
        readAligned(part, request.offset() + done, needed);
        done += size;
      }
    }
    while (done < request.length()) {
      done += bounce(request, done);
    }
    metrics.delivered(request.length());
  }

  private static long alignUp(long length) {
    return (length + BLOCK - 1) / BLOCK * BLOCK;
  }

  /** Fills a buffer up to {@code needed} bytes; what the file has beyond them may follow. */
  private void readAligned(ByteBuffer part, long offset, long needed) throws IOException {
    while (part.position() < needed) {
      int read = channel.read(part, offset + part.position());
      if (read <= 0) {
        throw new EOFException(
            "the file ends before offset " + (offset + needed) + ", it had " + fileLength);
      }
      metrics.read(read, true);
      // A short read that ends within a block can only be repeated from the start of that block.
      if (part.position() < needed) {
        part.position(part.position() / BLOCK * BLOCK);
      }
    }
  }

  private int bounce(ReadRequest request, long done) throws IOException {
    long start = request.offset() + done;
    long aligned = start / BLOCK * BLOCK;
    int skip = (int) (start - aligned);
    ByteBuffer bounce = BounceBuffers.take();
    try {
      int size = (int) Math.min(bounce.capacity() - skip, request.length() - done);
      bounce.clear().limit((int) alignUp(skip + size));
      readAligned(bounce, aligned, skip + size);
      bounce.position(skip).limit(skip + size);
      ByteBuffer target = request.target().nioBuffer(request.targetOffset() + done, size);
      target.put(bounce);
      return size;
    } finally {
      BounceBuffers.give(bounce);
    }
  }

  void close() throws IOException {
    channel.close();
  }
}
