// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.ReadRequest;
import io.albis.storage.internal.backend.ReadBatches;
import io.albis.storage.internal.backend.Reads;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/** Positional reads of one file through Hadoop's client. Thread-safe. */
final class ClientReads implements AutoCloseable {

  /** Arrays for reuse, since streams of object stores only read to the heap. */
  private static final ArrayDeque<byte[]> KEPT = new ArrayDeque<>();

  private static final int MAX_KEPT = 8;

  private final Path path;
  private final FSDataInputStream stream;
  private final HadoopMetrics metrics;
  private volatile boolean closed;

  /** Creates reads of an open file. */
  ClientReads(Path path, FSDataInputStream stream, HadoopMetrics metrics) {
    this.path = path;
    this.stream = stream;
    this.metrics = metrics;
  }

  /**
   * Reads ranges within the file by one request, since a request costs more than copying its
   * result.
   *
   * @param batch one of {@link ReadBatches}
   * @throws ClosedChannelException if this is closed, also during the read
   */
  void read(List<ReadRequest> batch) throws IOException {
    ReadRequest first = batch.get(0);
    ReadRequest last = batch.get(batch.size() - 1);
    int size = (int) (last.offset() + last.length() - first.offset());
    try {
      requireOpen();
      if (batch.size() == 1 && stream.hasCapability(StreamCapabilities.PREADBYTEBUFFER)) {
        ByteBuffer target = first.target().nioBuffer(first.targetOffset(), size);
        readFully(stream, target, first.offset());
      } else {
        readTogether(stream, batch, first.offset(), size);
      }
    } catch (IOException e) {
      throw closedOr(e);
    } catch (RuntimeException e) {
      throw requireClosedBy(e);
    }
    metrics.read(ReadPath.CLIENT, size);
  }

  private IOException closedOr(IOException failure) {
    return closed && !(failure instanceof ClosedChannelException) ? closedBy(failure) : failure;
  }

  /**
   * Returns the exception of a read during which this was closed. Streams that are closed under a
   * read may fail by any exception, among them NullPointerException.
   *
   * @throws RuntimeException the failure, if this is open
   */
  private IOException requireClosedBy(RuntimeException failure) {
    if (!closed) {
      throw failure;
    }
    return closedBy(failure);
  }

  private static ClosedChannelException closedBy(Exception failure) {
    ClosedChannelException e = new ClosedChannelException();
    e.initCause(failure);
    return e;
  }

  /**
   * Reads a range of the file to the heap and copies parts of it to their targets. Streams of
   * object stores read one range at a time, except for vectored reads.
   */
  private static void readTogether(
      FSDataInputStream in, List<ReadRequest> batch, long offset, int size) throws IOException {
    boolean isVectored =
        in.hasCapability(StreamCapabilities.VECTOREDIO)
            && !in.hasCapability(StreamCapabilities.PREADBYTEBUFFER);
    if (isVectored) {
      FileRange range = FileRange.createFileRange(offset, size);
      in.readVectored(List.of(range), ByteBuffer::allocate);
      copy(Reads.await(range.getData()), offset, batch);
    } else {
      byte[] heap = takeHeap();
      in.readFully(offset, heap, 0, size);
      copy(ByteBuffer.wrap(heap, 0, size), offset, batch);
      give(heap);
    }
  }

  private static void copy(ByteBuffer read, long offset, List<ReadRequest> batch) {
    for (ReadRequest request : batch) {
      int length = (int) request.length();
      ByteBuffer part = read.slice(read.position() + (int) (request.offset() - offset), length);
      request.target().nioBuffer(request.targetOffset(), length).put(part);
    }
  }

  private static byte[] takeHeap() {
    synchronized (KEPT) {
      byte[] kept = KEPT.poll();
      return kept == null ? new byte[ReadBatches.MAX_BYTES] : kept;
    }
  }

  private static void give(byte[] heap) {
    synchronized (KEPT) {
      if (KEPT.size() < MAX_KEPT) {
        KEPT.add(heap);
      }
    }
  }

  private void readFully(FSDataInputStream in, ByteBuffer target, long offset) throws IOException {
    int start = target.position();
    while (target.hasRemaining()) {
      int read = in.read(offset + target.position() - start, target);
      if (read < 0) {
        throw new EOFException(
            "Failed to read "
                + path
                + ": the file ends before offset "
                + (offset + target.limit()));
      }
    }
  }

  /** Makes the client connect to the block at an offset. Not counted in the metrics. */
  void touch(long offset) throws IOException {
    requireOpen();
    // The default would read a megabyte through the page cache.
    stream.setReadahead(0L);
    try {
      stream.readFully(offset, new byte[1]);
    } finally {
      stream.setReadahead(null);
    }
  }

  byte[] readBytes(long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    try {
      requireOpen();
      stream.readFully(offset, bytes, 0, length);
    } catch (IOException e) {
      throw closedOr(e);
    } catch (RuntimeException e) {
      throw requireClosedBy(e);
    }
    metrics.read(ReadPath.CLIENT, length);
    return bytes;
  }

  void requireOpen() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    stream.close();
  }
}
