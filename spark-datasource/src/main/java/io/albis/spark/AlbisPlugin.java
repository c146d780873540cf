// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.spark.internal.plugin.DriverSide;
import io.albis.spark.internal.plugin.ExecutorSide;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Connects the column caches of executors with Spark, by {@code
 * spark.plugins=io.albis.spark.AlbisPlugin}: their memory is part of Spark's storage memory, and
 * they keep what planned scans will read. The setting {@code spark.datasource.albis.cache-size}
 * turns the caches on; without it, the plugin does nothing.
 */
public final class AlbisPlugin implements SparkPlugin {

  /** Called by Spark. */
  public AlbisPlugin() {}

  @Override
  public DriverPlugin driverPlugin() {
    return new DriverSide();
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorSide();
  }
}
