// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.procedure;

import io.albis.maintenance.internal.RowGroupRun;
import io.albis.reader.Dataset;
import io.albis.spark.internal.job.JobTask;
import io.albis.spark.internal.read.TaskMemory;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;

/**
 * Rewrites runs of small row groups, on an executor.
 *
 * @param index of the partition of the job
 * @param source the snapshot with the row groups
 * @param firstRun number of the first run among those of all tasks
 * @param readMemory off-heap bytes for what is read
 */
record MergeTask(
    int index,
    Source source,
    DistributedWrite write,
    int firstRun,
    List<RowGroupRun> runs,
    long readMemory)
    implements JobTask<TaskResult[]> {

  private static final long serialVersionUID = 1L;

  @Override
  public TaskResult[] run(TaskContext context) {
    List<TaskResult> results = new ArrayList<>();
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
      for (int i = 0; i < runs.size(); i++) {
        results.add(rewrite(lease.dataset(), i, context));
      }
      return results.toArray(TaskResult[]::new);
    } catch (RuntimeException | Error e) {
      // The driver does not know the files of the runs before.
      MergeJob.abortAfter(e, write, results);
      throw e;
    }
  }

  private TaskResult rewrite(Dataset dataset, int run, TaskContext context) {
    TaskMemory ofReader = new TaskMemory(readMemory, context, bytes -> 0);
    try (TaskWriter writer =
        write.openTask(
            firstRun + run,
            context.taskAttemptId(),
            new TaskMemory(Long.MAX_VALUE, context, bytes -> 0))) {
      runs.get(run)
          .copy(
              dataset.scan().memoryBudget(ofReader),
              writer.newBatchWriter(),
              rows -> context.killTaskIfInterrupted());
      return writer.finish();
    }
  }
}
