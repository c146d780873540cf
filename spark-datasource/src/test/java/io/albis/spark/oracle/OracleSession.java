// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import org.apache.spark.sql.SparkSession;

/** The session of these tests, and their seeds. */
final class OracleSession {

  private OracleSession() {}

  static SparkSession get() {
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.session.timeZone", "UTC")
            .getOrCreate();
    spark.conf().set("spark.sql.datetime.java8API.enabled", "true");
    spark.conf().set("spark.sql.timeType.enabled", "true");
    return spark;
  }

  /** The seed of the i-th case: that of the property, or one of which half repeat in each run. */
  static long seed(int i) {
    Long given = Long.getLong("albis.seed");
    if (given != null) {
      return given;
    }
    return i % 2 == 0 ? i : System.nanoTime();
  }
}
