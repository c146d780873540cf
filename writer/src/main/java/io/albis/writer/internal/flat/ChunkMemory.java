// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.plan.WritePlan;
import java.nio.ByteBuffer;

/**
 * The memory of a chunk of {@link FlatRows}: the flags of all leaves, and the slots of the groups
 * that are staged, with room for one row more than a chunk.
 *
 * <p>It holds as many rows as it should, or fewer where these would take more than 8 MiB, but at
 * least 64. So it takes at most 8 MiB, unless 64 rows are larger, plus about 1.2 KiB for each leaf.
 */
final class ChunkMemory {

  /** The least number of rows. */
  static final int MIN_ROWS = 64;

  private static final long MAX_BYTES = 8L << 20;

  private static final int CACHE_LINE = 64;

  /** Number of rows, a multiple of 64. */
  private final int rows;

  /** Per group: address of its first row or value; 0 if it is not staged. */
  private final long[] staged;

  /** Keeps the memory alive, which the garbage collector frees; null if it is the writer's. */
  private final ByteBuffer chunk;

  private final long firstFlag;
  private final int flagStep;

  /**
   * Allocates the memory.
   *
   * @param mostRows a power of two, at least 64
   * @param isStaged whether values are put into the slots of the chunk
   * @param memory null: outside the limit of the writer's allocator, and as long as this object
   *     lives
   */
  ChunkMemory(WritePlan plan, int mostRows, boolean isStaged, WriterMemory memory) {
    int[] strides = new int[plan.groups().size()];
    long rowBytes = plan.leaves().size();
    for (int g = 0; g < strides.length && isStaged; g++) {
      strides[g] = plan.leaves().get(plan.leavesOfGroup(g)[0]).step();
      rowBytes += strides[g];
    }
    this.rows = rowsOf(mostRows, rowBytes);
    this.flagStep = mostRows + CACHE_LINE;
    long flagBytes = (long) plan.leaves().size() * flagStep;
    long bytes = flagBytes;
    this.staged = new long[strides.length];
    for (int g = 0; g < strides.length; g++) {
      staged[g] = bytes;
      // One line more, so that rows of different groups lie in different lines of the cache.
      bytes += strides[g] > 0 ? (rows + 1L) * strides[g] + CACHE_LINE : 0;
    }
    if (memory == null) {
      this.chunk = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
      this.firstFlag = Memory.addressOf(chunk);
    } else {
      this.chunk = null;
      this.firstFlag = memory.allocate(Math.max(1, bytes)).address();
    }
    for (int g = 0; g < strides.length; g++) {
      staged[g] = strides[g] > 0 ? firstFlag + staged[g] : 0;
    }
  }

  private static int rowsOf(int mostRows, long rowBytes) {
    int size = mostRows;
    while (size > MIN_ROWS && size * rowBytes > MAX_BYTES) {
      size /= 2;
    }
    return size;
  }

  /** Number of rows, a multiple of 64. */
  int rows() {
    return rows;
  }

  /** Address of the first row or value of a group; 0 if it is not staged. */
  long staged(int g) {
    return staged[g];
  }

  /** Bytes from the flags of one leaf to those of the next: room for one row more than a chunk. */
  int flagStep() {
    return flagStep;
  }

  /** Address of the flag of the first leaf for the first row. */
  long firstFlag() {
    return firstFlag;
  }
}
