// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.layout.Layout;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** The examples of SPEC.md: one column, one data file with one segment, manifest and snapshot. */
final class Examples {

  static final UUID TABLE_ID = UUID.fromString("10111213-1415-1617-1819-1a1b1c1d1e1f");

  static final UUID FILE_ID = UUID.fromString("20212223-2425-2627-2829-2a2b2c2d2e2f");

  static final String DATA_PATH = "data/x.albis";

  static final String MANIFEST_PATH = "_albis/manifest-x";

  static final Schema SCHEMA = Schema.of(Field.nullable("x", Type.int32())).withAssignedIds();

  static final StoredLayout LAYOUT = StoredLayout.of(Layout.COLUMN, SCHEMA.leaves());

  /** Where the body of the data file ends. */
  static final int POSITION = 64 + 76;

  private Examples() {}

  static Snapshot snapshot() {
    return Snapshot.builder()
        .tableId(TABLE_ID)
        .id(1)
        .timestampMillis(1_767_225_600_000L)
        .operation("create")
        .schema(SCHEMA)
        .columnGroups(ColumnGroups.implicit())
        .nextId(2)
        .createdBy("example")
        .build();
  }

  static byte[] snapshotFile() {
    return SnapshotFile.encode(snapshot());
  }

  static ColumnStatistics statistics() {
    return new ColumnStatistics(
        1, 1, 0, 8, Bounds.exact(new byte[] {-1, -1, -1, -1}, new byte[] {1, 0, 0, 0}));
  }

  static Segment segment() {
    return Segment.builder()
        .length(76)
        .rowCount(3)
        .crc32c(0x949b5444)
        .addBufferLength(1)
        .addBufferLength(12)
        .addNodeLength(3)
        .addStatistics(statistics())
        .build();
  }

  static Extent extent() {
    return Extent.builder(LAYOUT)
        .offset(64)
        .valueBytes(8)
        .addStatistics(statistics())
        .addSegment(segment())
        .build();
  }

  static RowGroups rowGroups() {
    RowGroups.Builder rowGroups = RowGroups.builder();
    rowGroups.add(3);
    return rowGroups.build();
  }

  static ColumnGroupSection section() {
    return ColumnGroupSection.builder(1).add(extent()).build(rowGroups());
  }

  static DataFileFooter.Builder footer() {
    return DataFileFooter.builder()
        .fileId(FILE_ID)
        .schema(SerializedSchema.of(SCHEMA), ColumnGroups.implicit())
        .rowGroups(rowGroups())
        .createdBy("example")
        .nextId(2);
  }

  /** The whole data file: rows 1, null, -1. */
  static byte[] dataFile() {
    byte[] end = footer().encode(POSITION, List.of(section())).bytes();
    byte[] file = Arrays.copyOf(DataFileFooter.head(), POSITION + end.length);
    file[64] = 5;
    file[128] = 1;
    Arrays.fill(file, 136, 140, (byte) -1);
    System.arraycopy(end, 0, file, POSITION, end.length);
    return file;
  }

  /** The leaves of the example of the row layout. */
  static Schema rowSchema() {
    return Schema.of(
            Field.nullable("a", Type.int32()),
            Field.nullable("b", Type.string()),
            Field.required("c", Type.float64()),
            Field.nullable("d", Type.bool()),
            Field.required("e", Type.fixedBinary(3)),
            Field.required("f", Type.int16()))
        .withAssignedIds();
  }

  /** The section of the example of the row layout, alone in a file: column group 7. */
  static ColumnGroupSection rowSection() {
    StoredLayout layout = StoredLayout.of(Layout.ROW, rowSchema().leaves());
    HexFormat hex = HexFormat.of();
    List<ColumnStatistics> statistics =
        List.of(
            statistics(1, 1, 8, hex.parseHex("ffffffff"), hex.parseHex("07000000")),
            statistics(2, 1, 6, hex.parseHex("6869"), hex.parseHex("c3a4c3b6")),
            statistics(
                3, 0, 24, hex.parseHex("0000000000000080"), hex.parseHex("0000000000000040")),
            statistics(4, 1, 2, new byte[] {0}, new byte[] {1}),
            statistics(5, 0, 9, hex.parseHex("010203"), hex.parseHex("78797a")),
            statistics(6, 0, 6, hex.parseHex("feff"), hex.parseHex("2c01")));
    Segment.Builder segment = Segment.builder().length(126).rowCount(3).crc32c(0xe2c07547);
    Extent.Builder extent = Extent.builder(layout).offset(64).valueBytes(55);
    statistics.forEach(segment::addStatistics);
    statistics.forEach(extent::addStatistics);
    return ColumnGroupSection.builder(7)
        .add(extent.addSegment(segment.build()).build())
        .build(rowGroups());
  }

  private static ColumnStatistics statistics(
      int id, long nulls, long bytes, byte[] min, byte[] max) {
    return new ColumnStatistics(id, nulls, 0, bytes, Bounds.exact(min, max));
  }

  /** Three row groups; nothing is stored of the last two, which are in a partition of spec 1. */
  static ManifestBuilder.Manifest partitionedManifest() {
    ManifestBuilder manifest = new ManifestBuilder(TABLE_ID);
    int file = manifest.addFile(decodedFooter().ref(DATA_PATH));
    manifest.addRowGroup(0, 3, PartitionTuple.NONE, 0);
    PartitionTuple partition = new PartitionTuple(1, List.of(new byte[] {7, 0, 0, 0}));
    manifest.addRowGroup(1, 5, partition, 0);
    manifest.addRowGroup(2, 4, partition, 0);
    manifest.addExtents(1, section(), file, rowGroup -> rowGroup);
    return manifest.build();
  }

  static DataFileFooter decodedFooter() {
    return DataFileFooter.decode(FileEnd.whole(DATA_PATH, dataFile()));
  }

  static ManifestBuilder.Manifest manifest() {
    ManifestBuilder manifest = new ManifestBuilder(TABLE_ID);
    int file = manifest.addFile(decodedFooter().ref(DATA_PATH));
    manifest.addRowGroup(0, 3, PartitionTuple.NONE, 0);
    manifest.addExtents(1, section(), file, rowGroup -> rowGroup);
    return manifest.build();
  }
}
