// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.SparkContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Adds up what Spark says about the tasks of all queries. Thread-safe. */
final class StreamTotals extends SparkListener {

  private static final long PATIENCE_MILLIS = 60_000;

  private final LongAdder runMillis = new LongAdder();
  private final LongAdder cpuNanos = new LongAdder();
  private final LongAdder gcMillis = new LongAdder();
  private final LongAdder shuffledBytes = new LongAdder();
  private final LongAdder spilledBytes = new LongAdder();

  /**
   * The tasks so far.
   *
   * @param runSeconds from the start to the end of each
   * @param cpuSeconds processor time
   * @param gcSeconds time in which the JVM collected garbage; of tasks at the same time, each
   * @param shuffledBytes written for other stages
   * @param spilledBytes written because memory was short
   */
  record Sums(
      double runSeconds,
      double cpuSeconds,
      double gcSeconds,
      long shuffledBytes,
      long spilledBytes) {

    /** Time that was neither computing nor collecting garbage: reading, and waiting for a core. */
    double waitSeconds() {
      return Math.max(0, runSeconds - cpuSeconds - gcSeconds);
    }
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    TaskMetrics task = end.taskMetrics();
    // A task that is lost has no metrics.
    if (task != null) {
      runMillis.add(task.executorRunTime());
      cpuNanos.add(task.executorCpuTime());
      gcMillis.add(task.jvmGCTime());
      shuffledBytes.add(task.shuffleWriteMetrics().bytesWritten());
      spilledBytes.add(task.diskBytesSpilled());
    }
  }

  /** Returns the sums since the last call. */
  Sums take(SparkContext spark) throws TimeoutException {
    spark.listenerBus().waitUntilEmpty(PATIENCE_MILLIS);
    return new Sums(
        runMillis.sumThenReset() / 1e3,
        cpuNanos.sumThenReset() / 1e9,
        gcMillis.sumThenReset() / 1e3,
        shuffledBytes.sumThenReset(),
        spilledBytes.sumThenReset());
  }
}
