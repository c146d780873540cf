// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.scan;

import io.albis.format.metadata.Extent;
import io.albis.reader.internal.io.ExtentReader;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.plan.RowGroupStatistics;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.RowGroups;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import io.albis.reader.internal.vector.RowGroupVectors;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.vector.VectorOwner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Iterates over a row group or a part of it. A batch ends wherever a segment of any group ends;
 * batches that statistics rule out are skipped. Not thread-safe.
 */
public final class RowGroupScan implements AutoCloseable {

  private final ScanPlan plan;
  private final ReadContext context;
  private final RowGroups rowGroups;
  private final RowGroupRef rowGroup;

  /** The first row to read, and the end, in the row group. */
  private final long from;

  private final long to;
  private final ReadAhead ahead;
  private final int readSize;

  /** Per group of the plan: null if the row group has no extent of it. */
  private final ExtentReader[] readers;

  private final int[] current;
  private final RowGroupVectors loaded;
  private final List<long[]> batches = new ArrayList<>();
  private int nextBatch;

  /** All groups before {@link #prefetchGroup} have requested their segments up to this row. */
  private long prefetchRow;

  private int prefetchGroup;
  private long firstRow;
  private int rowCount;

  public RowGroupScan(
      ScanPlan plan, ReadContext context, RowGroups.RowRange range, ReadAhead ahead, int readSize) {
    this.plan = plan;
    this.context = context;
    this.rowGroups = context.rowGroups();
    this.rowGroup = range.rowGroup();
    this.from = range.from();
    this.to = range.to();
    this.ahead = ahead;
    this.readSize = readSize;
    int groups = plan.groups().size();
    this.readers = new ExtentReader[groups];
    this.current = new int[groups];
    this.loaded = new RowGroupVectors(plan, rowGroup.number(), context.allocator());
  }

  /** Returns the segments that a scan of some rows will read. */
  public static List<SegmentKey> segments(
      ScanPlan plan, ReadContext context, List<RowGroups.RowRange> ranges) {
    List<SegmentKey> segments = new ArrayList<>();
    ReadAhead none = ReadAhead.none(context.source());
    for (RowGroups.RowRange range : ranges) {
      if (RowGroupStatistics.mayMatch(plan, context.rowGroups(), range.rowGroup())) {
        try (RowGroupScan scan =
            new RowGroupScan(plan, context, range, none, context.settings().readSize())) {
          scan.open();
          segments.addAll(scan.segments());
        }
      }
    }
    return segments;
  }

  /** Opens the files and finds the batches. */
  public void open() {
    TreeSet<Long> borders = new TreeSet<>();
    borders.add(from);
    borders.add(to);
    for (int g = 0; g < readers.length; g++) {
      ScanPlan.Group group = plan.groups().get(g);
      Optional<Extent> extent = rowGroups.extent(rowGroup, group.id());
      if (extent.isPresent()) {
        readers[g] = ExtentReader.open(context, rowGroup, group.id(), extent.get());
        for (int k = 0; k < readers[g].segmentCount(); k++) {
          long row = readers[g].firstRow(k);
          if (row > from && row < to) {
            borders.add(row);
          }
        }
      }
      current[g] = -1;
      loaded.add(g, readers[g]);
    }
    long[] edges = borders.stream().mapToLong(Long::longValue).toArray();
    int[] segments = new int[readers.length];
    for (int b = 0; b + 1 < edges.length; b++) {
      // Without groups to read, nothing else limits a batch.
      for (long start = edges[b]; start < edges[b + 1]; start += Integer.MAX_VALUE / 2) {
        addBatch(start, Math.min(edges[b + 1], start + Integer.MAX_VALUE / 2), segments);
      }
    }
  }

  /** The segments that will be read, in the order in which they are needed. */
  List<SegmentKey> segments() {
    record Wanted(long firstRow, SegmentKey key) {}
    List<Wanted> wanted = new ArrayList<>();
    for (ExtentReader reader : readers) {
      int k = reader == null ? -1 : reader.nextWanted(0);
      for (; k >= 0; k = reader.nextWanted(k + 1)) {
        wanted.add(new Wanted(reader.firstRow(k), reader.key(k)));
      }
    }
    // Stable: segments that start at the same row stay in the order of their groups.
    wanted.sort(Comparator.comparingLong(Wanted::firstRow));
    return wanted.stream().map(Wanted::key).toList();
  }

  /**
   * Starts to read the segments that are needed next, in that order, as far as reading ahead is
   * allowed.
   *
   * @return whether all wanted segments of the row group are loaded or being read
   */
  public boolean prefetch() {
    while (ahead.hasRoom()) {
      ExtentReader next = nextToPrefetch();
      if (next == null) {
        return true;
      }
      if (!next.prefetch(ahead, requestSize(next))) {
        return false;
      }
    }
    return false;
  }

  /** The reader of the segment that is needed first of those not yet requested; null if none. */
  private ExtentReader nextToPrefetch() {
    while (prefetchRow < Long.MAX_VALUE) {
      for (; prefetchGroup < readers.length; prefetchGroup++) {
        ExtentReader reader = readers[prefetchGroup];
        if (reader != null && reader.nextToRead() <= prefetchRow) {
          return reader;
        }
      }
      // All groups have requested their segments up to that row. Computing the next row here and
      // not on each call matters with a thousand groups.
      prefetchGroup = 0;
      prefetchRow = Long.MAX_VALUE;
      for (ExtentReader reader : readers) {
        prefetchRow = reader == null ? prefetchRow : Math.min(prefetchRow, reader.nextToRead());
      }
    }
    return null;
  }

  /** Whether more than half of the batches have been returned, and reads may block. */
  public boolean isNextWanted() {
    if (nextBatch <= batches.size() / 2) {
      return false;
    }
    for (ExtentReader reader : readers) {
      if (reader != null && reader.mayBlock()) {
        return true;
      }
    }
    return false;
  }

  private void addBatch(long start, long end, int[] segments) {
    for (int g = 0; g < readers.length; g++) {
      if (readers[g] != null) {
        segments[g] = readers[g].segmentAt(start, segments[g]);
      }
    }
    if (plan.filter() != null
        && !RowGroupStatistics.mayMatch(plan, readers, segments, end - start)) {
      return;
    }
    batches.add(new long[] {start, end});
    for (int g = 0; g < readers.length; g++) {
      if (readers[g] != null && plan.groups().get(g).isLoaded()) {
        readers[g].want(segments[g]);
      }
    }
  }

  /** Loads the next batch into vectors; false if there is none. */
  public boolean next(List<VectorOwner> vectors) {
    if (nextBatch >= batches.size()) {
      return false;
    }
    long start = batches.get(nextBatch)[0];
    long end = batches.get(nextBatch)[1];
    nextBatch++;
    rowCount = (int) (end - start);
    firstRow = rowGroup.firstRow() + start;
    boolean isFirst = true;
    for (int g = 0; g < readers.length; g++) {
      if (readers[g] == null || !plan.groups().get(g).isLoaded()) {
        continue;
      }
      int k = readers[g].segmentAt(start, Math.max(0, current[g]));
      if (k != current[g]) {
        if (isFirst && !readers[g].isLoaded(k)) {
          ahead.arrive();
          isFirst = false;
        }
        load(g, k);
      }
      int offset = (int) (start - readers[g].firstRow(k));
      loaded.place(g, vectors, offset, rowCount);
    }
    loaded.placeConstants(vectors, rowCount);
    return true;
  }

  private void load(int g, int k) {
    current[g] = k;
    loaded.release(g);
    ExtentReader reader = readers[g];
    long address = reader.load(k, ahead, requestSize(reader));
    prefetch();
    loaded.load(g, reader, k, address);
  }

  /**
   * Bytes of a request. Data that is copied out of memory should fit into a processor cache
   * together with the data of all other column groups in the batch; for devices, long requests are
   * faster.
   */
  private int requestSize(ExtentReader reader) {
    return reader.mayBlock() ? readSize : readSize / readers.length;
  }

  /** Number in the table of the first row of the batch. */
  public long firstRow() {
    return firstRow;
  }

  public int rowCount() {
    return rowCount;
  }

  @Override
  public void close() {
    loaded.close();
    for (ExtentReader reader : readers) {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
