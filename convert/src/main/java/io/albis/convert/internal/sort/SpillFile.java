// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import io.albis.format.error.AlbisIOException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A temporary file of sorted runs. It has no name from the moment it is opened, where the operating
 * system permits that: however the process ends, nothing is left behind. Thread-safe.
 */
final class SpillFile implements AutoCloseable {

  private final Path directory;
  private final FileChannel channel;

  /** Creates a file in a directory. */
  SpillFile(Path directory) {
    this.directory = directory;
    Path file = directory.resolve(".albis-sort-" + UUID.randomUUID() + ".tmp");
    try {
      // On Linux and macOS, the file is removed from its directory at once.
      this.channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw new AlbisIOException(
          "Cannot create a temporary file in "
              + directory
              + ": "
              + e
              + " (--temp-dir names another directory)",
          e);
    }
  }

  /** Writes bytes at a position. */
  void write(ByteBuffer bytes, long position) {
    try {
      long at = position;
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      throw new AlbisIOException(
          "Failed to write sorted rows to a temporary file in "
              + directory
              + " at offset "
              + position
              + ": "
              + e.getMessage()
              + " (--temp-dir names another directory)",
          e);
    }
  }

  /** Fills a buffer with the bytes from a position on. */
  void read(ByteBuffer target, long position) {
    long at = position;
    try {
      while (target.hasRemaining()) {
        int count = channel.read(target, at);
        if (count < 0) {
          throw failed(position, "it ends at " + at, null);
        }
        at += count;
      }
    } catch (IOException e) {
      throw failed(position, String.valueOf(e.getMessage()), e);
    }
  }

  /** The error of a part that cannot be read. */
  AlbisIOException failed(long position, String why, IOException cause) {
    return new AlbisIOException(
        "Failed to read sorted rows from a temporary file in "
            + directory
            + " at offset "
            + position
            + ": "
            + why,
        cause);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new AlbisIOException("Failed to remove a temporary file in " + directory, e);
    }
  }
}
