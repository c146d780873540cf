// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import com.google.protobuf.ByteString;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.proto.ColumnGroupSection;
import io.albis.format.proto.ColumnStatistics;
import io.albis.format.proto.DataFileFooter;
import io.albis.format.proto.Extent;
import io.albis.format.proto.Layout;
import io.albis.format.proto.RowGroup;
import io.albis.format.proto.Segment;
import io.albis.format.proto.Snapshot;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.HexFormat;
import java.util.List;

/** The examples of SPEC.md, sections 5 and 20. */
final class Examples {

  static final ByteString TABLE_ID =
      ByteString.copyFrom(HexFormat.of().parseHex("101112131415161718191a1b1c1d1e1f"));

  static final Schema SCHEMA = Schema.of(Field.nullable("x", Type.int32())).withAssignedIds();

  private Examples() {}

  static Snapshot snapshot() {
    return Snapshot.newBuilder()
        .setTableId(TABLE_ID)
        .setSnapshotId(1)
        .setTimestampMillis(1_767_225_600_000L)
        .setOperation("create")
        .setSchema(SchemaProtos.toProto(SCHEMA))
        .addAllColumnGroups(
            ColumnGroupSpec.single().resolve(SCHEMA, 1).stream()
                .map(ColumnGroupProtos::toProto)
                .toList())
        .setNextFieldId(2)
        .setNextColumnGroupId(2)
        .setCreatedBy("example")
        .build();
  }

  static DataFileFooter footer() {
    ColumnStatistics statistics =
        ColumnStatistics.newBuilder()
            .setFieldId(1)
            .setNullCount(1)
            .setValueBytes(8)
            .setHasMinMax(true)
            .setMin(ByteString.copyFrom(new byte[] {-1, -1, -1, -1}))
            .setMax(ByteString.copyFrom(new byte[] {1, 0, 0, 0}))
            .setMinIsExact(true)
            .setMaxIsExact(true)
            .build();
    return DataFileFooter.newBuilder()
        .setTableId(TABLE_ID)
        .setColumnGroupId(1)
        .setLayout(Layout.COLUMN)
        .setRowCount(3)
        .addLeaves(DataFile.storedLeaf(SCHEMA.leaves().get(0)))
        .addSegments(
            Segment.newBuilder()
                .setLength(76)
                .setRowCount(3)
                .setCrc32C(0x949b5444)
                .addAllBufferLengths(List.of(1, 12))
                .addNodeLengths(3)
                .addStatistics(statistics))
        .setCreatedBy("example")
        .build();
  }

  static Extent extent() {
    return Extent.newBuilder()
        .setPath("rg-101112131415-0/cg-1.albis")
        .setLength(4096)
        .setFooterLength(90)
        .setValueBytes(8)
        .addAllStatistics(footer().getSegments(0).getStatisticsList())
        .build();
  }

  static ManifestFile.Encoded manifest() {
    return ManifestFile.encode(
        TABLE_ID,
        List.of(RowGroup.newBuilder().setRowCount(3).build()),
        List.of(ColumnGroupSection.newBuilder().setColumnGroupId(1).addExtents(extent()).build()));
  }
}
