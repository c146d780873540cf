// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.ColumnStatistics;
import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.DataFileFooter;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.Segment;
import io.albis.format.schema.Leaf;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.segment.SealedSegment;
import io.albis.writer.internal.stats.LeafStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Writes the file of one column group of a row group. For one thread at a time. */
final class DataFileWriter implements AutoCloseable {

  private final WritePlan plan;
  private final int group;
  private final String path;
  private final WritableFile file;
  private final UUID tableId;
  private final String createdBy;
  private final List<Leaf> leaves = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();
  private final List<LeafStatistics> statistics = new ArrayList<>();
  private long rows;

  /**
   * Makes the file.
   *
   * @param group index of the column group in the plan
   * @param path where, relative to the storage
   */
  DataFileWriter(
      Storage storage, WritePlan plan, int group, String path, UUID tableId, String createdBy)
      throws IOException {
    this.plan = plan;
    this.group = group;
    this.path = path;
    this.tableId = tableId;
    this.createdBy = createdBy;
    for (int i : plan.leavesOfGroup(group)) {
      leaves.add(plan.leaves().get(i).leaf());
      statistics.add(LeafStatistics.of(plan.leaves().get(i).leaf()));
    }
    this.file = storage.createFile(path);
  }

  /** Appends a segment, which the caller still owns. */
  void write(SealedSegment segment) throws IOException {
    file.pad(FileLayout.SEGMENT_ALIGNMENT);
    Segment.Builder message = segment.message().toBuilder().offset(file.position());
    if (segment.buffer() != null) {
      message.crc32c(segment.checksum());
    }
    segments.add(message.build());
    rows += segment.message().rowCount();
    for (int m = 0; m < statistics.size(); m++) {
      statistics.get(m).merge(segment.statistics().get(m));
    }
    if (segment.buffer() != null) {
      file.write(segment.buffer(), segment.offset(), segment.length());
    }
  }

  /** Completes the file and makes it durable. */
  Extent finish() throws IOException {
    DataFile.Encoded end = DataFile.encodeEnd(footer(), file.position());
    file.write(end.bytes());
    long length = file.position();
    file.finish();
    List<ColumnStatistics> stored = new ArrayList<>();
    long valueBytes = 0;
    for (int m = 0; m < statistics.size(); m++) {
      int fieldId = plan.leaves().get(plan.leavesOfGroup(group)[m]).leaf().id();
      stored.add(statistics.get(m).toStored(fieldId));
      valueBytes += statistics.get(m).valueBytes();
    }
    return Extent.ofFile(path, length, end, valueBytes, stored);
  }

  private DataFileFooter footer() {
    ColumnGroup columns = plan.groups().get(group);
    int stride = plan.rowLayout(group) == null ? 0 : plan.rowLayout(group).stride();
    return new DataFileFooter(
        tableId, columns.id(), columns.layout(), rows, leaves, stride, segments, createdBy);
  }

  /** Closes the file; one that was not finished is removed. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
