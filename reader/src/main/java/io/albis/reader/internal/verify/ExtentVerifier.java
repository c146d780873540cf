// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.metadata.ColumnGroupSection;
import io.albis.format.metadata.DataFileRef;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.Segment;
import io.albis.format.schema.Leaf;
import io.albis.reader.internal.io.ExtentSegments;
import io.albis.reader.internal.io.StorageSegments;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.RowGroups.RowGroupRef;
import io.albis.reader.internal.table.SectionReader;
import io.albis.reader.internal.vector.DerivedVectors;
import io.albis.reader.internal.vector.SegmentVectors;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** Verifies an extent of a manifest, or of a data file that is read as one. */
  void verify(RowGroupRef rowGroup, int groupId, Extent extent, DataFileRef file) {
    bytes += extent.length();
    Extent complete = extent;
    if (!context.rowGroups().isDataFile()) {
      problems.check(file.path(), () -> compare(groupId, extent, file));
      complete = context.rowGroups().withSegments(rowGroup, groupId, extent);
    }
    ExtentSegments reader = new ExtentSegments(context.rowGroups().tableId(), file, complete);
    List<Leaf> leaves = extent.layout().leaves();
    List<ObservedStatistics> whole =
        leaves.stream().map(leaf -> new ObservedStatistics(leaf.type())).toList();
    boolean isComplete = true;
    for (int k = 0; k < reader.segmentCount(); k++) {
      int segment = k;
      // Otherwise the statistics of the whole row group cannot be computed.
      isComplete &= problems.check(file.path(), () -> verify(reader, segment, whole));
    }
    if (isComplete) {
      new StatisticsComparison(file.path(), extent.offset(), "row group ", problems)
          .compare(extent.statistics(), leaves, whole);
      long valueBytes = whole.stream().mapToLong(observed -> observed.valueBytes).sum();
      if (valueBytes != extent.valueBytes()) {
        problems.add(
            file.path(), extent.offset(), "", "value bytes", valueBytes, extent.valueBytes());
      }
    }
  }

  /** Compares an extent of a manifest with the one in the data file. */
  private void compare(int groupId, Extent extent, DataFileRef file) {
    SectionReader sections = files.get(file.path());
    if (sections == null) {
      sections = context.files().dataFile(file);
      files.put(file.path(), sections);
    }
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

  private void verify(ExtentSegments extent, int k, List<ObservedStatistics> whole) {
    Segment segment = extent.segment(k);
    List<Leaf> leaves = extent.layout().leaves();
    segments++;
    List<ObservedStatistics> observed = new ArrayList<>();
    try (PendingSegments pending = context.source().acquire(List.of(extent.key(k)), reader);
        SegmentLease lease = pending.take(0);
        DerivedVectors converted = new DerivedVectors(context.allocator())) {
      SegmentVectors vectors = new SegmentVectors(extent, k, lease.buffer(), converted);
      SegmentContent content = new SegmentContent(extent, k, lease.buffer(), problems);
      for (int i = 0; i < leaves.size(); i++) {
        ObservedStatistics leaf = new ObservedStatistics(leaves.get(i).type());
        leaf.add(vectors.leaf(i, leaves.get(i), 0).vector());
        observed.add(leaf);
      }
      content.verify();
    }
    for (int i = 0; i < observed.size(); i++) {
      whole.get(i).merge(observed.get(i));
    }
    new StatisticsComparison(extent.path(), extent.fileOffset(k), "segment " + k + " ", problems)
        .compare(segment.statistics(extent.layout()), leaves, observed);
  }
}
