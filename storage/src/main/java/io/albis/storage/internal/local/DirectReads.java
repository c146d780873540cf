// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.ReadRequest;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads past the page cache. Offsets, lengths and addresses of requests must be multiples of the
 * block size of the device. Ranges that are aligned are read straight into their targets, where the
 * rest of the last block goes to the reserved part of the target; other ranges are read into
 * scratch memory and copied. One request reads both. Thread-safe.
 */
final class DirectReads {

  /** A multiple of the block size of any device. */
  static final int BLOCK = 4096;

  private final FileReads file;

  DirectReads(FileReads file) {
    this.file = file;
  }

  /**
   * Reads ranges within the file.
   *
   * @param batch a batch of {@link io.albis.storage.internal.backend.ReadBatches}
   * @throws java.io.EOFException if the file was truncated
   */
  void read(List<ReadRequest> batch) throws IOException {
    try (Span span = new Span()) {
      for (ReadRequest request : batch) {
        request.target().checkRange(request.targetOffset(), request.length());
        int straight = straightLength(request);
        if (straight > 0) {
          span.addStraight(request, straight);
        }
        for (long done = straight; done < request.length(); ) {
          long length = Math.min(Span.MAX_COPY, request.length() - done);
          span.addCopied(part(request, done, length));
          done += length;
        }
      }
      span.read();
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

  private static ReadRequest part(ReadRequest request, long from, long length) {
    return from == 0 && length == request.length()
        ? request
        : new ReadRequest(
            request.offset() + from, length, request.target(), request.targetOffset() + from);
  }

  private static long alignDown(long offset) {
    return offset / BLOCK * BLOCK;
  }

  private static long alignUp(long offset) {
    return alignDown(offset + BLOCK - 1);
  }

  /** A range of whole blocks of the file that one request reads into several buffers. */
  private final class Span implements AutoCloseable {

    /** The longest range that is copied at once: with the blocks around it, it fits. */
    static final int MAX_COPY = (1 << 20) - 2 * BLOCK;

    /** Less than the 1024 buffers that one call of Linux accepts. */
    private static final int MAX_PIECES = 1000;

    /** Buffers that follow each other in the file, and the offset in the file of each. */
    private final List<ByteBuffer> pieces = new ArrayList<>();

    private final List<Long> offsets = new ArrayList<>();

    /** Ranges to copy to their targets once they have been read, in ascending order. */
    private final List<ReadRequest> copies = new ArrayList<>();

    /** Null until it is needed. */
    private ByteBuffer scratch;

    private int used;
    private long end;

    /** The end offset in the file of the bytes that must be read. */
    private long neededEnd;

    /** Adds a range of which some bytes, in whole blocks, go straight to the target. */
    void addStraight(ReadRequest request, int straight) throws IOException {
      startAt(request.offset());
      add(request.target().reservedNioBuffer(request.targetOffset(), straight));
      neededEnd = Math.min(end, request.offset() + request.length());
    }

    /** Adds a range that is read with the blocks around it and copied. */
    void addCopied(ReadRequest request) throws IOException {
      long first = alignDown(request.offset());
      long last = alignUp(request.offset() + request.length());
      long from = pieces.isEmpty() ? first : Math.max(first, end);
      if (used + Math.max(0, last - from) > BufferPool.BOUNCE.size()) {
        read();
        from = first;
      }
      if (last > from) {
        startAt(from);
        if (scratch == null) {
          scratch = BufferPool.BOUNCE.take();
        }
        int length = (int) (last - from);
        add(scratch.clear().slice(used, length));
        used += length;
      }
      copies.add(request);
      neededEnd = Math.max(neededEnd, request.offset() + request.length());
    }

    /** Makes the next piece start at an offset; what lies before it is read into a gap. */
    private void startAt(long offset) throws IOException {
      if (pieces.size() >= MAX_PIECES) {
        read();
      }
      if (pieces.isEmpty()) {
        end = offset;
      } else if (offset > end) {
        add(LocalIo.gap(offset - end));
      }
    }

    private void add(ByteBuffer piece) {
      pieces.add(piece);
      offsets.add(end);
      end += piece.limit();
    }

    /** Reads all pieces and copies what has to be copied. */
    void read() throws IOException {
      if (!pieces.isEmpty()) {
        long start = offsets.get(0);
        file.read(pieces.toArray(ByteBuffer[]::new), start, neededEnd - start);
        int piece = 0;
        for (ReadRequest request : copies) {
          while (offsets.get(piece) + pieces.get(piece).limit() <= request.offset()) {
            piece++;
          }
          copy(request, piece);
        }
      }
      pieces.clear();
      offsets.clear();
      copies.clear();
      used = 0;
    }

    /** Copies a range that starts in a piece. The first bytes may lie in the block of another. */
    private void copy(ReadRequest request, int firstPiece) {
      ByteBuffer target =
          request.target().nioBuffer(request.targetOffset(), (int) request.length());
      int piece = firstPiece;
      for (int done = 0; done < target.limit(); piece++) {
        ByteBuffer source = pieces.get(piece);
        int from = (int) (request.offset() + done - offsets.get(piece));
        int length = Math.min(target.limit() - done, source.limit() - from);
        target.put(done, source, from, length);
        done += length;
      }
    }

    @Override
    public void close() {
      if (scratch != null) {
        BufferPool.BOUNCE.give(scratch);
      }
    }
  }

  void close() throws IOException {
    file.close();
  }
}
