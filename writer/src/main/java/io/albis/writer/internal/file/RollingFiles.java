// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.schema.PartitionTuple;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.segment.SealedSegment;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * The data files, one after another, in which a row writer stores some of the column groups. A file
 * holds whole row groups, as many as its size permits. For one thread at a time.
 */
final class RollingFiles {

  private final NewDataFiles files;
  private final int[] members;
  private final FileColumns columns;
  private final Semaphore open;
  private final Consumer<DataFileWriter> ended;

  /** Null if no file is open. */
  private DataFileWriter current;

  /** Length of the file when the present row group was begun. */
  private long lengthBefore;

  /** Length of the last row group. */
  private long lastLength;

  /**
   * Starts without a file.
   *
   * @param members indexes of the column groups in the plan, in the order of their extents
   * @param open bounds the number of open files
   * @param ended gets each file that is full, or that {@link #end} ends
   */
  RollingFiles(
      WritePlan plan,
      int[] members,
      NewDataFiles files,
      Semaphore open,
      Consumer<DataFileWriter> ended) {
    this.files = files;
    this.members = members;
    this.columns = new FileColumns(plan, members);
    this.open = open;
    this.ended = ended;
  }

  /** Indexes of the column groups in the plan. */
  int[] members() {
    return members;
  }

  /** Begins a row group about as long as the last one. */
  void beginRowGroup() {
    beginRowGroup(lastLength);
  }

  /**
   * Begins a row group; in a new file if it does not fit the present one.
   *
   * @param length about the bytes that it adds to the file
   */
  void beginRowGroup(long length) {
    long fileSize = files.settings().fileSize();
    if (current != null
        && current.rowGroupCount() > 0
        && (current.length() >= fileSize || length > fileSize - current.length())) {
      end();
    }
    if (current == null) {
      open.acquireUninterruptibly();
      try {
        current = files.begin(columns, Math.max(fileSize, columns.metadataLength() + length));
      } finally {
        if (current == null) {
          open.release();
        }
      }
    }
    lengthBefore = current.length();
  }

  void beginExtent(int index, boolean isLarge) {
    try {
      current.beginExtent(index, isLarge);
    } catch (IOException e) {
      throw NewDataFiles.failed(current.path(), e);
    }
  }

  void write(SealedSegment segment) {
    try {
      current.write(segment);
    } catch (IOException e) {
      throw NewDataFiles.failed(current.path(), e);
    }
  }

  void endExtent() {
    current.endExtent();
  }

  void endRowGroup(long rows, PartitionTuple partition, int sortOrderId, long sequence) {
    current.endRowGroup(rows, partition, sortOrderId, sequence);
    lastLength = current.length() - lengthBefore;
  }

  /** Ends the present file, if there is one. */
  void end() {
    DataFileWriter full = current;
    current = null;
    if (full != null) {
      ended.accept(full);
    }
  }
}
