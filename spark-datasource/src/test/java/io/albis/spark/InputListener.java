// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Adds up Spark's input metrics of tasks. */
final class InputListener extends SparkListener {

  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong rows = new AtomicLong();

  @Override
  public void onTaskEnd(SparkListenerTaskEnd task) {
    bytes.addAndGet(task.taskMetrics().inputMetrics().bytesRead());
    rows.addAndGet(task.taskMetrics().inputMetrics().recordsRead());
  }

  long bytes() {
    return bytes.get();
  }

  long rows() {
    return rows.get();
  }
}
