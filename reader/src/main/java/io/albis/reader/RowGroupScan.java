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
import io.albis.format.proto.ColumnStatistics;
import io.albis.format.proto.Extent;
import io.albis.format.proto.Segment;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.reader.RowGroups.RowGroupRef;
import io.albis.storage.memory.BufferAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Walks through one row group or a part of it: as batches of rows between the borders of all
 * segments, without those that statistics exclude. For one thread.
 */
final class RowGroupScan implements AutoCloseable {

  private final ScanPlan plan;
  private final TableFiles files;
  private final RowGroups rowGroups;
  private final RowGroupRef rowGroup;

  /** The rows of the row group that are walked through, from and up to before. */
  private final long from;

  private final long to;
  private final BufferAllocator allocator;
  private final ReadAhead ahead;
  private final int readSize;
  private final boolean verifyChecksums;

  /** Per group of the plan: null if the row group has no extent of it. */
  private final ExtentReader[] readers;

  private final int[] current;
  private final Converted[] converted;
  private final Converted constants;
  private Converted perBatch;

  /** Per ordinal: index of the leaf in its extent, -1 if it is not stored. */
  private final int[] stored;

  /** Per ordinal: the vector of the whole segment that is loaded. */
  private final ColumnVector[] whole;

  private final List<Integer> underPresence = new ArrayList<>();
  private final List<long[]> batches = new ArrayList<>();
  private int nextBatch;

  /** Up to this row, groups before {@link #prefetchGroup} have been asked for all. */
  private long prefetchRow;

  private int prefetchGroup;
  private long firstRow;
  private int rowCount;

  RowGroupScan(ScanPlan plan, Table table, RowGroups.Part part, ReadAhead ahead, int readSize) {
    this.plan = plan;
    this.files = table.files();
    this.rowGroups = table.rowGroups();
    this.rowGroup = part.rowGroup();
    this.from = part.from();
    this.to = part.to();
    this.allocator = table.allocator();
    this.ahead = ahead;
    this.readSize = readSize;
    this.verifyChecksums = table.options().verifyChecksums();
    int groups = plan.groups().size();
    this.readers = new ExtentReader[groups];
    this.current = new int[groups];
    this.converted = new Converted[groups];
    this.constants = new Converted(allocator);
    this.whole = new ColumnVector[plan.leaves().size()];
    this.stored = new int[whole.length];
  }

  /**
   * Whether statistics of the row group leave room for rows that the filter takes; needs no data
   * file.
   */
  static boolean mayMatch(ScanPlan plan, RowGroups rowGroups, RowGroupRef rowGroup) {
    if (plan.filter() == null) {
      return true;
    }
    ColumnStatistics[] statistics = new ColumnStatistics[plan.leaves().size()];
    long[] rows = new long[statistics.length];
    Arrays.fill(rows, rowGroup.rowCount());
    for (ScanPlan.Group group : plan.groups()) {
      Optional<Extent> extent = rowGroups.extent(rowGroup, group.id());
      if (extent.isPresent()) {
        collect(plan, group, extent.get().getStatisticsList(), statistics);
      } else {
        for (int ordinal : group.ordinals()) {
          statistics[ordinal] = defaultStatistics(plan, ordinal, rowGroup.rowCount());
        }
      }
    }
    return plan.filter().mayMatch(statistics, rows);
  }

  private static void collect(
      ScanPlan plan,
      ScanPlan.Group group,
      List<ColumnStatistics> from,
      ColumnStatistics[] statistics) {
    for (ColumnStatistics column : from) {
      for (int ordinal : group.ordinals()) {
        if (plan.leaves().get(ordinal).id() == column.getFieldId()) {
          statistics[ordinal] = column;
        }
      }
    }
  }

  /** What is known of a leaf that is not stored; null for nothing. */
  private static ColumnStatistics defaultStatistics(ScanPlan plan, int ordinal, long rows) {
    Leaf leaf = plan.leaves().get(ordinal);
    if (plan.field(leaf.id()).defaultValue().isPresent()) {
      return null;
    }
    return ColumnStatistics.newBuilder().setFieldId(leaf.id()).setNullCount(rows).build();
  }

  /** Opens the files and finds the batches. */
  void open() {
    TreeSet<Long> borders = new TreeSet<>();
    borders.add(from);
    borders.add(to);
    for (int g = 0; g < readers.length; g++) {
      ScanPlan.Group group = plan.groups().get(g);
      Optional<Extent> extent = rowGroups.extent(rowGroup, group.id());
      if (extent.isPresent()) {
        readers[g] = ExtentReader.open(rowGroups, files, rowGroup, group.id(), extent.get());
        for (int k = 0; k < readers[g].segmentCount(); k++) {
          long row = readers[g].firstRow(k);
          if (row > from && row < to) {
            borders.add(row);
          }
        }
      }
      current[g] = -1;
      converted[g] = new Converted(allocator);
      addConstants(g);
    }
    long[] edges = borders.stream().mapToLong(Long::longValue).toArray();
    int[] segments = new int[readers.length];
    for (int b = 0; b + 1 < edges.length; b++) {
      // Without groups to read nothing else bounds a batch.
      for (long start = edges[b]; start < edges[b + 1]; start += Integer.MAX_VALUE / 2) {
        addBatch(start, Math.min(edges[b + 1], start + Integer.MAX_VALUE / 2), segments);
      }
    }
  }

  /**
   * Starts to read what is wanted next, in the order in which it will be, as far as the device may
   * be asked ahead.
   *
   * @return whether all that is wanted of the row group is loaded or being read
   */
  boolean prefetch() {
    while (ahead.hasRoom()) {
      ExtentReader next = nextToPrefetch();
      if (next == null) {
        return true;
      }
      if (!next.prefetch(ahead, requestSize(next), verifyChecksums)) {
        return false;
      }
    }
    return false;
  }

  /** The reader of what will be wanted first of all that has not been asked for; null if none. */
  private ExtentReader nextToPrefetch() {
    while (prefetchRow < Long.MAX_VALUE) {
      for (; prefetchGroup < readers.length; prefetchGroup++) {
        ExtentReader reader = readers[prefetchGroup];
        if (reader != null && reader.nextToRead() <= prefetchRow) {
          return reader;
        }
      }
      // All groups have been asked up to that row. Looking for the next one here, and not each
      // time,
      // counts where groups are a thousand.
      prefetchGroup = 0;
      prefetchRow = Long.MAX_VALUE;
      for (ExtentReader reader : readers) {
        prefetchRow = reader == null ? prefetchRow : Math.min(prefetchRow, reader.nextToRead());
      }
    }
    return null;
  }

  /** Whether more than half of the batches have been given, from files that are waited for. */
  boolean isNextWanted() {
    if (nextBatch <= batches.size() / 2) {
      return false;
    }
    for (ExtentReader reader : readers) {
      if (reader != null && reader.isWaiting()) {
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
    if (plan.filter() != null && !mayMatch(start, end, segments)) {
      return;
    }
    batches.add(new long[] {start, end});
    for (int g = 0; g < readers.length; g++) {
      if (readers[g] != null && plan.groups().get(g).isLoaded()) {
        readers[g].want(segments[g]);
      }
    }
  }

  /** Whether statistics of segments leave room for rows that the filter takes. */
  private boolean mayMatch(long start, long end, int[] segments) {
    ColumnStatistics[] statistics = new ColumnStatistics[plan.leaves().size()];
    long[] rows = new long[statistics.length];
    Arrays.fill(rows, end - start);
    for (int g = 0; g < readers.length; g++) {
      ScanPlan.Group group = plan.groups().get(g);
      if (readers[g] == null) {
        for (int ordinal : group.ordinals()) {
          statistics[ordinal] = defaultStatistics(plan, ordinal, end - start);
        }
        continue;
      }
      // Statistics are of the whole segment, of which the batch may be a part.
      Segment segment = readers[g].segment(segments[g]);
      for (int ordinal : group.ordinals()) {
        rows[ordinal] = segment.getRowCount();
      }
      collect(plan, group, segment.getStatisticsList(), statistics);
    }
    return plan.filter().mayMatch(statistics, rows);
  }

  /** Makes vectors for the leaves of a group that the row group does not have. */
  private void addConstants(int g) {
    for (int ordinal : plan.groups().get(g).ordinals()) {
      Leaf leaf = plan.leaves().get(ordinal);
      stored[ordinal] = readers[g] == null ? -1 : storedIndex(g, leaf);
      if (stored[ordinal] >= 0) {
        continue;
      }
      Field field = plan.field(leaf.id());
      Optional<byte[]> value = field.defaultValue();
      if (value.isPresent() && plan.presenceAround(leaf) >= 0) {
        underPresence.add(ordinal);
      } else if (value.isPresent()) {
        whole[ordinal] = constants.defaults(leaf.type(), leaf.path(), value.get(), 0);
      } else if (leaf.nullable()) {
        whole[ordinal] = constants.nulls(leaf.type(), leaf.path(), 0);
      } else {
        throw new CorruptFileException(
            "row group " + rowGroup.number(),
            -1,
            "column " + leaf.path(),
            "values or a default, since it is required",
            "neither");
      }
    }
  }

  private int storedIndex(int g, Leaf leaf) {
    List<Leaf> inFile = readers[g].footer().leaves();
    for (int i = 0; i < inFile.size(); i++) {
      if (inFile.get(i).id() == leaf.id()) {
        return i;
      }
    }
    return -1;
  }

  /** Loads the next batch into vectors; false if there is none. */
  boolean next(List<ColumnVector> vectors) {
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
      for (int ordinal : plan.groups().get(g).ordinals()) {
        if (stored[ordinal] >= 0) {
          vectors.get(ordinal).window(whole[ordinal], offset, rowCount);
        }
      }
    }
    placeConstants(vectors);
    return true;
  }

  private void placeConstants(List<ColumnVector> vectors) {
    for (int g = 0; g < readers.length; g++) {
      for (int ordinal : plan.groups().get(g).ordinals()) {
        if (stored[ordinal] < 0 && whole[ordinal] != null) {
          vectors.get(ordinal).window(whole[ordinal], 0, rowCount);
        }
      }
    }
    if (perBatch != null) {
      perBatch.close();
    }
    for (int ordinal : underPresence) {
      perBatch = perBatch == null ? new Converted(allocator) : perBatch;
      Leaf leaf = plan.leaves().get(ordinal);
      byte[] value = plan.field(leaf.id()).defaultValue().orElseThrow();
      ColumnVector presence = vectors.get(plan.presenceAround(leaf));
      ColumnVector made = perBatch.defaults(leaf.type(), leaf.path(), value, rowCount, presence);
      vectors.get(ordinal).window(made, 0, rowCount);
    }
  }

  private void load(int g, int k) {
    current[g] = k;
    converted[g].close();
    ExtentReader reader = readers[g];
    long address = reader.load(k, allocator, ahead, requestSize(reader), verifyChecksums);
    prefetch();
    Vectors segment =
        new Vectors(
            reader.footer(),
            reader.segment(k),
            reader.memory(),
            address,
            reader.fileOffset(k),
            converted[g]);
    for (int ordinal : plan.groups().get(g).ordinals()) {
      Leaf leaf = plan.leaves().get(ordinal);
      int index = stored[ordinal];
      if (index >= 0) {
        requireReadable(reader, index, leaf);
        closeVector(ordinal);
        whole[ordinal] = segment.leaf(index, leaf, g);
      }
    }
  }

  /**
   * Bytes of a request. What is copied out of memory should fit into a cache of the processor
   * together with what the batch has of all other column groups; devices want long requests.
   */
  private int requestSize(ExtentReader reader) {
    return reader.isWaiting() ? readSize : readSize / readers.length;
  }

  private static void requireReadable(ExtentReader reader, int index, Leaf wanted) {
    Leaf found = reader.footer().leaves().get(index);
    boolean isReadable =
        found.isPresence() == wanted.isPresence()
            && (found.isPresence() || StoredTypes.canRead(found.type(), wanted.type()))
            && (wanted.nullable() || !found.nullable());
    if (!isReadable) {
      throw new CorruptFileException(
          reader.footer().file(),
          -1,
          "stored type of column " + wanted.path(),
          "one that can be read as " + wanted.type() + (wanted.nullable() ? "" : " required"),
          found.type() + (found.nullable() ? "" : " required"));
    }
  }

  /** Whoever kept a vector of elements must not read memory that is given back. */
  private void closeVector(int ordinal) {
    if (whole[ordinal] != null) {
      whole[ordinal].close();
    }
  }

  /** Number in the table of the first row of the batch. */
  long firstRow() {
    return firstRow;
  }

  int rowCount() {
    return rowCount;
  }

  @Override
  public void close() {
    for (int ordinal = 0; ordinal < whole.length; ordinal++) {
      closeVector(ordinal);
    }
    for (int g = 0; g < readers.length; g++) {
      if (converted[g] != null) {
        converted[g].close();
      }
      if (readers[g] != null) {
        readers[g].close();
      }
    }
    constants.close();
    if (perBatch != null) {
      perBatch.close();
    }
  }
}
