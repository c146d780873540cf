// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.TaskResult;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What a task tells the driver: its files, which are durable and not yet part of the table. Holds
 * bytes, so that every serializer that Spark can be configured with transfers it.
 */
public final class TaskCommit implements WriterCommitMessage {

  private static final long serialVersionUID = 1L;

  private final byte[] result;

  TaskCommit(TaskResult result) {
    this.result = result.toBytes();
  }

  /** Decodes the result. */
  public TaskResult result() {
    return TaskResult.fromBytes(result);
  }
}
