// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.status.AppHistoryServerPlugin;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.ui.SparkUI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Shows the page in the history server, which finds this class by its class path. */
public final class HistoryPlugin implements AppHistoryServerPlugin {

  private static final Logger LOG = LoggerFactory.getLogger(HistoryPlugin.class);

  /** Called by Spark. */
  public HistoryPlugin() {}

  @Override
  public Seq<SparkListener> createListeners(SparkConf conf, ElementTrackingStore store) {
    return CollectionConverters.asScala(List.<SparkListener>of(new CacheListener(conf, store)))
        .toSeq();
  }

  /** Applications without caches have no tab. A failure must not hide the other ones. */
  @Override
  public void setupUI(SparkUI ui) {
    try {
      if (!CacheListener.elements(ui.store().store(), ExecutorCache.class).isEmpty()) {
        CacheTab.attach(ui);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Cannot show the column caches of {}", ui.appName(), e);
    }
  }

  @Override
  public int displayOrder() {
    return Integer.MAX_VALUE;
  }
}
