// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import io.albis.storage.ReadRequest;
import io.albis.storage.backend.ReadBatches;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads past the page cache. Offsets, lengths and addresses of requests must be multiples of the
 * block size of the device. Ranges that are aligned are read straight into their targets, where the
 * rest of the last block goes to the reserved part of the target; other ranges are read into a
 * bounce buffer and copied. Thread-safe.
 */
final class DirectReads {

  /** A multiple of the block size of any device. */
  static final int BLOCK = 4096;

  /** Receives the bytes between two ranges. All reads write to it; nothing reads it. */
  private static final ByteBuffer GAP =
      ByteBuffer.allocateDirect(ReadBatches.MAX_GAP + BLOCK).alignedSlice(BLOCK);

  private final FileReads file;

  DirectReads(FileReads file) {
    this.file = file;
  }

  /**
   * Reads ranges within the file.
   *
   * @param batch a batch of {@link ReadBatches}
   * @throws java.io.EOFException if the file was truncated
   */
  void read(List<ReadRequest> batch) throws IOException {
    List<ReadRequest> bounced = new ArrayList<>();
    Vector vector = new Vector();
    for (ReadRequest request : batch) {
      request.target().checkRange(request.targetOffset(), request.length());
      int straight = straightLength(request);
      if (straight > 0) {
        vector.add(request, straight);
      }
      if (straight < request.length()) {
        bounced.add(behind(request, straight));
      }
    }
    vector.read();
    for (int first = 0; first < bounced.size(); ) {
      first = bounce(bounced, first);
    }
  }

  /** The number of bytes that can be read straight into the target, including its reserved part. */
  private static int straightLength(ReadRequest request) {
    OffHeapBuffer target = request.target();
    if (request.offset() % BLOCK != 0 || (target.address() + request.targetOffset()) % BLOCK != 0) {
      return 0;
    }
    long whole = alignUp(request.length());
    boolean hasReserve =
        request.targetOffset() + request.length() == target.capacity()
            && request.targetOffset() + whole <= target.reservedCapacity();
    return (int) (hasReserve ? whole : request.length() / BLOCK * BLOCK);
  }

  private static ReadRequest behind(ReadRequest request, int done) {
    return done == 0
        ? request
        : new ReadRequest(
            request.offset() + done,
            request.length() - done,
            request.target(),
            request.targetOffset() + done);
  }

  private static long alignDown(long offset) {
    return offset / BLOCK * BLOCK;
  }

  private static long alignUp(long offset) {
    return alignDown(offset + BLOCK - 1);
  }

  /** Neighbouring ranges that one request reads straight into their targets. */
  private final class Vector {
    private final List<ByteBuffer> targets = new ArrayList<>();
    private long start;

    /** The end offset in the file, including what goes to the reserved part of the last target. */
    private long end;

    /** The end offset in the file of the bytes that must be read. */
    private long neededEnd;

    void add(ReadRequest request, int straight) throws IOException {
      long gap = request.offset() - end;
      if (!targets.isEmpty() && gap > ReadBatches.MAX_GAP) {
        read();
      }
      if (targets.isEmpty()) {
        start = request.offset();
      } else if (gap > 0) {
        targets.add(GAP.slice(0, (int) gap));
      }
      targets.add(request.target().reservedNioBuffer(request.targetOffset(), straight));
      end = request.offset() + straight;
      neededEnd = Math.min(end, request.offset() + request.length());
    }

    void read() throws IOException {
      if (!targets.isEmpty()) {
        file.read(targets.toArray(ByteBuffer[]::new), start, neededEnd - start);
        targets.clear();
      }
    }
  }

  /**
   * Reads neighbouring ranges by one request through a bounce buffer, or one long range by several.
   *
   * @param first the index of the first range
   * @return the index after the last range that was read
   */
  private int bounce(List<ReadRequest> requests, int first) throws IOException {
    long start = alignDown(requests.get(first).offset());
    int end = first;
    while (end < requests.size()
        && alignUp(requests.get(end).offset() + requests.get(end).length()) - start
            <= BufferPool.BOUNCE.size()
        && (end == first || isNeighbour(requests.get(end - 1), requests.get(end)))) {
      end++;
    }
    if (end == first) {
      bounce(requests.get(first));
      return first + 1;
    }
    ReadRequest last = requests.get(end - 1);
    ByteBuffer bounce = BufferPool.BOUNCE.take();
    try {
      fill(bounce, start, last.offset() + last.length());
      for (ReadRequest request : requests.subList(first, end)) {
        copy(bounce, (int) (request.offset() - start), request, 0, (int) request.length());
      }
    } finally {
      BufferPool.BOUNCE.give(bounce);
    }
    return end;
  }

  private static boolean isNeighbour(ReadRequest one, ReadRequest next) {
    return next.offset() - one.offset() - one.length() <= ReadBatches.MAX_GAP;
  }

  private void bounce(ReadRequest request) throws IOException {
    ByteBuffer bounce = BufferPool.BOUNCE.take();
    try {
      for (long done = 0; done < request.length(); ) {
        long offset = request.offset() + done;
        long start = alignDown(offset);
        int skip = (int) (offset - start);
        int size = (int) Math.min(bounce.capacity() - skip, request.length() - done);
        fill(bounce, start, offset + size);
        copy(bounce, skip, request, done, size);
        done += size;
      }
    } finally {
      BufferPool.BOUNCE.give(bounce);
    }
  }

  private void fill(ByteBuffer bounce, long start, long end) throws IOException {
    bounce.clear().limit((int) (alignUp(end) - start));
    file.read(new ByteBuffer[] {bounce}, start, end - start);
  }

  private static void copy(ByteBuffer bounce, int from, ReadRequest request, long done, int size) {
    request
        .target()
        .nioBuffer(request.targetOffset() + done, size)
        .put(bounce.clear().slice(from, size));
  }

  void close() throws IOException {
    file.close();
  }
}
