// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * The least cost of an operation, in seconds; GC is that of the run with the least time.
 *
 * @param cpu what the tasks used
 */
record CacheCost(double elapsed, double cpu, double gc) {

  static CacheCost of(TaskTimes tasks, Runnable run) {
    tasks.takeSeconds();
    long start = System.nanoTime();
    long gcStart = gcMillis();
    run.run();
    double elapsed = (System.nanoTime() - start) / 1e9;
    double gc = (gcMillis() - gcStart) / 1e3;
    return new CacheCost(elapsed, tasks.takeSeconds(), gc);
  }

  static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  CacheCost least(CacheCost other) {
    return other.elapsed < elapsed
        ? new CacheCost(other.elapsed, Math.min(cpu, other.cpu), other.gc)
        : new CacheCost(elapsed, Math.min(cpu, other.cpu), gc);
  }

  /** Returns the cost of each of some rows. */
  CacheCost per(long rows) {
    return new CacheCost(elapsed / rows, cpu / rows, gc / rows);
  }
}
