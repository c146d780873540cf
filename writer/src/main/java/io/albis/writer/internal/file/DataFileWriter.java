// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.EncodedEnd;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.storage.WritableFile;
import io.albis.writer.internal.segment.SealedSegment;
import io.albis.writer.internal.stats.LeafStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Writes a data file: the extents of its row groups, one after another, and then its footer. For
 * one thread at a time.
 */
final class DataFileWriter implements AutoCloseable {

  /** Of the description of a segment in a section and footer, in bytes, without statistics. */
  private static final int SEGMENT_METADATA = 48;

  /** Of the statistics of a leaf in a section, in bytes, with bounds that are not strings. */
  private static final int STATISTICS_METADATA = 48;

  private final long number;
  private final String path;
  private final UUID fileId;
  private final WritableFile file;
  private final FileColumns columns;
  private final FileSettings settings;

  /** By column group. */
  private final List<List<Extent>> extents = new ArrayList<>();

  /** By column group and leaf, over all row groups. */
  private final List<List<LeafStatistics>> totals = new ArrayList<>();

  private final RowGroups.Builder rowGroups = RowGroups.builder();
  private final List<Long> sequences = new ArrayList<>();
  private final Set<Integer> specIds = new TreeSet<>();
  private final Set<Integer> sortOrderIds = new TreeSet<>();
  private long metadataLength;

  /** Of the extent that is being written. */
  private int group;

  private Extent.Builder extent;
  private long extentStart;
  private List<LeafStatistics> extentStatistics;

  /**
   * Starts a file.
   *
   * @param number of the file among those of its writer
   * @param path for manifests and messages
   * @param file new and empty; owned by this
   */
  DataFileWriter(
      long number,
      String path,
      UUID fileId,
      WritableFile file,
      FileColumns columns,
      FileSettings settings)
      throws IOException {
    this.number = number;
    this.path = path;
    this.fileId = fileId;
    this.file = file;
    this.columns = columns;
    this.settings = settings;
    this.metadataLength = columns.metadataLength();
    for (int g = 0; g < columns.count(); g++) {
      extents.add(new ArrayList<>());
      totals.add(newStatistics(columns.leaves(g)));
    }
    try {
      file.write(DataFileFooter.head());
    } catch (IOException | RuntimeException e) {
      try (file) {
        throw e;
      }
    }
  }

  private static List<LeafStatistics> newStatistics(List<Leaf> leaves) {
    return leaves.stream().map(LeafStatistics::of).toList();
  }

  /** Path, for messages. */
  String path() {
    return path;
  }

  /** Number of row groups so far. */
  int rowGroupCount() {
    return rowGroups.count();
  }

  /** About the length that the file would have if it was finished now, in bytes. */
  long length() {
    return file.position() + metadataLength;
  }

  /** About the bytes that the description of segments takes. */
  static long metadataLength(int segments, int leaves) {
    return (long) segments * (SEGMENT_METADATA + (long) leaves * STATISTICS_METADATA);
  }

  /**
   * Begins an extent of the row group that is being written.
   *
   * @param g index of the column group in the columns of the file
   * @param isLarge whether it has a segment of {@link FileLayout#LARGE_SEGMENT_LENGTH} or more
   */
  void beginExtent(int g, boolean isLarge) throws IOException {
    file.pad(isLarge ? FileLayout.LARGE_SEGMENT_ALIGNMENT : FileLayout.ALIGNMENT);
    group = g;
    extentStart = file.position();
    extent = Extent.builder(columns.layout(g)).rowGroup(rowGroups.count()).offset(extentStart);
    extentStatistics = newStatistics(columns.leaves(g));
    metadataLength += metadataLength(1, columns.leaves(g).size());
  }

  /** Appends a segment, which stays the caller's, to the extent that was begun. */
  void write(SealedSegment segment) throws IOException {
    file.pad(FileLayout.segmentAlignment(segment.length()));
    Segment.Builder message = segment.message().toBuilder().offset(file.position() - extentStart);
    extent.addSegment(message.crc32c(segment.checksum()).build());
    for (int m = 0; m < extentStatistics.size(); m++) {
      extentStatistics.get(m).merge(segment.statistics().get(m));
    }
    if (segment.buffer() != null) {
      file.write(segment.buffer(), segment.offset(), segment.length());
    }
    metadataLength += metadataLength(1, extentStatistics.size());
  }

  /** Ends the extent that was begun. */
  void endExtent() {
    long valueBytes = 0;
    for (int m = 0; m < extentStatistics.size(); m++) {
      LeafStatistics statistics = extentStatistics.get(m);
      extent.addStatistics(statistics.toStored(columns.leaves(group).get(m).id()));
      valueBytes += statistics.valueBytes();
      totals.get(group).get(m).merge(statistics);
    }
    extents.get(group).add(extent.valueBytes(valueBytes).build());
    extent = null;
  }

  /**
   * Ends a row group, of which an extent of each column group was written.
   *
   * @param sequence its number among those of the writer
   */
  void endRowGroup(long rows, PartitionTuple partition, int sortOrderId, long sequence) {
    rowGroups.add(rowGroups.count(), rows, partition, sortOrderId);
    sequences.add(sequence);
    if (partition.specId() != 0) {
      specIds.add(partition.specId());
    }
    if (sortOrderId != 0) {
      sortOrderIds.add(sortOrderId);
    }
  }

  /** Completes the file and makes it durable. */
  WrittenFile finish() throws IOException {
    RowGroups written = rowGroups.build();
    List<ColumnGroupSection> sections = new ArrayList<>();
    List<ColumnStatistics> statistics = new ArrayList<>();
    for (int g = 0; g < columns.count(); g++) {
      if (!extents.get(g).isEmpty()) {
        ColumnGroupSection.Builder section = ColumnGroupSection.builder(columns.groupId(g));
        extents.get(g).forEach(section::add);
        sections.add(section.build(written));
      }
      List<Leaf> leaves = columns.leaves(g);
      for (int m = 0; m < leaves.size(); m++) {
        statistics.add(totals.get(g).get(m).toStored(leaves.get(m).id()));
      }
    }
    EncodedEnd end =
        DataFileFooter.builder()
            .fileId(fileId)
            .schema(columns.schema(), columns.columnGroups())
            .rowGroups(written)
            .partitions(usedSpecs(), usedOrders())
            .putProperties(settings.properties())
            .createdBy(settings.environment().createdBy())
            .nextId(settings.nextId())
            .statistics(statistics)
            .encode(file.position(), sections);
    file.write(end.bytes());
    long length = file.position();
    file.finish();
    return new WrittenFile(
        number,
        new DataFileRef(path, length, fileId, end.footerLength()),
        written,
        sequences.stream().mapToLong(Long::longValue).toArray(),
        sections);
  }

  private List<PartitionSpec> usedSpecs() {
    return settings.partitionSpecs().stream().filter(one -> specIds.contains(one.id())).toList();
  }

  private List<SortOrder> usedOrders() {
    return settings.sortOrders().stream().filter(one -> sortOrderIds.contains(one.id())).toList();
  }

  /** Closes the file; one that was not finished is removed. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
