// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnCache;
import io.albis.spark.internal.plan.Placement;
import io.albis.spark.internal.plan.PlanBoard;
import io.albis.spark.internal.plan.PlanUpdate;
import io.albis.spark.internal.plan.QueryPlans;
import io.albis.spark.internal.ui.CacheListener;
import io.albis.spark.internal.ui.CacheTab;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.status.ElementTrackingStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugin in the driver: the caches get the plans of queries. If there are executors, it tells
 * Spark in which of them scans should be executed, and each asks it for its plans.
 */
public final class DriverSide implements DriverPlugin {

  private static final Logger LOG = LoggerFactory.getLogger(DriverSide.class);

  /** Set for executors that fetch plans. */
  static final String PLANS = "plans";

  /** Set for executors that report the state of their caches. */
  static final String REPORTS = "reports";

  private static final byte[] NOTHING_NEW = {};

  /** Null if the application has no caches. */
  private QueryPlans plans;

  /** Null unless executors have caches, as is the next field. */
  private Placement placement;

  private PlanBoard board;

  /** Null if there is neither a user interface nor an event log. */
  private CacheBoard caches;

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
    if (CacheSize.of(context.conf()) == 0) {
      return Map.of();
    }
    Map<String, String> settings = new HashMap<>();
    if (spark.isLocal()) {
      ColumnCache cache = ColumnCache.shared();
      plans = QueryPlans.start((location, scans) -> TrackedPlans.plan(cache, scans)::close);
    } else {
      placement = Placement.start();
      board = new PlanBoard();
      spark.addSparkListener(new ExecutorListener(placement, board));
      plans = QueryPlans.start(board);
      settings.put(PLANS, "true");
    }
    spark.addSparkListener(new PlanListener(plans));
    if (spark.ui().isDefined() || context.conf().getBoolean("spark.eventLog.enabled", false)) {
      try {
        showCaches(spark);
        settings.put(REPORTS, "true");
      } catch (RuntimeException | LinkageError e) {
        LOG.warn("Cannot show the column caches in the user interface", e);
      }
    }
    return settings;
  }

  private void showCaches(SparkContext spark) {
    if (spark.ui().isDefined() && spark.statusStore().store() instanceof ElementTrackingStore s) {
      spark.listenerBus().addToStatusQueue(new CacheListener(spark.conf(), s));
      CacheTab.attach(spark.ui().get());
    }
    caches = new CacheBoard(spark.listenerBus()::post);
    spark.addSparkListener(new BoardListener(caches));
  }

  /**
   * Answers an executor.
   *
   * @param message id of the executor, a space, and the version of the last answer that it got; or
   *     a {@link ProcessReport} as bytes
   * @return a {@link PlanUpdate} as bytes; empty if there is nothing new; null for a report
   */
  @Override
  public Object receive(Object message) {
    if (message instanceof byte[] report) {
      caches.received(Messages.read(report, ProcessReport.class), System.nanoTime());
      return null;
    }
    String[] request = message.toString().split(" ", 2);
    PlanUpdate update = board.update(placement.location(request[0]), Long.parseLong(request[1]));
    return update == null ? NOTHING_NEW : Messages.write(update, PlanUpdate.class);
  }

  @Override
  public void shutdown() {
    if (plans != null) {
      plans.close();
    }
    if (placement != null) {
      placement.close();
    }
    if (caches != null) {
      caches.close();
    }
  }
}
