// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.plugin;

import io.albis.reader.cache.ColumnCache;
import io.albis.spark.AlbisPlugin;
import io.albis.spark.internal.source.OpenDatasets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;

/** A context with the plugin, of which there is one at a time in a process. */
public final class PluginSession implements AutoCloseable {

  private static final long PATIENCE_NANOS = Duration.ofMinutes(2).toNanos();

  private final SparkSession spark;

  /** Ends the context of other tests, which start theirs again. */
  public PluginSession(Map<String, String> settings) {
    if (SparkSession.getDefaultSession().isDefined()) {
      SparkSession.getDefaultSession().get().stop();
    }
    OpenDatasets.closeIdle();
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[2]")
            .appName("albis-plugin-tests")
            .config("spark.ui.enabled", "false")
            // So that the tracker of the status, which tests wait for, knows of tasks at once.
            .config("spark.ui.liveUpdate.period", "0")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "3")
            .config("spark.plugins", AlbisPlugin.class.getName());
    settings.forEach(builder::config);
    this.spark = builder.getOrCreate();
  }

  public SparkSession spark() {
    return spark;
  }

  /** Runs something and returns the bytes that its tasks have spilled. */
  long spilledBy(Runnable query) throws TimeoutException {
    AtomicLong spilled = new AtomicLong();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd end) {
            if (end.taskMetrics() != null) {
              spilled.addAndGet(end.taskMetrics().memoryBytesSpilled());
            }
          }
        };
    awaitEvents();
    spark.sparkContext().addSparkListener(listener);
    query.run();
    awaitEvents();
    spark.sparkContext().removeSparkListener(listener);
    return spilled.get();
  }

  /** Waits until the listeners have got all events. */
  public void awaitEvents() throws TimeoutException {
    spark.sparkContext().listenerBus().waitUntilEmpty(PATIENCE_NANOS / 1_000_000);
  }

  /** Waits for what happens in the background. */
  public static void await(BooleanSupplier condition, String what) throws InterruptedException {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("Still waiting for " + what);
      }
      Thread.sleep(5);
    }
  }

  @Override
  public void close() {
    spark.stop();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    OpenDatasets.closeIdle();
    ColumnCache.shared().clear();
  }
}
