// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.write.RowsWrite;
import io.albis.spark.internal.write.TableWrite;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.apache.spark.sql.connector.write.DeltaBatchWrite;
import org.apache.spark.sql.connector.write.DeltaWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * The job that changes rows. Tasks write new rows, and tell which rows to delete; then a second job
 * copies the row groups with rows to delete, without them. One commit replaces the row groups and
 * adds the new rows. A row group of which all rows are deleted is not read.
 */
final class ChangeJob implements DeltaBatchWrite {

  private final Source source;
  private final DistributedWrite write;
  private final RowsWrite rows;
  private final LongPredicate isValidAfter;

  /** Null before the commit. */
  private RowGroupRewrite rewrite;

  /**
   * Creates a job.
   *
   * @param source the snapshot that the statement reads
   * @param planned of the new rows
   * @param isValidAfter as for {@link DistributedWrite#commit(List, java.util.Collection,
   *     LongPredicate)}
   */
  ChangeJob(Source source, TableWrite planned, LongPredicate isValidAfter) {
    this.source = source;
    this.write = planned.write();
    this.rows = planned.toBatch();
    this.isValidAfter = isValidAfter;
  }

  @Override
  public DeltaWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new ChangeWriterFactory(rows.createBatchWriterFactory(info));
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    DeletedRows deleted = new DeletedRows();
    for (WriterCommitMessage message : messages) {
      ((ChangeCommit) message).addTo(deleted);
    }
    rewrite = new RowGroupRewrite(source, write, deleted.byRowGroup());
    rewrite.run(messages.length);
    List<TaskResult> results = results(messages);
    if (!results.isEmpty() || !deleted.byRowGroup().isEmpty()) {
      write.commit(results, deleted.byRowGroup().keySet(), isValidAfter);
    }
  }

  /** Also after a commit that has failed; does nothing if it has taken effect, or may have. */
  @Override
  public void abort(WriterCommitMessage[] messages) {
    write.abort(results(messages));
  }

  /** Copies of rows, then new rows. */
  private List<TaskResult> results(WriterCommitMessage[] messages) {
    List<TaskResult> results = new ArrayList<>(rewrite == null ? List.of() : rewrite.results());
    WriterCommitMessage[] ofRows =
        Arrays.stream(messages)
            .filter(Objects::nonNull) // of tasks that have not ended
            .map(message -> ((ChangeCommit) message).rows())
            .toArray(WriterCommitMessage[]::new);
    results.addAll(RowsWrite.results(ofRows));
    return results;
  }

  @Override
  public String toString() {
    return write.toString();
  }
}
