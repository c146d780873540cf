// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

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

  /** Whether an interrupt of a thread that reads would close the file. */
  boolean isInterruptible();
}
