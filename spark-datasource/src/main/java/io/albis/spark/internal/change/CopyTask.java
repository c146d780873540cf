// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskWriter;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.TaskContext;
import scala.Function2;
import scala.collection.Iterator;

/**
 * Copies row groups, on an executor.
 *
 * @param source the snapshot with the row groups
 * @param write of the statement
 * @param partitionId identifies the rows among those of all tasks of the write
 */
record CopyTask(
    Source source, DistributedWrite write, int partitionId, List<RowGroupCopy> rowGroups)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Runs the task of a partition of a job. Returns the bytes of a task result. */
  static final class Run
      implements Function2<TaskContext, Iterator<CopyTask>, byte[]>, Serializable {

    private static final long serialVersionUID = 1L;

    @Override
    public byte[] apply(TaskContext context, Iterator<CopyTask> tasks) {
      return tasks.next().run(context);
    }
  }

  private byte[] run(TaskContext context) {
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(source);
        TaskWriter writer = write.openTask(partitionId, context.taskAttemptId())) {
      for (int i = 0; i < rowGroups.size(); i++) {
        context.killTaskIfInterrupted();
        rowGroups.get(i).run(lease.dataset().scan(), writer, i);
      }
      return writer.finish().toBytes();
    }
  }
}
