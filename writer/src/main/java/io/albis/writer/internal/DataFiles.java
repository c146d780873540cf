/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.writer.internal;

import com.google.protobuf.ByteString;
import io.albis.format.error.AlbisIOException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.proto.DataFileFooter;
import io.albis.format.proto.Extent;
import io.albis.format.proto.Layout;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Writes the data files of one table writer. Thread-safe. */
public final class DataFiles {

  private final Storage storage;
  private final UUID writer;
  private final ByteString tableId;
  private final String createdBy;
  private final AtomicLong sequence = new AtomicLong();

  /**
   * Writes below a table's directory.
   *
   * @param writer unique to this writer
   */
  public DataFiles(Storage storage, UUID writer, ByteString tableId, String createdBy) {
    this.storage = storage;
    this.writer = writer;
    this.tableId = tableId;
    this.createdBy = createdBy;
  }

  /** A number for a further row group. */
  public long nextRowGroup() {
    return sequence.getAndIncrement();
  }

  /** Removes all that was written. */
  public void deleteAll() {
    for (long i = 0; i < sequence.get(); i++) {
      String directory = TablePaths.rowGroupDirectory(writer, i);
      try {
        storage.deleteRecursively(directory);
      } catch (IOException e) {
        throw new AlbisIOException("Failed to delete " + directory + " of a write given up", e);
      }
    }
  }

  /**
   * Writes one column group of a row group, and makes it durable.
   *
   * @param segments in row order, at least one; they stay the caller's
   */
  Extent write(WritePlan plan, int g, long rowGroup, List<SealedSegment> segments) {
    ColumnGroup group = plan.groups().get(g);
    String path = TablePaths.data(writer, rowGroup, group.id());
    try (WritableFile file = storage.createFile(path)) {
      DataFileFooter.Builder footer =
          DataFileFooter.newBuilder()
              .setTableId(tableId)
              .setColumnGroupId(group.id())
              .setLayout(Layout.valueOf(group.layout().name()))
              .setStride(plan.rowLayout(g) == null ? 0 : plan.rowLayout(g).stride())
              .setCreatedBy(createdBy);
      for (int i : plan.leavesOfGroup(g)) {
        footer.addLeaves(DataFile.storedLeaf(plan.leaves().get(i).leaf()));
      }
      long rows = 0;
      for (SealedSegment segment : segments) {
        file.pad(FileLayout.SEGMENT_ALIGNMENT);
        footer.addSegments(segment.message().toBuilder().setOffset(file.position()));
        rows += segment.message().getRowCount();
        if (segment.buffer() != null) {
          file.write(segment.buffer(), 0, segment.length());
        }
      }
      DataFile.Encoded end = DataFile.encodeEnd(footer.setRowCount(rows).build(), file.position());
      file.write(end.bytes());
      long length = file.position();
      file.finish();
      return extent(plan, g, path, length, end.footerLength(), segments);
    } catch (IOException e) {
      throw new AlbisIOException("Failed to write " + path + ": " + e.getMessage(), e);
    }
  }

  private static Extent extent(
      WritePlan plan,
      int g,
      String path,
      long length,
      int footerLength,
      List<SealedSegment> segments) {
    Extent.Builder extent =
        Extent.newBuilder().setPath(path).setLength(length).setFooterLength(footerLength);
    List<LeafStatistics> merged = new ArrayList<>();
    for (int i : plan.leavesOfGroup(g)) {
      merged.add(LeafStatistics.of(plan.leaves().get(i).leaf()));
    }
    for (SealedSegment segment : segments) {
      for (int m = 0; m < merged.size(); m++) {
        merged.get(m).merge(segment.statistics().get(m));
      }
    }
    long valueBytes = 0;
    for (int m = 0; m < merged.size(); m++) {
      int fieldId = plan.leaves().get(plan.leavesOfGroup(g)[m]).leaf().id();
      extent.addStatistics(merged.get(m).toProto(fieldId));
      valueBytes += merged.get(m).valueBytes;
    }
    return extent.setValueBytes(valueBytes).build();
  }
}
