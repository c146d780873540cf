// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.WritableFile;
import io.albis.storage.internal.backend.Reads;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/**
 * Copies segments to new files as bytes. The new file is made in pieces of the length of a buffer:
 * everything that belongs into a piece is read from the old files straight to its place in the
 * buffer, neighbours by one request; checksums are compared; and then the piece is written as a
 * whole, while the next one is read into the other buffer. There are two buffers, so the memory has
 * a limit that does not depend on what is copied. For one thread.
 */
final class SegmentCopier implements AutoCloseable {

  /** Files that are read at the same time. */
  private static final int MAX_PENDING = OpenSources.IN_USE;

  private final OpenSources files;
  private final LongConsumer progress;
  private final List<OffHeapBuffer> buffers = new ArrayList<>();
  private final long pieceLength;

  /**
   * Allocates the buffers.
   *
   * @param pieceLength length of each of the two buffers, a multiple of 4096
   */
  SegmentCopier(
      OpenSources files, BufferAllocator allocator, long pieceLength, LongConsumer progress) {
    this.files = files;
    this.progress = progress;
    this.pieceLength = pieceLength;
    try {
      buffers.add(allocator.allocate(pieceLength));
      buffers.add(allocator.allocate(pieceLength));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** A file that is being written. */
  private final class Copying {

    private final List<SegmentCopy> segments;
    private final long bodyEnd;

    /** Of the segment at {@link #verifying} so far. */
    private final CRC32C crc = new CRC32C();

    private int verifying;

    Copying(List<SegmentCopy> segments, long bodyEnd) {
      this.segments = segments;
      this.bodyEnd = bodyEnd;
    }

    /** Starts to read everything that belongs into a piece. */
    Piece read(long start) throws IOException {
      int length = (int) Math.min(pieceLength, bodyEnd - start);
      OffHeapBuffer buffer = buffers.get((int) (start / pieceLength % buffers.size()));
      Map<String, List<ReadRequest>> requests = new LinkedHashMap<>();
      for (int i = firstBehind(start); i < segments.size(); i++) {
        SegmentCopy segment = segments.get(i);
        long from = Math.max(start, segment.targetOffset());
        long to = Math.min(start + length, segment.targetEnd());
        if (segment.targetOffset() >= start + length) {
          break;
        }
        if (from < to) {
          long offset = segment.sourceOffset() + from - segment.targetOffset();
          requests
              .computeIfAbsent(segment.source(), source -> new ArrayList<>())
              .add(new ReadRequest(offset, to - from, buffer, from - start));
        }
      }
      Piece piece = new Piece(start, length, buffer);
      try {
        for (Map.Entry<String, List<ReadRequest>> one : requests.entrySet()) {
          piece.read(one.getKey(), one.getValue());
        }
      } catch (IOException | RuntimeException | Error e) {
        piece.awaitAfter(e);
        throw e;
      }
      return piece;
    }

    /** Index of the first segment that ends behind an offset. */
    private int firstBehind(long offset) {
      int low = 0;
      int high = segments.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (segments.get(middle).targetEnd() <= offset) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /** Compares checksums, and sets to zero what is between segments. */
    void verify(Piece piece) {
      long position = Math.max(piece.start, verifiedUpTo(piece.start));
      long end = piece.start + piece.length;
      while (verifying < segments.size() && segments.get(verifying).targetOffset() < end) {
        SegmentCopy segment = segments.get(verifying);
        long from = Math.max(piece.start, segment.targetOffset());
        long to = Math.min(end, segment.targetEnd());
        if (from > position) {
          piece.buffer.setZero(position - piece.start, from - position);
        }
        crc.update(piece.buffer.nioBuffer(from - piece.start, (int) (to - from)));
        position = Math.max(position, to);
        if (segment.targetEnd() > end) {
          return;
        }
        requireChecksum(segment);
        crc.reset();
        verifying++;
      }
      piece.buffer.setZero(position - piece.start, end - position);
    }

    private long verifiedUpTo(long start) {
      return start == 0 ? FileLayout.HEAD_LENGTH : start;
    }

    private void requireChecksum(SegmentCopy segment) {
      if ((int) crc.getValue() != segment.crc32c()) {
        throw new CorruptFileException(
            segment.source(),
            segment.sourceOffset(),
            "checksum of a segment",
            Integer.toHexString(segment.crc32c()),
            Integer.toHexString((int) crc.getValue()));
      }
    }
  }

  /** A range of the new file. */
  private final class Piece {

    private final long start;
    private final int length;
    private final OffHeapBuffer buffer;
    private final Queue<CompletableFuture<Void>> reads = new ArrayDeque<>();

    Piece(long start, int length, OffHeapBuffer buffer) {
      this.start = start;
      this.length = length;
      this.buffer = buffer;
    }

    void read(String path, List<ReadRequest> requests) throws IOException {
      if (reads.size() == MAX_PENDING) {
        Reads.await(reads.remove());
      }
      requests.sort(Comparator.comparingLong(ReadRequest::offset));
      ReadableFile file = files.get(path);
      reads.add(file.readAsync(requests));
    }

    void await() throws IOException {
      try {
        while (!reads.isEmpty()) {
          Reads.await(reads.remove());
        }
      } catch (IOException | RuntimeException e) {
        awaitAfter(e);
        throw e;
      }
    }

    /** Waits until nothing is written to the buffer any more. */
    void awaitAfter(Throwable failure) {
      while (!reads.isEmpty()) {
        try {
          Reads.await(reads.remove());
        } catch (IOException | RuntimeException e) {
          failure.addSuppressed(e);
        }
      }
    }
  }

  /**
   * Writes the head and the body of a file.
   *
   * @param head bytes that start the file
   * @param segments ascending by their place in the file, disjoint
   * @param bodyEnd end of the last one
   * @param target new and empty
   * @throws CorruptFileException if a segment does not have its checksum
   * @throws AlbisIOException if something cannot be read or written
   */
  void copy(byte[] head, List<SegmentCopy> segments, long bodyEnd, WritableFile target) {
    Copying copying = new Copying(segments, bodyEnd);
    Piece next = null;
    try {
      next = copying.read(0);
      while (next != null) {
        Piece present = next;
        next = null;
        present.await();
        long end = present.start + present.length;
        next = end < bodyEnd ? copying.read(end) : null;
        copying.verify(present);
        if (present.start == 0) {
          present.buffer.putBytes(0, head, 0, head.length);
        }
        target.write(present.buffer, 0, present.length);
        progress.accept(present.length);
      }
    } catch (IOException e) {
      awaitAfter(next, e);
      throw new AlbisIOException(
          "Failed to copy segments to " + target.path() + ": " + e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      awaitAfter(next, e);
      throw e;
    }
  }

  private static void awaitAfter(Piece piece, Throwable failure) {
    if (piece != null) {
      piece.awaitAfter(failure);
    }
  }

  /** Releases the buffers. */
  @Override
  public void close() {
    buffers.forEach(OffHeapBuffer::release);
    buffers.clear();
  }
}
