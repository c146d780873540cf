// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal;

import com.google.protobuf.ByteString;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.DataFile;
import io.albis.format.proto.DataFileFooter;
import io.albis.format.proto.Extent;
import io.albis.format.proto.Layout;
import io.albis.format.proto.Segment;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes the file of one column group of a row group. For one thread at a time. */
final class DataFileWriter implements AutoCloseable {

  private final WritePlan plan;
  private final int group;
  private final String path;
  private final WritableFile file;
  private final DataFileFooter.Builder footer;
  private final List<LeafStatistics> statistics = new ArrayList<>();
  private long rows;

  /**
   * Makes the file.
   *
   * @param group index of the column group in the plan
   * @param path where, relative to the storage
   */
  DataFileWriter(
      Storage storage, WritePlan plan, int group, String path, ByteString tableId, String createdBy)
      throws IOException {
    this.plan = plan;
    this.group = group;
    this.path = path;
    ColumnGroup columns = plan.groups().get(group);
    this.footer =
        DataFileFooter.newBuilder()
            .setTableId(tableId)
            .setColumnGroupId(columns.id())
            .setLayout(Layout.valueOf(columns.layout().name()))
            .setStride(plan.rowLayout(group) == null ? 0 : plan.rowLayout(group).stride())
            .setCreatedBy(createdBy);
    for (int i : plan.leavesOfGroup(group)) {
      footer.addLeaves(DataFile.storedLeaf(plan.leaves().get(i).leaf()));
      statistics.add(LeafStatistics.of(plan.leaves().get(i).leaf()));
    }
    this.file = storage.createFile(path);
  }

  /** Appends a segment, which stays the caller's. */
  void write(SealedSegment segment) throws IOException {
    file.pad(FileLayout.SEGMENT_ALIGNMENT);
    Segment.Builder message = segment.message().toBuilder().setOffset(file.position());
    if (segment.buffer() != null) {
      message.setCrc32C(segment.checksum());
    }
    footer.addSegments(message);
    rows += segment.message().getRowCount();
    for (int m = 0; m < statistics.size(); m++) {
      statistics.get(m).merge(segment.statistics().get(m));
    }
    if (segment.buffer() != null) {
      file.write(segment.buffer(), segment.offset(), segment.length());
    }
  }

  /** Makes the file whole and durable. */
  Extent finish() throws IOException {
    DataFile.Encoded end = DataFile.encodeEnd(footer.setRowCount(rows).build(), file.position());
    file.write(end.bytes());
    long length = file.position();
    file.finish();
    Extent.Builder extent =
        Extent.newBuilder()
            .setPath(path)
            .setLength(length)
            .setFooterLength(end.footerLength())
            .setFooter(end.footerInManifest());
    long valueBytes = 0;
    for (int m = 0; m < statistics.size(); m++) {
      int fieldId = plan.leaves().get(plan.leavesOfGroup(group)[m]).leaf().id();
      extent.addStatistics(statistics.get(m).toProto(fieldId));
      valueBytes += statistics.get(m).valueBytes;
    }
    return extent.setValueBytes(valueBytes).build();
  }

  /** Closes the file; one that was not finished is removed. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
