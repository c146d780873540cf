// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes as many bytes as the values of the rows have, with direct I/O in requests of 4 MiB: the
 * sequential write rate of the device.
 */
public final class RawWriter implements FormatWriter {

  private static final int REQUEST = 4 << 20;
  private static final int ALIGNMENT = 4096;

  /** The natural width of a row: ten int32, an int64 and twelve doubles. */
  private static final int ROW_BYTES = 10 * Integer.BYTES + 13 * Long.BYTES;

  @Override
  public OpenWriter open(Path directory, int threads) {
    return new FilesOfParts(directory, Part::new);
  }

  private static final class Part implements OpenWriter.Part {
    private final FileChannel channel;
    private final ByteBuffer buffer =
        ByteBuffer.allocateDirect(REQUEST + ALIGNMENT).alignedSlice(ALIGNMENT);
    private long pending;

    Part(Path file) throws IOException {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.WRITE,
              ExtendedOpenOption.DIRECT);
    }

    @Override
    public void write(SalesChunk chunk) throws IOException {
      pending += (long) chunk.rowCount() * ROW_BYTES;
      while (pending >= REQUEST) {
        writeBytes(REQUEST);
        pending -= REQUEST;
      }
    }

    private void writeBytes(int count) throws IOException {
      buffer.position(0).limit(count);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }

    @Override
    public void close() throws IOException {
      try (channel) {
        // Direct I/O writes whole blocks only.
        writeBytes((int) (pending + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
      }
    }
  }
}
