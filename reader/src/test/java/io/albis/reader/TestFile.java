// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.EncodedEnd;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.SerializedSchema;
import io.albis.format.internal.metadata.StatisticsMerger;
import io.albis.format.internal.metadata.StoredLayout;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Builds a data file from values, without the writer. */
final class TestFile {

  private final Schema schema;
  private final ColumnGroups groups;
  private final UUID id = UUID.randomUUID();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final RowGroups.Builder rowGroups = RowGroups.builder();
  private final Map<Integer, ColumnGroupSection.Builder> sections = new TreeMap<>();
  private final List<Long> rowCounts = new ArrayList<>();
  private List<PartitionSpec> specs = List.of();
  private List<SortOrder> orders = List.of();
  private int padding;

  TestFile(Schema schema, ColumnGroups groups) {
    this.schema = schema;
    this.groups = groups;
    bytes.writeBytes(DataFileFooter.head());
  }

  /** Leaves a gap before each extent. */
  TestFile padding(int length) {
    padding = length;
    return this;
  }

  TestFile partitions(List<PartitionSpec> partitionSpecs, List<SortOrder> sortOrders) {
    specs = partitionSpecs;
    orders = sortOrders;
    return this;
  }

  /** Begins a row group. */
  TestFile rowGroup(long rows) {
    return rowGroup(rows, PartitionTuple.NONE, 0);
  }

  TestFile rowGroup(long rows, PartitionTuple partition, int sortOrderId) {
    rowGroups.add(rowCounts.size(), rows, partition, sortOrderId);
    rowCounts.add(rows);
    return this;
  }

  /**
   * Adds the extent of a leaf that is a group of its own, in segments of a number of rows.
   *
   * @param rowsPerSegment rows of all segments but the last
   */
  TestFile column(String path, int rowsPerSegment, List<?> values) {
    Leaf leaf = schema.leaf(schema.field(path).id());
    StoredLayout layout = StoredLayout.of(Layout.COLUMN, List.of(leaf));
    return extent(groups.currentId(leaf.id()), layout, rowsPerSegment, List.of(objects(values)));
  }

  private static List<Object> objects(List<?> values) {
    return new ArrayList<>(values);
  }

  /** Adds the extent of a listed column group. */
  TestFile group(ColumnGroup group, int rowsPerSegment, List<List<Object>> columns) {
    List<Leaf> leaves = group.leafIds().stream().map(schema::leaf).toList();
    StoredLayout layout = StoredLayout.of(Layout.of(group), leaves);
    return extent(group.id(), layout, rowsPerSegment, columns);
  }

  TestFile extent(
      int groupId, StoredLayout layout, int rowsPerSegment, List<List<Object>> columns) {
    int rows = columns.get(0).size();
    List<SegmentEncoder.Encoded> encoded = new ArrayList<>();
    for (int from = 0; from < rows; from += rowsPerSegment) {
      int first = from;
      int to = Math.min(rows, from + rowsPerSegment);
      encoded.add(
          SegmentEncoder.encode(
              layout, columns.stream().map(column -> column.subList(first, to)).toList()));
    }
    bytes.writeBytes(new byte[padding]);
    boolean isLarge =
        encoded.stream().anyMatch(one -> one.bytes().length >= FileLayout.LARGE_SEGMENT_LENGTH);
    align(isLarge ? FileLayout.LARGE_SEGMENT_ALIGNMENT : FileLayout.ALIGNMENT);
    long start = bytes.size();
    Extent.Builder extent = Extent.builder(layout).rowGroup(rowCounts.size() - 1).offset(start);
    List<StatisticsMerger> mergers = layout.leaves().stream().map(StatisticsMerger::new).toList();
    for (SegmentEncoder.Encoded one : encoded) {
      align(FileLayout.segmentAlignment(one.bytes().length));
      Segment segment = one.segment().offset(bytes.size() - start).build();
      extent.addSegment(segment);
      bytes.writeBytes(one.bytes());
      for (int i = 0; i < mergers.size(); i++) {
        mergers.get(i).add(one.statistics().get(i), segment.rowCount());
      }
    }
    long valueBytes = 0;
    for (StatisticsMerger merger : mergers) {
      ColumnStatistics merged = merger.result();
      extent.addStatistics(merged);
      valueBytes += merged.valueBytes();
    }
    sections
        .computeIfAbsent(groupId, ColumnGroupSection::builder)
        .add(extent.valueBytes(valueBytes).build());
    return this;
  }

  private void align(int alignment) {
    bytes.writeBytes(new byte[(int) (FileLayout.align(bytes.size(), alignment) - bytes.size())]);
  }

  /** What is known of a file that has been written. */
  @SuppressWarnings("ArrayRecordComponent")
  record Written(
      String path, DataFileFooter footer, List<ColumnGroupSection> sections, byte[] bytes) {}

  /** Writes the file. */
  Written write(Path root, String path) {
    RowGroups built = rowGroups.build();
    List<ColumnGroupSection> all =
        sections.values().stream().map(section -> section.build(built)).toList();
    List<Integer> stored =
        all.stream()
            .flatMap(section -> section.layouts().stream())
            .flatMap(layout -> layout.leaves().stream())
            .map(Leaf::id)
            .toList();
    DataFileFooter.Builder builder =
        DataFileFooter.builder()
            .fileId(id)
            .schema(
                SerializedSchema.of(schema.withLeaves(stored::contains)),
                groups.retainLeaves(schema.withLeaves(stored::contains)))
            .rowGroups(built)
            .partitions(specs, orders)
            .createdBy("test")
            .nextId(100_000);
    EncodedEnd end = builder.encode(bytes.size(), all);
    bytes.writeBytes(end.bytes());
    byte[] content = bytes.toByteArray();
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Written(path, DataFileFooter.decode(FileEnd.whole(path, content)), all, content);
  }
}
