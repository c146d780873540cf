// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** A file, pipe or device that is written; errors name it. Not buffered, not thread-safe. */
final class ExportFile extends OutputStream implements WritableByteChannel {

  private final String name;
  private final OutputStream out;
  private final WritableByteChannel channel;
  private long position;

  /**
   * Wraps a stream, which this file closes.
   *
   * @param name the name to use in messages
   * @param channel to the same file
   */
  ExportFile(String name, OutputStream out, WritableByteChannel channel) {
    this.name = name;
    this.out = out;
    this.channel = channel;
  }

  /** Returns the number of bytes written. */
  long position() {
    return position;
  }

  private IOException failed(IOException cause) {
    return new IOException("Cannot write " + name + ": " + cause.getMessage(), cause);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw failed(e);
    }
    position += length;
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    try {
      int written = channel.write(bytes);
      position += written;
      return written;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
