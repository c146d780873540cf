// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.layout.Layout;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import io.albis.format.schema.Leaf;
import java.util.List;
import java.util.UUID;

/**
 * The footer of an extent (SPEC.md, section 9).
 *
 * @param tableId id of the table
 * @param columnGroupId id of the column group
 * @param layout of the segments
 * @param rowCount of all segments
 * @param leaves at the time of writing, in group order; ancestors are not stored
 * @param stride bytes from one row to the next in {@link Layout#ROW}, otherwise 0
 * @param segments in the order of their rows
 * @param createdBy software that wrote the file
 */
public record DataFileFooter(
    UUID tableId,
    int columnGroupId,
    Layout layout,
    long rowCount,
    List<Leaf> leaves,
    int stride,
    List<Segment> segments,
    String createdBy) {

  MetadataProtos.DataFileFooter toProto() {
    MetadataProtos.DataFileFooter.Builder message =
        MetadataProtos.DataFileFooter.newBuilder()
            .setTableId(TableIds.toProto(tableId))
            .setColumnGroupId(columnGroupId)
            .setLayout(ColumnGroupProtos.toProto(layout))
            .setRowCount(rowCount)
            .setStride(stride)
            .setCreatedBy(createdBy);
    for (Leaf leaf : leaves) {
      message.addLeaves(
          MetadataProtos.StoredLeaf.newBuilder()
              .setFieldId(leaf.id())
              .setPath(leaf.path())
              .setType(SchemaProtos.toProto(leaf.type()))
              .setNullable(leaf.nullable()));
    }
    segments.forEach(segment -> message.addSegments(segment.toProto()));
    return message.build();
  }
}
