// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import io.albis.reader.RowGroupInfo;
import io.albis.reader.Table;
import io.albis.spark.internal.job.TaskJob;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/** Writes the row groups that have rows to delete again, without them: a job of Spark. */
final class RowGroupRewrite {

  /** Bytes of row groups that a task copies, at least. */
  private static final long TASK_BYTES = 64L << 20;

  private final Source source;
  private final DistributedWrite write;
  private final Map<Long, RoaringBitmap> deleted;

  /** By partition of the job. */
  private final Map<Integer, TaskResult> results = new TreeMap<>();

  /**
   * Plans a rewrite.
   *
   * @param source the snapshot with the row groups
   * @param deleted rows by number of row group
   */
  RowGroupRewrite(Source source, DistributedWrite write, Map<Long, RoaringBitmap> deleted) {
    this.source = source;
    this.write = write;
    this.deleted = deleted;
  }

  /** What the tasks have written, also those of a job that has failed. */
  List<TaskResult> results() {
    synchronized (results) {
      return List.copyOf(results.values());
    }
  }

  /**
   * Runs the job; there is none if no rows are left.
   *
   * @param firstPartition number of the first partition of rows
   */
  void run(int firstPartition) {
    List<CopyTask> tasks = tasks(firstPartition);
    if (tasks.isEmpty()) {
      return;
    }
    TaskJob.run(
        "copy rows of " + source.uri(),
        tasks,
        (result, index) -> {
          synchronized (results) {
            results.put(index, result);
          }
        });
  }

  private List<CopyTask> tasks(int firstPartition) {
    List<CopyTask> tasks = new ArrayList<>();
    List<RowGroupCopy> ofTask = new ArrayList<>();
    long bytes = 0;
    for (RowGroupCopy copy : copies()) {
      ofTask.add(copy);
      bytes += copy.bytes();
      if (bytes >= TASK_BYTES) {
        tasks.add(task(tasks.size(), firstPartition, ofTask));
        ofTask.clear();
        bytes = 0;
      }
    }
    if (!ofTask.isEmpty()) {
      tasks.add(task(tasks.size(), firstPartition, ofTask));
    }
    return tasks;
  }

  private CopyTask task(int index, int firstPartition, List<RowGroupCopy> rowGroups) {
    return new CopyTask(index, firstPartition + index, source, write, new ArrayList<>(rowGroups));
  }

  private List<RowGroupCopy> copies() {
    List<RowGroupCopy> copies = new ArrayList<>();
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
      for (RowGroupInfo rowGroup : ((Table) lease.dataset()).rowGroups()) {
        RoaringBitmap rows = deleted.get(rowGroup.number());
        if (rows != null && rows.getLongCardinality() < rowGroup.rowCount()) {
          copies.add(
              new RowGroupCopy(rowGroup.firstRow(), rowGroup.rowCount(), rowGroup.bytes(), rows));
        }
      }
    }
    return copies;
  }
}
