// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.segment;

import io.albis.format.internal.metadata.Segment;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.writer.internal.stats.LeafStatistics;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A finished segment that is waiting to be written.
 *
 * @param buffer its bytes; owned by the holder of this object; null if there are none
 * @param offset of the first byte in the buffer
 * @param length in bytes
 * @param message its description in the footer, except offset and checksum
 * @param statistics of its leaves, in group order, to be merged into those of the row group
 */
public record SealedSegment(
    OffHeapBuffer buffer,
    long offset,
    long length,
    Segment message,
    List<LeafStatistics> statistics) {

  /**
   * Completes a segment.
   *
   * @param message with buffer and node lengths
   */
  public static SealedSegment of(
      OffHeapBuffer buffer,
      long offset,
      long length,
      int rows,
      Segment.Builder message,
      int[] fieldIds,
      List<LeafStatistics> statistics) {
    message.length(Math.toIntExact(length)).rowCount(rows);
    for (int i = 0; i < fieldIds.length; i++) {
      message.addStatistics(statistics.get(i).toStored(fieldIds[i]));
    }
    return new SealedSegment(buffer, offset, length, message.build(), statistics);
  }

  /** The CRC32C of its bytes; 0 if there are none. */
  public int checksum() {
    CRC32C crc = new CRC32C();
    if (buffer != null) {
      crc.update(buffer.nioBuffer(offset, Math.toIntExact(length)));
    }
    return (int) crc.getValue();
  }

  /** The memory that it holds, in bytes. */
  public long heldBytes() {
    return buffer == null ? 0 : BufferAllocator.heldBytes(buffer.capacity());
  }

  public void release() {
    if (buffer != null) {
      buffer.release();
    }
  }
}
