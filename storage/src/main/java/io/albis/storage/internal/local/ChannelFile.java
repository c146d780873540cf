// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads through a {@link FileChannel}, where the C library cannot be called. */
final class ChannelFile implements DeviceFile {

  private final FileChannel channel;

  ChannelFile(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public long read(ByteBuffer[] targets, long offset) throws IOException {
    long done = 0;
    for (ByteBuffer target : targets) {
      int read = target.hasRemaining() ? channel.read(target, offset + done) : 0;
      if (read > 0) {
        done += read;
      }
      if (target.hasRemaining()) {
        break;
      }
    }
    return done;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
