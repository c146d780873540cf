// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.arrow;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of an open file. For one thread. */
public interface ByteSource extends Closeable {

  /** Opens a file; each thread opens it for itself. */
  interface Opener {
    /** Opens the file. */
    ByteSource open() throws IOException;
  }

  /** Returns the length of the file in bytes. */
  long length() throws IOException;

  /**
   * Fills a buffer.
   *
   * @throws EOFException if the file ends before
   */
  void read(long position, ByteBuffer target) throws IOException;

  /** Opens a local file. */
  static ByteSource open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    return new ByteSource() {
      @Override
      public long length() throws IOException {
        return channel.size();
      }

      @Override
      public void read(long position, ByteBuffer target) throws IOException {
        long at = position;
        while (target.hasRemaining()) {
          int count = channel.read(target, at);
          if (count < 0) {
            throw new EOFException("the file ends at " + at);
          }
          at += count;
        }
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }
}
