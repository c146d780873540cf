// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.parquet.io.SeekableInputStream;

/** The bytes of a column chunk, through a buffer. Several share the stream of a file. */
final class ChunkBytes extends InputStream {

  private final SeekableInputStream file;

  /** Position in the file of the bytes behind the buffer. */
  private long position;

  private final long end;
  private byte[] buffer;
  private int at;
  private int limit;

  /**
   * Starts with nothing read.
   *
   * @param size of the buffer in bytes; it grows for longer pages
   */
  ChunkBytes(SeekableInputStream file, long start, long end, int size) {
    this.file = file;
    this.position = start;
    this.end = end;
    this.buffer = new byte[(int) Math.max(1, Math.min(size, end - start))];
  }

  /** The number of bytes that have not been taken. */
  long remaining() {
    return end - position + limit - at;
  }

  /** The array with the bytes that {@link #require} has read. */
  byte[] array() {
    return buffer;
  }

  /** The place of the next byte in the array. */
  int offset() {
    return at;
  }

  /** Takes bytes that have been read. */
  void take(int count) {
    at += count;
  }

  /**
   * Reads the next bytes into the array, where they stay until the next call.
   *
   * @param count at most {@link #remaining}
   */
  void require(int count) throws IOException {
    if (limit - at >= count) {
      return;
    }
    byte[] target = buffer.length < count ? new byte[count] : buffer;
    System.arraycopy(buffer, at, target, 0, limit - at);
    buffer = target;
    limit -= at;
    at = 0;
    int more = (int) Math.min(buffer.length - limit, end - position);
    if (limit + more < count) {
      throw new EOFException("the column chunk ends in a page");
    }
    file.seek(position);
    file.readFully(buffer, limit, more);
    position += more;
    limit += more;
  }

  @Override
  public int read() throws IOException {
    if (remaining() == 0) {
      return -1;
    }
    require(1);
    return buffer[at++] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (remaining() == 0) {
      return -1;
    }
    require(1);
    int count = Math.min(length, limit - at);
    System.arraycopy(buffer, at, target, from, count);
    at += count;
    return count;
  }

  /** Returns a copy of bytes that have been read. */
  byte[] copy(int from, int count) {
    return Arrays.copyOfRange(buffer, from, from + count);
  }
}
