// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Writes sorted rows to a file, block by block. For one thread. */
final class RunWriter implements AutoCloseable {

  private final SpillFile file;
  private final long start;
  private final OffHeapBuffer buffer;
  private final ByteBuffer block;
  private long position;

  /**
   * Starts a run.
   *
   * @param start where it starts in the file
   * @param blockSize in bytes
   */
  RunWriter(SpillFile file, long start, BufferAllocator allocator, int blockSize) {
    this.file = file;
    this.start = start;
    this.position = start;
    this.buffer = allocator.allocate(blockSize);
    this.block = buffer.nioBuffer(0, blockSize).order(ByteOrder.LITTLE_ENDIAN);
    block.position(Run.BLOCK_HEADER);
  }

  void add(RowBytes key, RowBytes row) {
    putInt(key.length());
    putInt(row.length());
    put(key);
    put(row);
  }

  private void putInt(int value) {
    if (block.remaining() < Integer.BYTES) {
      flush();
    }
    block.putInt(value);
  }

  private void put(RowBytes bytes) {
    int done = 0;
    while (done < bytes.length()) {
      if (!block.hasRemaining()) {
        flush();
      }
      int count = Math.min(block.remaining(), bytes.length() - done);
      block.put(bytes.array(), done, count);
      done += count;
    }
  }

  private void flush() {
    int length = block.position() - Run.BLOCK_HEADER;
    CRC32C crc = new CRC32C();
    crc.update(block.duplicate().flip().position(Run.BLOCK_HEADER));
    block.putInt(0, length).putInt(Integer.BYTES, (int) crc.getValue());
    block.flip();
    file.write(block, position);
    position += Run.BLOCK_HEADER + length;
    block.clear().position(Run.BLOCK_HEADER);
  }

  /** Ends the run. */
  Run finish() {
    if (block.position() > Run.BLOCK_HEADER) {
      flush();
    }
    return new Run(file, start, position);
  }

  @Override
  public void close() {
    buffer.release();
  }
}
