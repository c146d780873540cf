// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Reads a run, block by block. For one thread. */
final class RunReader implements SortedRows {

  private final Run run;
  private final OffHeapBuffer buffer;
  private final ByteBuffer block;
  private long position;
  private boolean isReleased;

  /**
   * Opens a run.
   *
   * @param blockSize with which it was written, in bytes
   */
  RunReader(Run run, BufferAllocator allocator, int blockSize) {
    this.run = run;
    this.position = run.start();
    this.buffer = allocator.allocate(blockSize);
    this.block = buffer.nioBuffer(0, blockSize).order(ByteOrder.LITTLE_ENDIAN);
    block.limit(0);
  }

  @Override
  public boolean next(RowBytes key, RowBytes row) {
    if (!block.hasRemaining() && position == run.end()) {
      return false;
    }
    int keyLength = readInt();
    int rowLength = readInt();
    read(key, keyLength);
    read(row, rowLength);
    return true;
  }

  private int readInt() {
    // A number is never divided between blocks.
    if (block.remaining() < Integer.BYTES) {
      load();
    }
    return block.getInt();
  }

  private void read(RowBytes target, int length) {
    target.clear();
    int at = target.extend(length);
    int done = 0;
    while (done < length) {
      if (!block.hasRemaining()) {
        load();
      }
      int count = Math.min(block.remaining(), length - done);
      block.get(target.array(), at + done, count);
      done += count;
    }
  }

  private void load() {
    block.clear().limit(Run.BLOCK_HEADER);
    run.file().read(block, position);
    int length = block.getInt(0);
    int expected = block.getInt(Integer.BYTES);
    if (length < 1 || length > block.capacity() - Run.BLOCK_HEADER) {
      throw run.file().failed(position, "a block has a length of " + length, null);
    }
    block.limit(Run.BLOCK_HEADER + length);
    run.file().read(block, position + Run.BLOCK_HEADER);
    CRC32C crc = new CRC32C();
    block.position(Run.BLOCK_HEADER);
    crc.update(block.duplicate());
    if ((int) crc.getValue() != expected) {
      throw run.file()
          .failed(
              position,
              String.format(
                  "checksum of a block: expected 0x%08x, computed 0x%08x",
                  expected, (int) crc.getValue()),
              null);
    }
    position += Run.BLOCK_HEADER + length;
  }

  @Override
  public void release() {
    if (!isReleased) {
      isReleased = true;
      buffer.release();
    }
  }
}
