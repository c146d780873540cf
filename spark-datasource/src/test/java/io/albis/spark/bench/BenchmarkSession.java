// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import org.apache.spark.sql.SparkSession;

/** The sessions of the benchmarks: one core, and nothing that takes time beside the query. */
final class BenchmarkSession {

  private BenchmarkSession() {}

  static SparkSession start() {
    return SparkSession.builder()
        .master("local[1]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.adaptive.enabled", "false")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate();
  }
}
