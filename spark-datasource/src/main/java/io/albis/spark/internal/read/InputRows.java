// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import org.apache.spark.TaskContext;

/** The rows that Spark shows as the input of a task, where they are not those that it gets. */
final class InputRows {

  private InputRows() {}

  /** Adds rows to the input of the task of this thread. */
  static void add(long rows) {
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.taskMetrics().inputMetrics().incRecordsRead(rows);
    }
  }
}
