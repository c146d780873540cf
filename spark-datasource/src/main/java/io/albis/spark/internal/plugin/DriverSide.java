// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnCache;
import io.albis.spark.internal.plan.Placement;
import io.albis.spark.internal.plan.PlanBoard;
import io.albis.spark.internal.plan.PlanUpdate;
import io.albis.spark.internal.plan.QueryPlans;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import scala.reflect.ClassTag;

/**
 * The plugin in the driver: the caches get the plans of queries. If there are executors, it tells
 * Spark in which of them scans should be executed, and each asks it for its plans.
 */
public final class DriverSide implements DriverPlugin {

  /** Set for executors that fetch plans. */
  static final String PLANS = "plans";

  private static final byte[] NOTHING_NEW = {};

  /** Null if the application has no caches. */
  private QueryPlans plans;

  /** Null unless executors have caches, as is the next field. */
  private Placement placement;

  private PlanBoard board;

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
    if (spark.isLocal()) {
      ColumnCache cache = ColumnCache.shared();
      plans = QueryPlans.start((location, scans) -> cache.plan(scans)::close);
    } else {
      placement = Placement.start();
      board = new PlanBoard();
      spark.addSparkListener(new ExecutorListener(placement, board));
      plans = QueryPlans.start(board);
    }
    spark.addSparkListener(new PlanListener(plans));
    return board == null ? Map.of() : Map.of(PLANS, "true");
  }

  /**
   * Answers an executor.
   *
   * @param message id of the executor, a space, and the version of the last answer that it got
   * @return a serialized {@link PlanUpdate}; empty if there is nothing new. Only types of the JDK
   *     are sent, as Spark may not find the classes of this jar when it reads a message
   */
  @Override
  public Object receive(Object message) {
    String[] request = message.toString().split(" ", 2);
    PlanUpdate update = board.update(placement.location(request[0]), Long.parseLong(request[1]));
    return update == null
        ? NOTHING_NEW
        : SparkEnv.get()
            .closureSerializer()
            .newInstance()
            .serialize(update, ClassTag.apply(PlanUpdate.class))
            .array();
  }

  @Override
  public void shutdown() {
    if (plans != null) {
      plans.close();
    }
    if (placement != null) {
      placement.close();
    }
  }
}
