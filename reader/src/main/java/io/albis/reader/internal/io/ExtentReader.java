// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.Segment;
import io.albis.reader.internal.table.OpenFiles;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;

/**
 * Loads the segments of one extent in order. Requests consecutive wanted segments together. Not
 * thread-safe.
 */
public final class ExtentReader implements AutoCloseable {

  /** Off-heap memory is allocated in pages. */
  private static final int PAGE = 4096;

  private final Extent extent;
  private final DataFile footer;
  private final UUID tableId;
  private final SegmentSource source;
  private final OpenFiles.Use file;

  /**
   * Row number, in the row group, of the first row of each segment and of the end of the last one.
   */
  private final long[] firstRows;

  /** Created lazily. */
  private final SegmentKey[] keys;

  private final BitSet wanted = new BitSet();

  /** The current segment; null if there is none. */
  private SegmentLease lease;

  private int loaded = -1;

  /** The segments that were acquired together with the current one; null if there are none. */
  private Run current;

  /** The segment after the last one that has been acquired. */
  private int end;

  /** Runs that are being read ahead, in order. */
  private final ArrayDeque<Run> pending = new ArrayDeque<>();

  private ReadAhead ahead;

  /**
   * Consecutive segments that are acquired together.
   *
   * @param first segment of the run
   * @param end the segment after the last one
   * @param request that reads them ahead; null if there is none
   * @param segments null while they are read ahead
   */
  private record Run(int first, int end, ReadAhead.Request request, PendingSegments segments) {}

  private ExtentReader(ReadContext context, Extent extent, DataFile footer, OpenFiles.Use file) {
    this.extent = extent;
    this.footer = footer;
    this.file = file;
    this.tableId = context.rowGroups().tableId();
    this.source = context.source();
    this.firstRows = new long[footer.segments().size() + 1];
    this.keys = new SegmentKey[firstRows.length - 1];
    for (int k = 0; k < keys.length; k++) {
      firstRows[k + 1] = firstRows[k] + footer.segments().get(k).rowCount();
    }
  }

  /** Opens an extent. Reads nothing from its file if the manifest contains the footer. */
  public static ExtentReader open(
      ReadContext context, RowGroupRef rowGroup, int groupId, Extent extent) {
    OpenFiles.Use file = context.files().use(extent.path());
    try {
      DataFile footer =
          extent.hasFooter()
              ? context.rowGroups().footer(rowGroup, groupId, extent)
              : context
                  .files()
                  .footer(
                      file.file(),
                      extent,
                      groupId,
                      rowGroup.rowCount(),
                      context.rowGroups().tableId());
      return new ExtentReader(context, extent, footer, file);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** The footer of the extent. */
  public DataFile footer() {
    return footer;
  }

  /** Number of segments. */
  public int segmentCount() {
    return keys.length;
  }

  /** A segment, as the footer describes it. */
  public Segment segment(int k) {
    return footer.segments().get(k);
  }

  /** Row number, in the row group, of the first row of a segment. */
  public long firstRow(int k) {
    return firstRows[k];
  }

  /** The segment that contains a row; the search starts at a segment at or before it. */
  public int segmentAt(long row, int from) {
    int k = from;
    while (firstRows[k + 1] <= row) {
      k++;
    }
    return k;
  }

  /** The file offset of a segment. */
  public long fileOffset(int k) {
    return extent.offset() + segment(k).offset();
  }

  /** The key of a segment. */
  public SegmentKey key(int k) {
    SegmentKey key = keys[k];
    if (key == null) {
      Segment segment = segment(k);
      key =
          new SegmentKey(
              tableId,
              extent.path(),
              fileOffset(k),
              segment.length(),
              segment.crc32c(),
              extent.offset() + extent.length());
      keys[k] = key;
    }
    return key;
  }

  private List<SegmentKey> keys(int from, int to) {
    List<SegmentKey> some = new ArrayList<>(to - from);
    for (int k = from; k < to; k++) {
      some.add(key(k));
    }
    return some;
  }

  /** Whether acquiring segments may block on a device, so that reading ahead pays off. */
  public boolean mayBlock() {
    return keys.length > 0 && source.mayBlock(key(Math.min(end, keys.length - 1)));
  }

  /** Announces that a segment will be loaded. */
  public void want(int k) {
    wanted.set(k);
  }

  /** The next wanted segment at or after the given one; negative if there is none. */
  public int nextWanted(int from) {
    return wanted.nextSetBit(from);
  }

  /** Whether a segment is available without waiting. */
  public boolean isLoaded(int k) {
    return k == loaded || (current != null && k >= current.first && k < current.end);
  }

  /** The buffer of the segment that was loaded last. */
  public OffHeapBuffer memory() {
    return lease.buffer();
  }

  /**
   * Loads a segment, unless it is the current one.
   *
   * @param readAhead that may have read it ahead
   * @param readSize maximum bytes to read together
   * @return the address of its first byte, valid until another segment is loaded
   */
  public long load(int k, ReadAhead readAhead, int readSize) {
    if (k != loaded) {
      release();
      if (!isLoaded(k)) {
        closeCurrent();
        current = takePending(k, readAhead);
      }
      SegmentLease found = current == null ? source.tryAcquire(key(k)) : null;
      if (found == null) {
        current = current == null ? acquire(k, readSize) : current;
        found = takeFromCurrent(k);
      }
      end = Math.max(k + 1, current == null ? 0 : current.end);
      lease = found;
      loaded = k;
      if (wanted.get(k) && nextSegmentToGet() < 0) {
        file.close();
      }
    }
    return lease.buffer().address();
  }

  /** Takes a segment; earlier segments are no longer wanted. */
  private SegmentLease takeFromCurrent(int k) {
    try {
      return current.segments.take(k - current.first);
    } catch (RuntimeException | Error e) {
      closeCurrent();
      throw e;
    }
  }

  private Run acquire(int k, int readSize) {
    int limit = pending.isEmpty() ? Integer.MAX_VALUE : pending.getFirst().first;
    int to = Math.min(limit, end(k, readSize));
    return new Run(k, to, null, source.acquire(keys(k, to)));
  }

  /** The read-ahead run that contains a segment; null if there is none. */
  private Run takePending(int k, ReadAhead readAhead) {
    dropPendingBefore(k);
    if (pending.isEmpty() || pending.getFirst().first > k) {
      return null;
    }
    Run next = pending.remove();
    PendingSegments segments = readAhead.take(next.request);
    return segments == null ? null : new Run(next.first, next.end, null, segments);
  }

  /** Releases runs that were read ahead and are no longer wanted. */
  private void dropPendingBefore(int k) {
    while (!pending.isEmpty() && pending.getFirst().end <= k) {
      ahead.drop(pending.remove().request);
    }
  }

  /**
   * The first row of the next wanted segment that is neither loaded nor being read, or {@link
   * Long#MAX_VALUE} if there is none.
   */
  public long nextToRead() {
    int k = nextSegmentToGet();
    return k < 0 ? Long.MAX_VALUE : firstRows[k];
  }

  private int nextSegmentToGet() {
    return wanted.nextSetBit(pending.isEmpty() ? end : pending.getLast().end);
  }

  /**
   * Starts to acquire the next wanted segments. Requires that there are some.
   *
   * @return false if that is not possible or would not help
   */
  public boolean prefetch(ReadAhead readAhead, int readSize) {
    if (!mayBlock()) {
      return false;
    }
    ahead = readAhead;
    int k = nextSegmentToGet();
    int to = end(k, readSize);
    ReadAhead.Request started = readAhead.start(keys(k, to));
    if (started == null) {
      return false;
    }
    pending.add(new Run(k, to, started, null));
    if (nextSegmentToGet() < 0) {
      // The last read keeps the file open for as long as it needs.
      file.close();
    }
    return true;
  }

  /** The end of the run that is acquired together with a segment. */
  private int end(int k, int readSize) {
    long start = segment(k).offset();
    long memory = pages(k);
    int to = k + 1;
    while (to < segmentCount()
        && wanted.get(to)
        && segment(to).offset() + segment(to).length() - start <= readSize
        && memory + pages(to) <= readSize) {
      memory += pages(to);
      to++;
    }
    return to;
  }

  /** Bytes of memory that a segment occupies. */
  private long pages(int k) {
    return Math.max(PAGE, (segment(k).length() + PAGE - 1L) / PAGE * PAGE);
  }

  private void release() {
    loaded = -1;
    if (lease != null) {
      SegmentLease last = lease;
      lease = null;
      last.close();
    }
  }

  private void closeCurrent() {
    if (current != null) {
      Run last = current;
      current = null;
      last.segments.close();
    }
  }

  @Override
  public void close() {
    dropPendingBefore(segmentCount());
    release();
    closeCurrent();
    file.close();
  }
}
