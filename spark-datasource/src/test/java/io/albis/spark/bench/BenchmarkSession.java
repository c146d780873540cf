// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/** The sessions of the benchmarks, without what takes time beside the query. */
final class BenchmarkSession {

  private BenchmarkSession() {}

  /** Starts a session of one core for single stages. */
  static SparkSession start() {
    return start(Map.of());
  }

  /** Starts a session of one core for single stages, with further settings. */
  static SparkSession start(Map<String, String> settings) {
    return start(1, settings);
  }

  /** Starts a session for single stages, with further settings. */
  static SparkSession start(int cores, Map<String, String> settings) {
    SparkSession.Builder builder =
        builder(cores)
            .config("spark.sql.adaptive.enabled", "false")
            .config("spark.sql.shuffle.partitions", "1");
    settings.forEach(builder::config);
    return builder.getOrCreate();
  }

  /** Starts a session for queries of several stages. */
  static SparkSession startAdaptive(int cores) {
    return startAdaptive(cores, Map.of());
  }

  /** Starts a session for queries of several stages, with further settings. */
  static SparkSession startAdaptive(int cores, Map<String, String> settings) {
    SparkSession.Builder builder =
        builder(cores)
            .config("spark.sql.shuffle.partitions", Integer.toString(4 * cores))
            // Some sums are 0 at small scales, and queries divide by them.
            .config("spark.sql.ansi.enabled", "false");
    settings.forEach(builder::config);
    return builder.getOrCreate();
  }

  /** Waits until all listeners know what has happened. */
  static void awaitEvents(SparkContext context) {
    try {
      context.listenerBus().waitUntilEmpty(60_000);
    } catch (TimeoutException e) {
      throw new IllegalStateException("Spark has not reported the ends of tasks", e);
    }
  }

  private static SparkSession.Builder builder(int cores) {
    return SparkSession.builder()
        .master("local[" + cores + "]")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        // Spark keeps the plans of many queries for its UI, even without one.
        .config("spark.sql.ui.retainedExecutions", "1")
        .config("spark.ui.retainedJobs", "1")
        .config("spark.ui.retainedStages", "1")
        .config("spark.ui.showConsoleProgress", "false");
  }
}
