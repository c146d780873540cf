/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

import io.albis.format.error.CorruptFileException;
import io.albis.format.metadata.DataFile;
import io.albis.format.proto.Extent;
import io.albis.format.proto.Segment;
import io.albis.reader.RowGroups.RowGroupRef;
import io.albis.storage.ReadableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.BitSet;
import java.util.zip.CRC32C;

/**
 * Loads the segments of one extent. Consecutive segments that are wanted are read by one request,
 * into a buffer of just their size. For one thread.
 */
final class ExtentReader implements AutoCloseable {

  private final Extent extent;
  private final ReadableFile file;
  private final DataFile footer;

  /** Number in the row group of the first row of each segment, and of the row behind the last. */
  private final long[] firstRows;

  private final BitSet wanted = new BitSet();
  private OffHeapBuffer chunk;
  private long chunkStart;
  private int chunkFirst;
  private int chunkEnd;

  private ExtentReader(Extent extent, ReadableFile file, DataFile footer) {
    this.extent = extent;
    this.file = file;
    this.footer = footer;
    this.firstRows = new long[footer.message().getSegmentsCount() + 1];
    for (int k = 0; k < firstRows.length - 1; k++) {
      firstRows[k + 1] = firstRows[k] + footer.message().getSegments(k).getRowCount();
    }
  }

  static ExtentReader open(
      RowGroups rowGroups, TableFiles files, RowGroupRef rowGroup, int groupId, Extent extent) {
    ReadableFile file = files.open(extent.getPath());
    try {
      DataFile footer =
          files.footer(file, extent, groupId, rowGroup.rowCount(), rowGroups.tableId());
      return new ExtentReader(extent, file, footer);
    } catch (RuntimeException e) {
      close(file, extent);
      throw e;
    }
  }

  DataFile footer() {
    return footer;
  }

  int segmentCount() {
    return firstRows.length - 1;
  }

  Segment segment(int k) {
    return footer.message().getSegments(k);
  }

  long firstRow(int k) {
    return firstRows[k];
  }

  /** The segment of a row; the search starts at a segment that is not behind it. */
  int segmentAt(long row, int from) {
    int k = from;
    while (firstRows[k + 1] <= row) {
      k++;
    }
    return k;
  }

  /** Says that a segment will be loaded. */
  void want(int k) {
    wanted.set(k);
  }

  /** Offset in the file of a segment. */
  long fileOffset(int k) {
    return extent.getOffset() + segment(k).getOffset();
  }

  /**
   * Loads a segment, if it is not there already.
   *
   * @return the address of its first byte, valid until a segment outside of the same chunk is
   *     loaded
   * @throws CorruptFileException if its checksum is wrong
   */
  long load(int k, BufferAllocator allocator, int readSize, boolean verifyChecksums) {
    if (chunk == null || k < chunkFirst || k >= chunkEnd) {
      loadChunk(k, allocator, readSize, verifyChecksums);
    }
    return chunk.address() + segment(k).getOffset() - chunkStart;
  }

  private void loadChunk(int k, BufferAllocator allocator, int readSize, boolean verifyChecksums) {
    release();
    long start = segment(k).getOffset();
    int end = k + 1;
    while (end < segmentCount()
        && wanted.get(end)
        && segment(end).getOffset() + segment(end).getLength() - start <= readSize) {
      end++;
    }
    long length = segment(end - 1).getOffset() + segment(end - 1).getLength() - start;
    chunk = allocator.allocate(length);
    chunkStart = start;
    chunkFirst = k;
    chunkEnd = end;
    try {
      if (length > 0) {
        file.read(extent.getOffset() + start, chunk, 0, length);
      }
    } catch (IOException e) {
      throw TableFiles.failed(extent.getPath(), e);
    }
    for (int i = k; verifyChecksums && i < end; i++) {
      verify(i);
    }
  }

  private void verify(int k) {
    Segment segment = segment(k);
    if (segment.getLength() == 0) {
      return;
    }
    CRC32C crc = new CRC32C();
    crc.update(chunk.nioBuffer(segment.getOffset() - chunkStart, segment.getLength()));
    if ((int) crc.getValue() != segment.getCrc32C()) {
      throw new CorruptFileException(
          extent.getPath(),
          fileOffset(k),
          "checksum of segment " + k,
          Integer.toHexString(segment.getCrc32C()),
          Integer.toHexString((int) crc.getValue()));
    }
  }

  private void release() {
    if (chunk != null) {
      chunk.release();
      chunk = null;
    }
  }

  private static void close(ReadableFile file, Extent extent) {
    try {
      file.close();
    } catch (IOException e) {
      throw TableFiles.failed(extent.getPath(), e);
    }
  }

  @Override
  public void close() {
    release();
    close(file, extent);
  }
}
