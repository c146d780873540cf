// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.TaskResult;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What a task tells the driver.
 *
 * @param result files that are durable, and not yet part of the table
 */
record TaskCommit(TaskResult result) implements WriterCommitMessage {

  private static final long serialVersionUID = 1L;
}
