// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.procedure;

import io.albis.format.error.CommitConflictException;
import io.albis.maintenance.MergeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.internal.RowGroupMerge;
import io.albis.maintenance.internal.RowGroupRun;
import io.albis.reader.Table;
import io.albis.spark.internal.job.TaskJob;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.writer.CommitResult;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes large row groups of small ones, by jobs of Spark: one for each commit. */
final class MergeJob {

  private final String uri;
  private final SourceOptions source;
  private final RewriteOptions options;

  /**
   * Plans a merge.
   *
   * @param uri of the table
   * @param source how tasks read it
   */
  MergeJob(String uri, SourceOptions source, RewriteOptions options) {
    this.uri = uri;
    this.source = source;
    this.options = options;
  }

  /** Merges the small row groups that the table has now. */
  MergeResult run() {
    return new RowGroupMerge(uri, source.storageOptions(), options, this::rewrite).run();
  }

  private CommitResult rewrite(Table table, List<RowGroupRun> runs) {
    DistributedWrite write = open(table);
    List<TaskResult> results = new ArrayList<>();
    try {
      TaskJob.run(
          "merge row groups of " + uri,
          tasks(table, write, runs),
          (ofTask, index) -> results.addAll(Arrays.asList(ofTask)));
      return write.commitMerge(results, runs.stream().map(RowGroupRun::numbers).toList());
    } catch (RuntimeException | Error e) {
      abortAfter(e, write, results);
      throw e;
    }
  }

  private DistributedWrite open(Table table) {
    TableWriter.Builder writer =
        TableWriter.append(uri)
            .rowGroupSize(options.rowGroupSize())
            .memoryLimit(options.memoryLimit() / 2);
    source.storageOptions().forEach(writer::option);
    DistributedWrite write = writer.openDistributed();
    if (!write.tableId().equals(table.id()) || !write.schema().equals(table.schema())) {
      throw new CommitConflictException(
          "Cannot merge row groups of "
              + uri
              + ": another writer has changed its columns since snapshot "
              + table.snapshot().id()
              + "; what was committed before stays, repeat it for the rest");
    }
    return write;
  }

  /** Tasks for at least half a row group each; the partitions of the write are the runs. */
  private List<MergeTask> tasks(Table table, DistributedWrite write, List<RowGroupRun> runs) {
    Source snapshot = new Source(uri, table.id(), table.snapshot().id(), source);
    List<MergeTask> tasks = new ArrayList<>();
    int first = 0;
    long bytes = 0;
    for (int i = 0; i < runs.size(); i++) {
      bytes += runs.get(i).bytes();
      if (bytes >= options.rowGroupSize() / 2 || i == runs.size() - 1) {
        List<RowGroupRun> ofTask = List.copyOf(runs.subList(first, i + 1));
        tasks.add(
            new MergeTask(tasks.size(), snapshot, write, first, ofTask, options.memoryLimit() / 2));
        first = i + 1;
        bytes = 0;
      }
    }
    return tasks;
  }

  /** Deletes the files of results. */
  static void abortAfter(Throwable failure, DistributedWrite write, List<TaskResult> results) {
    if (results.isEmpty()) {
      return;
    }
    try {
      write.abort(results);
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }
}
