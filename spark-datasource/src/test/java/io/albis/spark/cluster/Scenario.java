// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cluster;

import io.albis.storage.memory.BufferAllocator;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.CollectionAccumulator;

/** What happens while executors scan or write a table. They must leave no memory behind. */
enum Scenario {

  /** Executors die in the middle of tasks; others take over. */
  KILLED {
    @Override
    void run(ClusterTable table) {
      String markers = table.markers();
      long every = table.rowCount() / 3;
      table.requireAllRows(
          row -> {
            long id = row.getLong(0);
            if (id % every == every / 2 && ClusterTable.mark(markers, "killed-" + id)) {
              Runtime.getRuntime().halt(137);
            }
            return true;
          });
      if (!ClusterTable.exists(markers, "killed-" + every / 2)) {
        throw new IllegalStateException("No executor was killed");
      }
      table.requireNoMemory();
    }
  },

  /** Tasks fail in the middle, and are repeated. */
  FAILED {
    @Override
    void run(ClusterTable table) {
      String markers = table.markers();
      long every = table.rowCount() / 5;
      table.requireAllRows(
          row -> {
            long id = row.getLong(0);
            if (id % every == every / 2 && ClusterTable.mark(markers, "failed-" + id)) {
              throw new IllegalStateException("as planned");
            }
            return true;
          });
      table.requireNoMemory();
    }
  },

  /** Executors die and tasks fail while they write; the table has each row once. */
  WRITTEN {
    @Override
    void run(ClusterTable table) {
      String markers = table.markers();
      long every = table.rowCount() / 5;
      table.requireWritten("written", row -> survives(markers, every, row.getLong(0)));
      requireKilled(markers, every);
      table.requireNoMemory();
    }
  },

  /** Likewise while they change rows. Messages of tasks are serialized by Kryo. */
  CHANGED {
    @Override
    Map<String, String> settings() {
      return Map.of("spark.serializer", "org.apache.spark.serializer.KryoSerializer");
    }

    @Override
    void run(ClusterTable table) {
      String markers = table.markers();
      long every = table.rowCount() / 5;
      table.requireChanged("changed", id -> survives(markers, every, id));
      requireKilled(markers, every);
      table.requireNoMemory();
    }
  },

  /** Job groups are cancelled while their tasks scan, with and without interrupting them. */
  CANCELLED {
    @Override
    void run(ClusterTable table) throws Exception {
      for (boolean interrupts : new boolean[] {true, false}) {
        String markers = table.markers();
        String group = "interrupts-" + interrupts;
        FutureTask<Long> query =
            new FutureTask<>(
                () -> {
                  table.spark().sparkContext().setJobGroup(group, group, interrupts);
                  return table
                      .rows()
                      .filter(
                          (Row row) -> {
                            ClusterTable.mark(markers, "started-" + group);
                            ClusterTable.await(markers, "never");
                            return true;
                          })
                      .count();
                });
        Thread thread = new Thread(query);
        thread.start();
        ClusterTable.await(markers, "started-" + group);
        table.spark().sparkContext().cancelJobGroup(group);
        try {
          throw new IllegalStateException("Not cancelled, but counted " + query.get());
        } catch (ExecutionException e) {
          if (!String.valueOf(e.getCause()).contains("cancelled")) {
            throw e;
          }
        }
        thread.join();
        table.requireNoMemory();
      }
      table.require(table.rows());
    }
  },

  /** A task is slow, so that a second attempt starts elsewhere; the first is then killed. */
  SPECULATED {
    @Override
    Map<String, String> settings() {
      return Map.of(
          "spark.speculation", "true",
          "spark.speculation.interval", "50ms",
          "spark.speculation.quantile", "0.3",
          "spark.speculation.multiplier", "1.1");
    }

    @Override
    void run(ClusterTable table) {
      String markers = table.markers();
      table.requireAllRows(waiting(markers, "read"));
      table.requireWritten("written", waiting(markers, "write"));
      for (String name : List.of("read", "write")) {
        if (!ClusterTable.exists(markers, name + "-second")) {
          throw new IllegalStateException("No second attempt was started: " + name);
        }
      }
      table.requireNoMemory();
    }

    /** Lets the first attempt of a task wait until it is killed. */
    private static FilterFunction<Row> waiting(String markers, String name) {
      return row -> {
        if (row.getLong(0) == 10) {
          boolean isFirst = TaskContext.get().attemptNumber() == 0;
          ClusterTable.mark(markers, name + (isFirst ? "-first" : "-second"));
          if (isFirst) {
            ClusterTable.await(markers, "never");
          }
        }
        return true;
      };
    }
  },

  /** Executors have caches, whose memory is Spark's. */
  CACHED {
    @Override
    Map<String, String> settings() {
      return Map.of(
          "spark.plugins", "io.albis.spark.AlbisPlugin",
          "spark.datasource.albis.cache-size", "16m");
    }

    @Override
    void run(ClusterTable table) {
      table.requireCaches();
    }
  },

  /**
   * Executors know which scans are planned, and each reads the same rows in all of them, also after
   * one was lost in the middle of a query and another has started.
   */
  PLANNED {
    @Override
    Map<String, String> settings() {
      Map<String, String> settings = new HashMap<>(CACHED.settings());
      settings.put("spark.locality.wait", "30s");
      return settings;
    }

    @Override
    void run(ClusterTable table) throws Exception {
      table.requirePlans();
      String markers = table.markers();
      FilterFunction<Row> function =
          row -> {
            if (row.getLong(0) == 10 && ClusterTable.mark(markers, "killed")) {
              Runtime.getRuntime().halt(137);
            }
            return true;
          };
      long count = table.rows().select("id").filter(function).count();
      if (count != table.rowCount()) {
        throw new IllegalStateException("Found " + count + " rows");
      }
      table.requireNoPlans();
      table.requirePlans();
    }
  },

  /** The blocks of cached data frames move away from executors that are decommissioned. */
  DECOMMISSIONED {
    @Override
    Map<String, String> settings() {
      return MovedFrame.settings();
    }

    @Override
    void run(ClusterTable table) throws Exception {
      MovedFrame.requireBlocks(table, StorageLevel.MEMORY_AND_DISK());
      MovedFrame.requireBlocks(table, StorageLevel.MEMORY_ONLY());
    }
  },

  /** Scans, sorts and joins share the memory of Spark; a scan stays within its own limit. */
  BOUNDED {
    @Override
    void run(ClusterTable table) {
      CollectionAccumulator<Long> peaks =
          table.spark().sparkContext().<Long>collectionAccumulator("peaks");
      table.requireAllRows(
          row -> {
            if (row.getLong(0) % 1000 == 0) {
              peaks.add(BufferAllocator.totalAllocatedBytes());
            }
            return true;
          });
      List<Long> found = List.copyOf(peaks.value());
      long peak = found.stream().mapToLong(Long::longValue).max().orElseThrow();
      if (peak == 0 || peak > ClusterTable.TASK_MEMORY) {
        throw new IllegalStateException(
            "Scans held up to " + peak + " bytes (limit: " + ClusterTable.TASK_MEMORY + ")");
      }
      Dataset<Row> sorted =
          table.rows().repartition(2, functions.col("id")).sortWithinPartitions("name");
      table.require(sorted.join(table.rows().select("id"), "id"));
      table.requireNoMemory();
    }
  };

  /** Settings of Spark that the scenario needs. */
  Map<String, String> settings() {
    return Map.of();
  }

  abstract void run(ClusterTable table) throws Exception;

  /** Ends the process at a first row, and fails at four others, once each; or returns true. */
  private static boolean survives(String markers, long every, long id) throws IOException {
    if (id % every == every / 2 && ClusterTable.mark(markers, "ended-" + id)) {
      if (id < every) {
        Runtime.getRuntime().halt(137);
      }
      throw new IllegalStateException("as planned");
    }
    return true;
  }

  private static void requireKilled(String markers, long every) {
    if (!ClusterTable.exists(markers, "ended-" + every / 2)) {
      throw new IllegalStateException("No executor was killed");
    }
  }
}
