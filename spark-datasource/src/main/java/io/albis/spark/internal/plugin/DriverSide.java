// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnCache;
import io.albis.spark.internal.plan.QueryPlans;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;

/**
 * The plugin in the driver. If the tasks run in the driver's process, their cache gets the plans of
 * queries.
 */
public final class DriverSide implements DriverPlugin {

  /** Null if the process has no cache of tasks. */
  private QueryPlans plans;

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
    if (spark.isLocal() && CacheSize.of(context.conf()) > 0) {
      plans = QueryPlans.start(ColumnCache.shared());
      spark.addSparkListener(new PlanListener(plans));
    }
    return Map.of();
  }

  @Override
  public void shutdown() {
    if (plans != null) {
      plans.close();
    }
  }
}
