// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import org.apache.spark.sql.SparkSession;

/** The settings of sessions of these tests, and their seeds. */
final class OracleSession {

  private OracleSession() {}

  static void configure(SparkSession spark) {
    spark.conf().set("spark.sql.session.timeZone", "UTC");
    spark.conf().set("spark.sql.shuffle.partitions", "2");
    spark.conf().set("spark.sql.datetime.java8API.enabled", "true");
    spark.conf().set("spark.sql.timeType.enabled", "true");
    spark.conf().set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
    spark.conf().set("spark.sql.parquet.filterPushdown", "false");
  }

  /** Whether Spark estimates the results of joins and filters, and orders joins by that. */
  static void setCostBased(SparkSession spark, boolean isCostBased) {
    spark.conf().set("spark.sql.cbo.enabled", isCostBased);
    spark.conf().set("spark.sql.cbo.joinReorder.enabled", isCostBased);
    spark.conf().set("spark.sql.cbo.starSchemaDetection", isCostBased);
    spark.conf().set("spark.sql.statistics.histogram.enabled", isCostBased);
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
