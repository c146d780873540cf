// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import java.util.List;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;

/**
 * Writes a batch of a stream, once: its commit has the id of the query and the number of the batch,
 * so that a batch that Spark repeats after a restart is recognized.
 *
 * @param write of the batch
 * @param isAppend whether rows are appended, instead of replacing all
 * @param merge of the small row groups that batches leave
 */
record StreamWrite(
    DistributedWrite write,
    StreamWriterFactory factory,
    String queryId,
    boolean isAppend,
    StreamMerge merge)
    implements StreamingWrite {

  @Override
  public StreamingDataWriterFactory createStreamingWriterFactory(PhysicalWriteInfo info) {
    return factory;
  }

  @Override
  public void commit(long batch, WriterCommitMessage[] messages) {
    List<TaskResult> results = RowsWrite.results(messages);
    // A batch without rows needs no snapshot: it is the same if it is repeated.
    boolean isEmpty = results.stream().allMatch(result -> result.rowCount() == 0);
    if (!(isAppend && isEmpty) && write.commitOnce(results, queryId, batch).isPresent()) {
      merge.after(batch);
    }
  }

  /** Also after a commit that has failed; does nothing if it has taken effect, or may have. */
  @Override
  public void abort(long batch, WriterCommitMessage[] messages) {
    write.abort(RowsWrite.results(messages));
  }

  @Override
  public String toString() {
    return write.toString();
  }
}
