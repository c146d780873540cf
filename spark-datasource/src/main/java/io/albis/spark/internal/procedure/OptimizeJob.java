// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.procedure;

import io.albis.format.internal.metadata.DataFileRef;
import io.albis.maintenance.OptimizeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.internal.FileWorker;
import io.albis.maintenance.internal.Optimizer;
import io.albis.maintenance.internal.PlannedFile;
import io.albis.spark.internal.job.JobTask;
import io.albis.spark.internal.job.TaskJob;
import io.albis.spark.internal.read.TaskMemory;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;

/** Puts the data of each column group together, by jobs of Spark: one for each commit. */
final class OptimizeJob {

  private OptimizeJob() {}

  /**
   * Optimizes a table.
   *
   * @param uri of the table
   * @param storageOptions options of its storage
   * @param options with the memory of each task
   */
  static OptimizeResult run(
      String uri, Map<String, String> storageOptions, RewriteOptions options) {
    return Optimizer.run(
        uri,
        storageOptions,
        options,
        (snapshotId, files, written) -> {
          List<FileTask> tasks =
              IntStream.range(0, files.size())
                  .mapToObj(
                      index ->
                          new FileTask(
                              index,
                              uri,
                              storageOptions,
                              snapshotId,
                              files.get(index),
                              options.memoryLimit()))
                  .toList();
          TaskJob.run("optimize " + uri, tasks, written);
        });
  }

  /** Writes a file. */
  private record FileTask(
      int index,
      String uri,
      Map<String, String> storageOptions,
      long snapshotId,
      PlannedFile file,
      long memoryLimit)
      implements JobTask<DataFileRef> {

    private static final long serialVersionUID = 1L;

    @Override
    public DataFileRef run(TaskContext context) {
      return FileWorker.write(
          uri,
          storageOptions,
          snapshotId,
          file,
          RewriteOptions.defaults()
              .memoryLimit(memoryLimit)
              .progress(bytes -> context.killTaskIfInterrupted()),
          new TaskMemory(memoryLimit, context, bytes -> 0));
    }
  }
}
