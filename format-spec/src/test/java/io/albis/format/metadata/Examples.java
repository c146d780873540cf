// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.layout.Layout;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.List;
import java.util.UUID;

/** The examples of SPEC.md, sections 5 and 20. */
final class Examples {

  static final UUID TABLE_ID = UUID.fromString("10111213-1415-1617-1819-1a1b1c1d1e1f");

  static final Schema SCHEMA = Schema.of(Field.nullable("x", Type.int32())).withAssignedIds();

  private Examples() {}

  static Snapshot snapshot() {
    return Snapshot.builder()
        .tableId(TABLE_ID)
        .id(1)
        .timestampMillis(1_767_225_600_000L)
        .operation("create")
        .schema(SCHEMA)
        .columnGroups(ColumnGroupSpec.single().resolve(SCHEMA, 1))
        .nextFieldId(2)
        .nextColumnGroupId(2)
        .createdBy("example")
        .build();
  }

  static DataFileFooter footer() {
    ColumnStatistics statistics =
        new ColumnStatistics(
            1, 1, 0, 8, Bounds.exact(new byte[] {-1, -1, -1, -1}, new byte[] {1, 0, 0, 0}));
    Segment segment =
        Segment.builder()
            .length(76)
            .rowCount(3)
            .crc32c(0x949b5444)
            .addBufferLength(1)
            .addBufferLength(12)
            .addNodeLength(3)
            .addStatistics(statistics)
            .build();
    return new DataFileFooter(
        TABLE_ID, 1, Layout.COLUMN, 3, SCHEMA.leaves(), 0, List.of(segment), "example");
  }

  /** An extent whose footer is only in the data file, not in the manifest. */
  static Extent extent() {
    return extent(DataFile.encodeEnd(footer(), 76));
  }

  static Extent extent(DataFile.Encoded end) {
    return Extent.ofFile(
            "rg-101112131415-0/cg-1.albis", 4096, end, 8, footer().segments().get(0).statistics())
        .withoutFooter();
  }

  static ManifestFile.Encoded manifest() {
    return ManifestFile.encode(
        TABLE_ID,
        List.of(RowGroup.of(0, 3)),
        List.of(new ColumnGroupSection(1, List.of(extent()))));
  }
}
