// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * Counts where tasks run, of those that have read something. Tasks that prefer no executor count as
 * if they preferred theirs.
 */
final class LocalityListener extends SparkListener {

  private final Map<String, Integer> tasks = new HashMap<>();

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.taskMetrics() != null && end.taskMetrics().inputMetrics().recordsRead() > 0) {
      tasks.merge(end.taskInfo().taskLocality().toString(), 1, Integer::sum);
    }
  }

  /** Requires that there were tasks, and that none ran in another executor than it prefers. */
  synchronized void requireAll() {
    if (!tasks.keySet().equals(Set.of("PROCESS_LOCAL"))) {
      throw new IllegalStateException("Tasks ran elsewhere: " + tasks);
    }
  }
}
