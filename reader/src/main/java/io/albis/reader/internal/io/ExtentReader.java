// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.error.CorruptFileException;
import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.Segment;
import io.albis.reader.internal.table.RowGroups;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import io.albis.reader.internal.table.TableFiles;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.zip.CRC32C;

/**
 * Loads the segments of one extent. Consecutive segments that are wanted are read by one request,
 * into a buffer of just their size. For one thread.
 */
public final class ExtentReader implements AutoCloseable {

  private final Extent extent;
  private final ExtentFile file;
  private final DataFile footer;

  /** Number in the row group of the first row of each segment, and of the row behind the last. */
  private final long[] firstRows;

  private final BitSet wanted = new BitSet();
  private OffHeapBuffer chunk;
  private long chunkStart;
  private int chunkFirst;

  /** The segment behind the last that has been loaded. */
  private int chunkEnd;

  /** What is being read ahead, in order. */
  private final ArrayDeque<Ahead> pending = new ArrayDeque<>();

  private ReadAhead ahead;

  /** Segments that are read ahead together; without a chunk if they have no bytes. */
  private record Ahead(int first, int end, ReadAhead.Chunk chunk) {}

  private ExtentReader(Extent extent, ExtentFile file, DataFile footer) {
    this.extent = extent;
    this.file = file;
    this.footer = footer;
    this.firstRows = new long[footer.segments().size() + 1];
    for (int k = 0; k < firstRows.length - 1; k++) {
      firstRows[k + 1] = firstRows[k] + footer.segments().get(k).rowCount();
    }
  }

  /** Opens an extent; of its file nothing is read if the manifest has the footer. */
  public static ExtentReader open(
      RowGroups rowGroups, TableFiles files, RowGroupRef rowGroup, int groupId, Extent extent) {
    ExtentFile file = new ExtentFile(files, extent);
    if (extent.hasFooter()) {
      return new ExtentReader(extent, file, rowGroups.footer(rowGroup, groupId, extent));
    }
    try {
      DataFile footer =
          files.footer(file.open(), extent, groupId, rowGroup.rowCount(), rowGroups.tableId());
      return new ExtentReader(extent, file, footer);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  public DataFile footer() {
    return footer;
  }

  public int segmentCount() {
    return firstRows.length - 1;
  }

  public Segment segment(int k) {
    return footer.segments().get(k);
  }

  public long firstRow(int k) {
    return firstRows[k];
  }

  /** The segment of a row; the search starts at a segment that is not behind it. */
  public int segmentAt(long row, int from) {
    int k = from;
    while (firstRows[k + 1] <= row) {
      k++;
    }
    return k;
  }

  /** Whether reading waits for a device, so that it pays to read ahead. */
  public boolean mayBlock() {
    return file.mayBlock();
  }

  /** Says that a segment will be loaded. */
  public void want(int k) {
    wanted.set(k);
  }

  /** Offset in the file of a segment. */
  public long fileOffset(int k) {
    return extent.offset() + segment(k).offset();
  }

  /**
   * Loads a segment, if it is not there already.
   *
   * @return the address of its first byte, valid until a segment outside of the same chunk is
   *     loaded
   * @throws CorruptFileException if its checksum is wrong
   */
  public long load(int k, BufferAllocator allocator, int readSize, boolean verifyChecksums) {
    return load(k, allocator, ReadAhead.none(allocator), readSize, verifyChecksums);
  }

  /** As the other one, taking what has been read ahead. */
  public long load(
      int k, BufferAllocator allocator, ReadAhead ahead, int readSize, boolean verifyChecksums) {
    if (!isLoaded(k)) {
      loadChunk(k, allocator, ahead, readSize, verifyChecksums);
    }
    return chunk.address() + segment(k).offset() - chunkStart;
  }

  /** Whether a segment need not be read any more. */
  public boolean isLoaded(int k) {
    return chunk != null && k >= chunkFirst && k < chunkEnd;
  }

  /** What the segment that was last loaded lies in. */
  public OffHeapBuffer memory() {
    return chunk;
  }

  /**
   * The first row of the next wanted segment that is neither loaded nor being read, or {@link
   * Long#MAX_VALUE} if there is none.
   */
  public long nextToRead() {
    int k = nextSegmentToRead();
    return k < 0 ? Long.MAX_VALUE : firstRows[k];
  }

  private int nextSegmentToRead() {
    return wanted.nextSetBit(pending.isEmpty() ? chunkEnd : pending.getLast().end);
  }

  /**
   * Starts to read the next wanted segments, of which there are some.
   *
   * @return false if that cannot be done, or would not be of use
   */
  public boolean prefetch(ReadAhead readAhead, int readSize, boolean verifyChecksums) {
    if (!mayBlock()) {
      return false;
    }
    ahead = readAhead;
    int k = nextSegmentToRead();
    int end = end(k, readSize);
    if (chunkLength(k, end) == 0) {
      pending.add(new Ahead(k, end, null));
      return true;
    }
    long offset = fileOffset(k);
    long length = chunkLength(k, end);
    boolean isLast = wanted.nextSetBit(end) < 0;
    ReadAhead.Chunk started =
        readAhead.start(
            length,
            buffer -> file.read(offset, buffer, length, isLast),
            buffer -> {
              if (verifyChecksums) {
                verify(buffer, k, end);
              }
            });
    if (started == null) {
      return false;
    }
    pending.add(new Ahead(k, end, started));
    return true;
  }

  /** The segment behind those that are read together with one. */
  private int end(int k, int readSize) {
    long start = segment(k).offset();
    int end = k + 1;
    while (end < segmentCount()
        && wanted.get(end)
        && segment(end).offset() + segment(end).length() - start <= readSize) {
      end++;
    }
    return end;
  }

  private long chunkLength(int k, int end) {
    return segment(end - 1).offset() + segment(end - 1).length() - segment(k).offset();
  }

  private void loadChunk(
      int k,
      BufferAllocator allocator,
      ReadAhead readAhead,
      int readSize,
      boolean verifyChecksums) {
    release();
    int end = end(k, readSize);
    try {
      dropPendingBefore(k);
      if (!pending.isEmpty()) {
        Ahead next = pending.remove();
        end = next.end;
        chunk = next.chunk == null ? null : readAhead.take(next.chunk);
      }
      if (chunk == null) {
        long length = chunkLength(k, end);
        chunk = allocate(length, allocator, readAhead);
        if (length > 0) {
          file.read(fileOffset(k), chunk, length, wanted.get(k) && wanted.nextSetBit(end) < 0);
        }
        if (verifyChecksums) {
          verify(chunk, k, end);
        }
      }
    } catch (IOException e) {
      throw TableFiles.failed(extent.path(), e);
    }
    chunkStart = segment(k).offset();
    chunkFirst = k;
    chunkEnd = end;
  }

  private static OffHeapBuffer allocate(
      long length, BufferAllocator allocator, ReadAhead readAhead) {
    try {
      return allocator.allocate(length);
    } catch (OutOfOffHeapMemoryException e) {
      if (readAhead.dropAll()) {
        return allocator.allocate(length);
      }
      throw e;
    }
  }

  /** Gives back what was read ahead and is not wanted next. */
  private void dropPendingBefore(int k) {
    while (!pending.isEmpty() && pending.getFirst().first != k) {
      ReadAhead.Chunk dropped = pending.remove().chunk;
      if (dropped != null) {
        ahead.drop(dropped);
      }
    }
  }

  /**
   * Compares the checksums of consecutive segments with a buffer that starts at the first. One that
   * is damaged is read once more, where there is another copy of it.
   */
  private void verify(OffHeapBuffer buffer, int first, int end) throws IOException {
    for (int k = first; k < end; k++) {
      Segment segment = segment(k);
      if (segment.length() == 0) {
        continue;
      }
      long at = segment.offset() - segment(first).offset();
      int found = checksum(buffer, at, segment.length());
      if (found != segment.crc32c()
          && file.readElsewhere(fileOffset(k), buffer, at, segment.length())) {
        found = checksum(buffer, at, segment.length());
      }
      if (found != segment.crc32c()) {
        throw new CorruptFileException(
            extent.path(),
            fileOffset(k),
            "checksum of segment " + k,
            Integer.toHexString(segment.crc32c()),
            Integer.toHexString(found));
      }
    }
  }

  private static int checksum(OffHeapBuffer buffer, long offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.nioBuffer(offset, length));
    return (int) crc.getValue();
  }

  private void release() {
    if (chunk != null) {
      chunk.release();
      chunk = null;
      // Nothing is loaded until a chunk has been read and verified.
      chunkFirst = chunkEnd;
    }
  }

  @Override
  public void close() {
    dropPendingBefore(segmentCount());
    release();
    file.close();
  }
}
