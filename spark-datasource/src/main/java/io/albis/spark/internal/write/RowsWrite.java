// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.spark.internal.type.NanosecondMode;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;

/**
 * The job that writes rows. Tasks write files; the driver makes them part of the table by one
 * commit. Spark lets one attempt of each task commit; what the others have written is deleted by
 * them, or by the clean-up of the table if they were killed.
 */
final class RowsWrite implements BatchWrite {

  private final DistributedWrite write;
  private final StructType types;
  private final NanosecondMode nanoseconds;
  private final BiConsumer<DistributedWrite, List<TaskResult>> commit;

  /**
   * Creates a job.
   *
   * @param types of the rows
   * @param commit publishes results, at once or when Spark asks for it
   */
  RowsWrite(
      DistributedWrite write,
      StructType types,
      NanosecondMode nanoseconds,
      BiConsumer<DistributedWrite, List<TaskResult>> commit) {
    this.write = write;
    this.types = types;
    this.nanoseconds = nanoseconds;
    this.commit = commit;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return new RowWriterFactory(write, types, nanoseconds);
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    commit.accept(write, results(messages));
  }

  /** Also after a commit that has failed; does nothing if it has taken effect, or may have. */
  @Override
  public void abort(WriterCommitMessage[] messages) {
    write.abort(results(messages));
  }

  /** Those of the tasks that have ended. */
  static List<TaskResult> results(WriterCommitMessage[] messages) {
    return Arrays.stream(messages)
        .filter(Objects::nonNull) // of tasks that have not ended
        .map(message -> ((TaskCommit) message).result())
        .toList();
  }

  @Override
  public String toString() {
    return write.toString();
  }
}
