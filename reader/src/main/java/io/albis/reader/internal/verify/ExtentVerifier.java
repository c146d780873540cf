// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.error.AlbisException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.schema.Leaf;
import io.albis.reader.internal.io.ExtentSegments;
import io.albis.reader.internal.io.StorageSegments;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.SectionReader;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import io.albis.reader.internal.vector.DerivedVectors;
import io.albis.reader.internal.vector.SegmentVectors;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.storage.memory.BufferAllocator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Reads the segments of an extent and compares them with the metadata. */
final class ExtentVerifier {

  /** Number of data files whose metadata is kept. */
  private static final int MAX_FILES = 16;

  private final ReadContext context;
  private final SegmentReader reader;
  private final Problems problems;
  private final Map<String, SectionReader> files =
      new LinkedHashMap<>(2 * MAX_FILES, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SectionReader> eldest) {
          return size() > MAX_FILES;
        }
      };

  private long segments;
  private long bytes;

  ExtentVerifier(ReadContext context, Problems problems) {
    this.context = context;
    this.reader = new StorageSegments(context.files(), true, context.counters());
    this.problems = problems;
  }

  long segmentCount() {
    return segments;
  }

  long byteCount() {
    return bytes;
  }

  /**
   * An extent to verify.
   *
   * @param extent of a manifest, or of a data file that is read as one
   * @param file that it is in
   */
  record Task(RowGroupRef rowGroup, int groupId, Extent extent, DataFileRef file) {

    int groupIdInFile() {
      return extent.fileColumnGroupId(groupId);
    }
  }

  /** An extent whose segments are read. */
  private static final class Open {

    private final ExtentSegments segments;
    private final Extent extent;
    private final List<Leaf> leaves;

    /** By leaf: the statistics of all segments. */
    private final List<ObservedStatistics> whole;

    private boolean isComplete = true;

    Open(ExtentSegments segments, Extent extent) {
      this.segments = segments;
      this.extent = extent;
      this.leaves = extent.layout().leaves();
      this.whole = leaves.stream().map(leaf -> new ObservedStatistics(leaf.type())).toList();
    }
  }

  /** A segment to read. */
  private record Wanted(Open extent, int k, SegmentKey key) {

    long end() {
      return key.offset() + key.length();
    }

    long memory() {
      return BufferAllocator.heldBytes(key.length());
    }
  }

  /** Verifies extents. Neighbours in a file are read together. */
  void verify(List<Task> tasks) {
    List<Task> inFiles = new ArrayList<>(tasks);
    inFiles.sort(
        Comparator.comparing((Task task) -> task.file().path())
            .thenComparingLong(task -> task.extent().offset()));
    SegmentRun run = new SegmentRun();
    for (int from = 0; from < inFiles.size(); ) {
      DataFileRef file = inFiles.get(from).file();
      int to = from;
      while (to < inFiles.size() && inFiles.get(to).file().path().equals(file.path())) {
        to++;
      }
      List<Task> ofFile = inFiles.subList(from, to);
      if (!context.rowGroups().isDataFile()) {
        load(file, ofFile);
      }
      for (Task task : ofFile) {
        problems.check(file.path(), () -> open(task, run));
      }
      run.read();
      from = to;
    }
  }

  /** Reads the sections of a data file that are needed next, neighbours together. */
  private void load(DataFileRef file, List<Task> tasks) {
    int[] ids = tasks.stream().mapToInt(Task::groupIdInFile).distinct().toArray();
    problems.check(file.path(), () -> SectionLoads.tryLoad(sections(file), IntStream.of(ids)));
    int[] withoutSegments =
        tasks.stream()
            .filter(task -> !task.extent().hasSegments())
            .mapToInt(Task::groupIdInFile)
            .distinct()
            .toArray();
    if (withoutSegments.length > 0) {
      problems.check(file.path(), () -> context.rowGroups().loadSegments(file, withoutSegments));
    }
  }

  private SectionReader sections(DataFileRef file) {
    SectionReader known = files.get(file.path());
    if (known == null) {
      known = context.files().dataFile(file);
      files.put(file.path(), known);
    }
    return known;
  }

  private void open(Task task, SegmentRun run) {
    bytes += task.extent().length();
    Extent complete = task.extent();
    if (!context.rowGroups().isDataFile()) {
      problems.check(task.file().path(), () -> compare(task.groupId(), task.extent(), task.file()));
      complete = context.rowGroups().withSegments(task.rowGroup(), task.groupId(), task.extent());
    }
    Open open =
        new Open(
            new ExtentSegments(
                context.rowGroups().tableId(), task.file(), task.groupId(), complete),
            task.extent());
    for (int k = 0; k < open.segments.segmentCount(); k++) {
      run.add(new Wanted(open, k, open.segments.key(k)));
    }
  }

  /** Segments of a file that are read by the next request, in the order of the file. */
  private final class SegmentRun {

    private final long maxGap = context.files().storage().readCost().maxGap();
    private final long readSize =
        Math.min(context.settings().readSize(), context.allocator().limit() / 4);
    private final List<Wanted> wanted = new ArrayList<>();

    /** Memory of the segments, in bytes. */
    private long memory;

    void add(Wanted segment) {
      if (!wanted.isEmpty()) {
        long gap = segment.key().offset() - wanted.get(wanted.size() - 1).end();
        boolean fits =
            segment.end() - wanted.get(0).key().offset() <= readSize
                && memory + segment.memory() <= readSize;
        if (gap < 0 || gap > maxGap || !fits) {
          read();
        }
      }
      wanted.add(segment);
      memory += segment.memory();
    }

    void read() {
      if (!wanted.isEmpty() && !readTogether()) {
        for (Wanted segment : wanted) {
          readAlone(segment);
        }
      }
      wanted.forEach(this::endExtent);
      wanted.clear();
      memory = 0;
    }

    /** Returns false, and records nothing, if a segment cannot be read. */
    private boolean readTogether() {
      List<SegmentKey> keys = wanted.stream().map(Wanted::key).toList();
      PendingSegments pending;
      try {
        pending = context.source().acquire(keys, reader);
      } catch (AlbisException e) {
        // Each segment is then read alone, which finds the one that is at fault.
        return false;
      }
      try (pending) {
        for (int i = 0; i < keys.size(); i++) {
          int index = i;
          verify(wanted.get(i), () -> pending.take(index));
        }
      }
      return true;
    }

    private void readAlone(Wanted segment) {
      verify(
          segment,
          () -> {
            try (PendingSegments pending =
                context.source().acquire(List.of(segment.key()), reader)) {
              return pending.take(0);
            }
          });
    }

    private void verify(Wanted segment, Supplier<SegmentLease> lease) {
      Open extent = segment.extent();
      // Otherwise the statistics of the whole row group cannot be computed.
      extent.isComplete &=
          problems.check(
              extent.segments.path(), () -> ExtentVerifier.this.verify(extent, segment.k(), lease));
    }

    private void endExtent(Wanted segment) {
      if (segment.k() == segment.extent().segments.segmentCount() - 1) {
        end(segment.extent());
      }
    }
  }

  /** Compares the statistics of an extent, of which all segments have been read. */
  private void end(Open open) {
    if (!open.isComplete) {
      return;
    }
    String path = open.segments.path();
    Extent extent = open.extent;
    new StatisticsComparison(path, extent.offset(), "row group ", problems)
        .compare(extent.statistics(), open.leaves, open.whole);
    long valueBytes = open.whole.stream().mapToLong(observed -> observed.valueBytes).sum();
    if (valueBytes != extent.valueBytes()) {
      problems.add(path, extent.offset(), "", "value bytes", valueBytes, extent.valueBytes());
    }
  }

  /** Compares an extent of a manifest with the one in the data file. */
  private void compare(int groupId, Extent extent, DataFileRef file) {
    SectionReader sections = sections(file);
    int inFile = extent.fileColumnGroupId(groupId);
    ColumnGroupSection section = sections.section(inFile);
    int index = section == null ? -1 : section.find(extent.fileRowGroup());
    if (index < 0) {
      problems.add(
          file.path(),
          -1,
          "",
          "extent of column group " + inFile + " in row group " + extent.fileRowGroup(),
          "one at " + extent.offset() + " as in the manifest",
          "none");
    } else if (!extent.isSame(section.extent(index))) {
      problems.add(
          file.path(),
          extent.offset(),
          "",
          "extent of column group " + inFile + " in row group " + extent.fileRowGroup(),
          "the one in the manifest",
          "another");
    }
  }

  private void verify(Open open, int k, Supplier<SegmentLease> read) {
    ExtentSegments extent = open.segments;
    Segment segment = extent.segment(k);
    segments++;
    List<ObservedStatistics> observed = new ArrayList<>();
    try (SegmentLease lease = read.get();
        DerivedVectors converted = new DerivedVectors(context.allocator())) {
      SegmentVectors vectors = new SegmentVectors(extent, k, lease.buffer(), converted);
      SegmentContent content = new SegmentContent(extent, k, lease.buffer(), problems);
      for (int i = 0; i < open.leaves.size(); i++) {
        Leaf leaf = open.leaves.get(i);
        ObservedStatistics one = new ObservedStatistics(leaf.type());
        one.add(vectors.leaf(i, leaf, 0).vector());
        observed.add(one);
      }
      content.verify();
    }
    for (int i = 0; i < observed.size(); i++) {
      open.whole.get(i).merge(observed.get(i));
    }
    new StatisticsComparison(extent.path(), extent.fileOffset(k), "segment " + k + " ", problems)
        .compare(segment.statistics(extent.layout()), open.leaves, observed);
  }
}
