// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;

/** The plugin in the driver. */
public final class DriverSide implements DriverPlugin {

  /** Starts without any query. */
  public DriverSide() {}

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException if the caches do not fit the memory of executors
   */
  @Override
  public Map<String, String> init(SparkContext spark, PluginContext context) {
    CacheSize.check(context.conf());
    return Map.of();
  }
}
