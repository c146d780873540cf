// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.util.kvstore.KVStore;
import org.apache.spark.util.kvstore.KVStoreIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.runtime.BoxedUnit;

/** Keeps the latest state of the caches in the store of an application, live or from its log. */
public final class CacheListener extends SparkListener {

  private static final Logger LOG = LoggerFactory.getLogger(CacheListener.class);

  private final ElementTrackingStore store;

  /** Keeps as many queries and lost executors as Spark's own pages. */
  public CacheListener(SparkConf conf, ElementTrackingStore store) {
    this.store = store;
    int queries = conf.getInt("spark.sql.ui.retainedExecutions", 1000);
    int executors = conf.getInt("spark.ui.retainedDeadExecutors", 100);
    retain(
        QueryUse.class,
        queries,
        query -> true,
        Comparator.comparingLong(QueryUse::execution),
        QueryUse::execution);
    retain(
        ExecutorCache.class,
        executors,
        ExecutorCache::lost,
        ExecutorCache.ORDER,
        ExecutorCache::executor);
  }

  /** The first of those that are kept no longer go first. */
  private <T> void retain(
      Class<T> type,
      int count,
      Predicate<T> isCounted,
      Comparator<T> order,
      Function<T, Object> key) {
    store.addTrigger(
        type,
        count,
        all -> {
          List<T> counted = elements(store, type).stream().filter(isCounted).sorted(order).toList();
          for (T old : counted.subList(0, Math.max(0, counted.size() - count))) {
            store.delete(type, key.apply(old));
          }
          return BoxedUnit.UNIT;
        });
  }

  /** Returns all elements of a type, in the order of their keys. */
  static <T> List<T> elements(KVStore store, Class<T> type) {
    List<T> elements = new ArrayList<>();
    try (KVStoreIterator<T> each = store.view(type).closeableIterator()) {
      each.forEachRemaining(elements::add);
    } catch (Exception e) {
      throw new IllegalStateException("Cannot read " + type.getSimpleName() + " from the store", e);
    }
    return elements;
  }

  /** Failures only make the page incomplete. */
  @Override
  public void onOtherEvent(SparkListenerEvent event) {
    if (event instanceof CacheEvent changes) {
      try {
        changes.executors().forEach(executor -> store.write(executor, true));
        changes.columns().forEach(store::write);
        changes.queries().forEach(query -> store.write(query, true));
      } catch (RuntimeException | Error e) {
        LOG.debug("Cannot keep the state of caches for the user interface", e);
      }
    }
  }
}
