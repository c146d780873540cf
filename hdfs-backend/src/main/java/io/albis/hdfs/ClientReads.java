// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs;

import io.albis.storage.ReadRequest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/** Reads of one file through Hadoop's client. Thread-safe: they all give their position. */
final class ClientReads implements AutoCloseable {

  /**
   * Of one call: some clients hold on to as much heap. Object stores answer each call by a request
   * of its own, so it must not be small.
   */
  private static final int REQUEST_SIZE = 4 << 20;

  private final Path path;
  private final HadoopMetrics metrics;
  private final Opening opening;

  /** Null before it is needed. */
  private FSDataInputStream stream;

  private volatile boolean closed;

  /** Opens the stream. */
  interface Opening {
    FSDataInputStream open() throws IOException;
  }

  /** For a file that is opened when something is read this way. */
  ClientReads(Path path, Opening opening, HadoopMetrics metrics) {
    this.path = path;
    this.opening = opening;
    this.metrics = metrics;
  }

  /** For a file that is open. */
  ClientReads(Path path, FSDataInputStream stream, HadoopMetrics metrics) {
    this(path, () -> stream, metrics);
    this.stream = stream;
  }

  private synchronized FSDataInputStream stream() throws IOException {
    requireOpen();
    if (stream == null) {
      stream = opening.open();
    }
    return stream;
  }

  /** Reads a range that lies within the file. */
  void read(ReadRequest request) throws IOException {
    FSDataInputStream in = stream();
    boolean takesBuffers = in.hasCapability(StreamCapabilities.PREADBYTEBUFFER);
    byte[] heap = null;
    for (long done = 0; done < request.length(); ) {
      long offset = request.offset() + done;
      int size = (int) Math.min(REQUEST_SIZE, request.length() - done);
      ByteBuffer target = request.target().nioBuffer(request.targetOffset() + done, size);
      requireOpen();
      if (takesBuffers) {
        readFully(in, target, offset);
      } else {
        heap = heap == null ? new byte[size] : heap;
        in.readFully(offset, heap, 0, size);
        target.put(heap, 0, size);
      }
      metrics.read(ReadWay.CLIENT, size);
      done += size;
    }
  }

  private void readFully(FSDataInputStream in, ByteBuffer target, long offset) throws IOException {
    int start = target.position();
    while (target.hasRemaining()) {
      int read = in.read(offset + target.position() - start, target);
      if (read < 0) {
        throw new EOFException(
            "Failed to read " + path + ": it ends before offset " + (offset + target.limit()));
      }
    }
  }

  /** Lets the client make its way to an offset, and counts nothing. */
  void touch(long offset) throws IOException {
    requireOpen();
    FSDataInputStream in = stream();
    // Otherwise it would read a megabyte through the page cache.
    in.setReadahead(0L);
    try {
      in.readFully(offset, new byte[1]);
    } finally {
      in.setReadahead(null);
    }
  }

  byte[] readBytes(long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    stream().readFully(offset, bytes, 0, length);
    metrics.read(ReadWay.CLIENT, length);
    return bytes;
  }

  void requireOpen() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    if (stream != null) {
      stream.close();
    }
  }
}
