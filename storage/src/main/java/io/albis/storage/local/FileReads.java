// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Repeats requests to a file until they are served completely. */
final class FileReads {

  private final DeviceFile file;
  private final LocalMetrics metrics;

  /** Positions at which a request can start, in bytes: multiples of this. */
  private final int block;

  FileReads(DeviceFile file, boolean isDirect, LocalMetrics metrics) {
    this.file = file;
    this.block = isDirect ? DirectReads.BLOCK : 1;
    this.metrics = metrics;
  }

  /**
   * Fills buffers one after the other, from their start.
   *
   * @param needed how many bytes must be read; more may follow, as far as there is room
   * @throws EOFException if the file ends before
   */
  void read(ByteBuffer[] targets, long offset, long needed) throws IOException {
    for (long done = 0; done < needed; ) {
      long read = file.read(done == 0 ? targets : behind(targets, done), offset + done);
      metrics.read(read, block > 1);
      long next = done + read >= needed ? needed : (done + read) / block * block;
      if (next <= done) {
        throw new EOFException("the file ends at offset " + (offset + done + read));
      }
      done = next;
    }
  }

  /** The parts of buffers that lie behind so many bytes. */
  private static ByteBuffer[] behind(ByteBuffer[] targets, long done) {
    long left = done;
    int first = 0;
    while (left >= targets[first].limit()) {
      left -= targets[first].limit();
      first++;
    }
    ByteBuffer[] rest = new ByteBuffer[targets.length - first];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = targets[first + i].position(i == 0 ? (int) left : 0);
    }
    return rest;
  }

  void close() throws IOException {
    file.close();
  }
}
