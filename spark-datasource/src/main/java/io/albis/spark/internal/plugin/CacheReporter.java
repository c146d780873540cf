// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.ColumnUse;
import io.albis.spark.internal.ui.ColumnTotal;
import io.albis.spark.internal.ui.ExecutorCache;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the driver what the cache of this process does: what has changed, once per second while
 * tasks run and for a while after them. Failures are left to the next report. Thread-safe.
 */
final class CacheReporter implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CacheReporter.class);

  private static final long INTERVAL_MILLIS = 1000;

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Looking at the cache, which visits all segments, takes at most a part of the time. */
  private static final int TIME_PER_LOOK = 100;

  private static final int MAX_TEXT = 200;

  private final PluginContext context;
  private final ColumnCache cache;
  private final CacheBooks books;
  private final TrackedPlans plans = TrackedPlans.start();
  private final ScheduledExecutorService thread;

  private volatile long lastTask = System.nanoTime();

  /** Of the thread, as is all below it: what the driver knows. */
  private ExecutorCache known;

  private final Map<String, ColumnUse> knownColumns = new HashMap<>();
  private Map<Long, List<ColumnUse>> knownQueries = Map.of();
  private long nextLook = System.nanoTime();

  /** Starts reporting. */
  CacheReporter(PluginContext context, ColumnCache cache, CacheBooks books) {
    this.context = context;
    this.cache = cache;
    this.books = books;
    this.thread =
        RepeatedWork.every(INTERVAL_MILLIS, "albis-cache-state", () -> report(context::ask));
  }

  private interface Channel {
    void send(byte[] message) throws Exception;
  }

  /** Called when a task starts or ends. */
  void taskChanged() {
    lastTask = System.nanoTime();
  }

  private void report(Channel driver) throws Exception {
    long start = System.nanoTime();
    ExecutorCache now = known;
    Map<String, ColumnUse> columns = new HashMap<>();
    boolean isIdle = known != null && start - lastTask > IDLE_NANOS && !plans.hasOpen();
    if (!isIdle && start - nextLook >= 0) {
      CacheStatistics statistics = cache.statistics();
      nextLook = start + TIME_PER_LOOK * (System.nanoTime() - start);
      now =
          ExecutorCache.of(
              context.executorID(), statistics, books.size(), books.booked(), books.givenBack());
      for (ColumnUse use : statistics.columns()) {
        columns.merge(ColumnTotal.key(use), shortened(use), ColumnTotal::sum);
      }
    }
    columns.values().removeIf(use -> use.equals(knownColumns.get(ColumnTotal.key(use))));
    Map<Long, List<ColumnUse>> queries = plans.scans();
    Map<Long, List<ColumnUse>> changed = new HashMap<>(queries);
    changed.entrySet().removeIf(each -> each.getValue().equals(knownQueries.get(each.getKey())));
    if (!now.equals(known) || !columns.isEmpty() || !changed.isEmpty()) {
      ProcessReport report = new ProcessReport(now, List.copyOf(columns.values()), changed);
      driver.send(Messages.write(report, ProcessReport.class));
      known = now;
      knownColumns.putAll(columns);
      knownQueries = queries;
    }
  }

  /** A row layout has all columns in one group. */
  private static ColumnUse shortened(ColumnUse use) {
    if (use.columns().length() <= MAX_TEXT) {
      return use;
    }
    return new ColumnUse(
        use.tableId(),
        use.table(),
        use.columnGroup(),
        use.columns().substring(0, MAX_TEXT) + "...",
        use.hits(),
        use.misses(),
        use.hitBytes(),
        use.missBytes(),
        use.plannedScans(),
        use.finishedScans(),
        use.withdrawnScans(),
        use.evictions());
  }

  /** Reports for the last time, without waiting for an answer. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      if (thread.awaitTermination(INTERVAL_MILLIS, TimeUnit.MILLISECONDS)) {
        nextLook = System.nanoTime();
        report(context::send);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception | Error e) {
      LOG.debug("Cannot report the last state of the cache", e);
    }
    plans.close();
  }
}
