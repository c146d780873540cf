// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import io.albis.spark.internal.job.JobTask;
import io.albis.spark.internal.read.TaskMemory;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import java.util.List;
import org.apache.spark.TaskContext;

/**
 * Copies row groups, on an executor.
 *
 * @param index of the partition of the job
 * @param partitionId identifies the rows among those of all tasks of the write
 * @param source the snapshot with the row groups
 * @param write of the statement
 */
record CopyTask(
    int index, int partitionId, Source source, DistributedWrite write, List<RowGroupCopy> rowGroups)
    implements JobTask<TaskResult> {

  private static final long serialVersionUID = 1L;

  @Override
  public TaskResult run(TaskContext context) {
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(source);
        TaskWriter writer =
            write.openTask(
                partitionId,
                context.taskAttemptId(),
                new TaskMemory(Long.MAX_VALUE, context, bytes -> 0))) {
      for (int i = 0; i < rowGroups.size(); i++) {
        context.killTaskIfInterrupted();
        rowGroups.get(i).run(lease.dataset().scan(), writer, i);
      }
      return writer.finish();
    }
  }
}
