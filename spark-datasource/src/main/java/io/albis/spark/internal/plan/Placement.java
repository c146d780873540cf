// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Which executor's cache each part of a table belongs to, as the driver sees it. Tasks that read
 * these rows prefer that executor, so that queries find what others have loaded. Thread-safe.
 */
public final class Placement implements AutoCloseable {

  /** Tables whose placement is remembered. */
  private static final int MAX_TABLES = 64;

  private static final String PREFIX = "executor_";

  /** Null unless executors have caches. */
  private static volatile Placement active;

  /** Host by the id of the executor. */
  private final NavigableMap<String, String> hosts = new TreeMap<>();

  /** Of the present executors. */
  private final Map<TableKey, TablePlacement> tables =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TableKey, TablePlacement> eldest) {
          return size() > MAX_TABLES;
        }
      };

  private record TableKey(UUID id, long snapshot) {}

  private Placement() {}

  /** Starts without any executor. The caller closes the result. */
  public static Placement start() {
    Placement placement = new Placement();
    active = placement;
    return placement;
  }

  /** Returns the placement of the application; null if its executors have no caches. */
  public static Placement active() {
    return active;
  }

  /** Tables are placed on one executor more. */
  public synchronized void added(String executor, String host) {
    hosts.put(executor, host);
    tables.clear();
  }

  /** An executor is lost: others get its parts of tables. */
  public synchronized void removed(String executor) {
    hosts.remove(executor);
    tables.clear();
  }

  /** Returns the preferred location of a task, as Spark writes it, by which it knows executors. */
  public synchronized String location(String executor) {
    String host = hosts.get(executor);
    return host == null ? "" : location(executor, host);
  }

  private static String location(String executor, String host) {
    return PREFIX + host + '_' + executor;
  }

  /** Returns whether the preferred location of a task is an executor, rather than a host. */
  public static boolean isExecutor(String location) {
    return location.startsWith(PREFIX);
  }

  /** Returns whether a preferred location is this executor. */
  static boolean isAt(String location, String executor) {
    return isExecutor(location) && location.endsWith('_' + executor);
  }

  /**
   * Returns where the rows of a table belong.
   *
   * @param rowGroups all row groups of the snapshot, in the order of rows; called unless they are
   *     known, and outside of locks
   */
  public TablePlacement of(UUID tableId, long snapshotId, Supplier<List<RowGroupRange>> rowGroups) {
    TableKey key = new TableKey(tableId, snapshotId);
    Map<String, String> executors;
    synchronized (this) {
      TablePlacement known = tables.get(key);
      if (known != null) {
        return known;
      }
      executors = Map.copyOf(hosts);
    }
    List<String> locations =
        new TreeMap<>(executors)
            .entrySet().stream()
                .map(executor -> location(executor.getKey(), executor.getValue()))
                .toList();
    TablePlacement placed = TablePlacement.of(tableId, rowGroups.get(), locations);
    synchronized (this) {
      if (executors.equals(hosts)) {
        tables.put(key, placed);
      }
    }
    return placed;
  }

  @Override
  public void close() {
    active = null;
  }
}
