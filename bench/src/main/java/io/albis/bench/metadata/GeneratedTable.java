// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.metadata;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.layout.FileLayout;
import io.albis.format.layout.Layout;
import io.albis.format.metadata.Bounds;
import io.albis.format.metadata.ColumnGroupSection;
import io.albis.format.metadata.ColumnStatistics;
import io.albis.format.metadata.DataFileRef;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.FileEnd;
import io.albis.format.metadata.ManifestBounds;
import io.albis.format.metadata.ManifestBuilder;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.RowGroups;
import io.albis.format.metadata.Segment;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.StoredLayout;
import io.albis.format.metadata.TablePaths;
import io.albis.format.partition.PartitionTuple;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PlainEncoding;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.SortColumn;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * A table of many row groups that has metadata, but no data: int64 columns c0, c1, and so on. It is
 * sorted by c0, which counts the rows. Its manifests are as long as those that writers merge.
 */
final class GeneratedTable {

  /** Rows of a row group. */
  static final int ROWS = 4096;

  /** The column that counts the rows. */
  static final String SORTED = "c0";

  /** The most row groups that a manifest has when writers merge it for the last time. */
  private static final int MANIFEST_ROW_GROUPS = 32_768;

  private static final int FILE_ROW_GROUPS = 8;
  private static final int EXTENT_LENGTH = ROWS * Long.BYTES;

  private final Path directory;
  private final int columns;
  private final int rowGroups;

  GeneratedTable(Path directory, int columns, int rowGroups) {
    this.directory = directory;
    this.columns = columns;
    this.rowGroups = rowGroups;
  }

  static String name(int column) {
    return "c" + column;
  }

  private Schema schema() {
    return Schema.of(
        IntStream.range(0, columns)
            .mapToObj(column -> Field.required(name(column), Type.int64()))
            .toList());
  }

  /**
   * Writes the table.
   *
   * @return length of snapshot and manifests, in bytes
   */
  long write() throws IOException {
    try (TableWriter writer =
        TableWriter.create(directory.toString(), schema())
            .columnGroups(ColumnGroupSpec.single())
            .sortBy(SortColumn.ascending(SORTED))
            .open()) {
      writer.commit();
    }
    String first = TablePaths.snapshot(1);
    Snapshot empty =
        SnapshotFile.decode(FileEnd.whole(first, Files.readAllBytes(directory.resolve(first))), 1)
            .snapshot();
    List<ManifestRef> manifests = new ArrayList<>();
    long length = 0;
    for (int start = 0; start < rowGroups; start += MANIFEST_ROW_GROUPS) {
      int end = Math.min(rowGroups, start + MANIFEST_ROW_GROUPS);
      ManifestRef manifest = writeManifest(empty, start, end);
      manifests.add(manifest);
      length += manifest.length();
    }
    Snapshot full =
        empty.toBuilder()
            .id(2)
            .parentId(1)
            .manifests(manifests)
            .rowCount((long) rowGroups * ROWS)
            .nextRowGroupId(rowGroups)
            .build();
    byte[] snapshot = SnapshotFile.encode(full);
    Files.write(directory.resolve(TablePaths.snapshot(2)), snapshot);
    return length + snapshot.length;
  }

  private ManifestRef writeManifest(Snapshot snapshot, int start, int end) throws IOException {
    Schema schema = snapshot.schema().schema();
    ManifestBuilder builder = new ManifestBuilder(snapshot.tableId());
    for (int number = start; number < end; number++) {
      builder.addRowGroup(number, ROWS, PartitionTuple.NONE, snapshot.sortOrderId());
    }
    for (int number = start; number < end; number += FILE_ROW_GROUPS) {
      addFile(builder, schema, number, Math.min(end, number + FILE_ROW_GROUPS), start);
    }
    ManifestBuilder.Manifest manifest = builder.build();
    String path = TablePaths.manifest(new UUID(1, start));
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, manifest.end().bytes());
    ManifestBounds bounds =
        new ManifestBounds(
            manifest.rowGroups(), manifest::section, schema, snapshot.columnGroups());
    return manifest
        .ref(path)
        .bounds(bounds.statistics(List.of(schema.leaves().get(0).id())))
        .build();
  }

  /** Adds a data file that holds some row groups. */
  private void addFile(ManifestBuilder builder, Schema schema, int start, int end, int base) {
    long length = FileLayout.BODY_START + (long) (end - start) * columns * EXTENT_LENGTH;
    String path = TablePaths.data(new UUID(2, 0), start);
    // Room for a footer, which is never read.
    int file =
        builder.addFile(new DataFileRef(path, length + EXTENT_LENGTH, new UUID(3, start), 1));
    RowGroups.Builder stored = RowGroups.builder();
    for (int number = start; number < end; number++) {
      stored.add(ROWS);
    }
    RowGroups storedRowGroups = stored.build();
    for (int column = 0; column < columns; column++) {
      Leaf leaf = schema.leaves().get(column);
      StoredLayout layout = StoredLayout.of(Layout.COLUMN, List.of(leaf));
      ColumnGroupSection.Builder section = ColumnGroupSection.builder(leaf.id());
      for (int number = start; number < end; number++) {
        section.add(extent(layout, leaf.id(), column, number, number - start));
      }
      builder.addExtents(
          leaf.id(), section.build(storedRowGroups), file, rowGroup -> start - base + rowGroup);
    }
  }

  private Extent extent(StoredLayout layout, int fieldId, int column, int number, int rowGroup) {
    ColumnStatistics statistics = statistics(fieldId, column, number);
    Segment segment =
        Segment.builder()
            .length(EXTENT_LENGTH)
            .rowCount(ROWS)
            .crc32c(Long.hashCode(((long) number << Integer.SIZE) + column))
            .addBufferLength(0)
            .addBufferLength(EXTENT_LENGTH)
            .addNodeLength(ROWS)
            .addStatistics(statistics)
            .build();
    return Extent.builder(layout)
        .rowGroup(rowGroup)
        .offset(FileLayout.BODY_START + ((long) rowGroup * columns + column) * EXTENT_LENGTH)
        .valueBytes(EXTENT_LENGTH)
        .addStatistics(statistics)
        .addSegment(segment)
        .build();
  }

  /** c0 counts the rows; other columns have values of any size in each row group. */
  private static ColumnStatistics statistics(int fieldId, int column, int number) {
    long min = (long) number * ROWS;
    long max = min + ROWS - 1;
    if (column > 0) {
      min = -Math.abs((number + 1L) * column * 0x9E3779B9L);
      max = -min;
    }
    Bounds bounds =
        Bounds.exact(PlainEncoding.ofLong(min, Long.BYTES), PlainEncoding.ofLong(max, Long.BYTES));
    return new ColumnStatistics(fieldId, 0, 0, EXTENT_LENGTH, bounds);
  }
}
