// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * The CPU time of all tasks: what executors do for a query, without planning it and without what
 * other programs take.
 */
final class TaskTimes extends SparkListener {

  private final SparkContext context;
  private final AtomicLong nanos = new AtomicLong();

  /** Creates an instance that listens from now on. */
  TaskTimes(SparkContext context) {
    this.context = context;
    context.addSparkListener(this);
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    // A task that is lost has no metrics.
    if (end.taskMetrics() != null) {
      nanos.addAndGet(end.taskMetrics().executorCpuTime());
    }
  }

  /** Returns the time of the tasks that have ended since the last call, in seconds. */
  double takeSeconds() {
    BenchmarkSession.awaitEvents(context);
    return nanos.getAndSet(0) / 1e9;
  }
}
