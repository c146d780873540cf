// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.memory.OffHeapBuffer;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file with positional reads, which any number of threads may execute concurrently. */
interface DeviceFile extends Closeable {

  /**
   * Sends one request that fills buffers one after the other, possibly only partly, and advances
   * their positions.
   *
   * @param targets direct buffers with bytes remaining
   * @return the number of bytes read; 0 at the end of the file
   * @throws java.nio.channels.ClosedChannelException if the file is closed
   */
  long read(ByteBuffer[] targets, long offset) throws IOException;

  /**
   * Sends one request that fills a range of a buffer, possibly only partly; see {@link
   * #read(ByteBuffer[], long)}.
   *
   * @param index the index in the target of the first byte to read
   */
  default long read(OffHeapBuffer target, long index, int length, long offset) throws IOException {
    return read(new ByteBuffer[] {target.nioBuffer(index, length)}, offset);
  }
}
