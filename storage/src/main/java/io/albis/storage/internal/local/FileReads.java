// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.ReadRequest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Repeats partial reads of a file until they are complete. */
final class FileReads {

  private final DeviceFile file;
  private final LocalMetrics metrics;

  /** Requests start at multiples of this offset, in bytes. */
  private final int block;

  FileReads(DeviceFile file, boolean isDirect, LocalMetrics metrics) {
    this.file = file;
    this.block = isDirect ? DirectReads.BLOCK : 1;
    this.metrics = metrics;
  }

  /**
   * Fills buffers one after the other, from their start.
   *
   * @param needed the number of bytes that must be read; the rest of the buffers may be filled too
   * @throws EOFException if the file has fewer bytes
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

  /**
   * Reads one range of a file that needs no alignment.
   *
   * @throws EOFException if the file has fewer bytes
   */
  void read(ReadRequest request) throws IOException {
    int length = (int) request.length();
    for (int done = 0; done < length; ) {
      long offset = request.offset() + done;
      long read = file.read(request.target(), request.targetOffset() + done, length - done, offset);
      if (read <= 0) {
        throw new EOFException("the file ends at offset " + offset);
      }
      metrics.read(read, false);
      done += (int) read;
    }
  }

  /** The remaining parts of the buffers after a number of bytes. */
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
