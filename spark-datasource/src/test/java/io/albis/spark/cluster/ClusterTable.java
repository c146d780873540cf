// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cluster;

import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.storage.memory.BufferAllocator;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.status.api.v1.ExecutorSummary;
import scala.jdk.javaapi.CollectionConverters;

/** The table of a scenario, and what its executors are asked about. */
final class ClusterTable {

  /** Limit of the off-heap memory of a scan in a task. */
  static final long TASK_MEMORY = 8L << 20;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final SparkSession spark;
  private final Dataset<Row> rows;
  private final long rowCount;
  private final Path markers;

  /**
   * Loads a table.
   *
   * @param markers an own directory of the scenario, which it has in common with the executors
   */
  ClusterTable(SparkSession spark, String uri, long rowCount, Path markers) throws IOException {
    this.spark = spark;
    this.rows = spark.read().format("albis").load(uri);
    this.rowCount = rowCount;
    this.markers = Files.createDirectories(markers);
  }

  SparkSession spark() {
    return spark;
  }

  Dataset<Row> rows() {
    return rows;
  }

  long rowCount() {
    return rowCount;
  }

  /** A directory as text: functions of tasks must be serializable. */
  String markers() {
    return markers.toString();
  }

  /** Creates an empty file; returns false if it exists. */
  static boolean mark(String markers, String name) throws IOException {
    try {
      Files.createFile(Path.of(markers, name));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  static boolean exists(String markers, String name) {
    return Files.exists(Path.of(markers, name));
  }

  /** Waits until a file exists. In a task, until the task is killed at the latest. */
  static void await(String markers, String name) {
    long start = System.nanoTime();
    while (!exists(markers, name)) {
      TaskContext task = TaskContext.get();
      if (task != null) {
        task.killTaskIfInterrupted();
      }
      requirePatience(start, "the file " + name);
      pause();
    }
  }

  private static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
  }

  private static void requirePatience(long start, String what) {
    if (System.nanoTime() - start > PATIENCE_NANOS) {
      throw new IllegalStateException("Still waiting for " + what);
    }
  }

  /** Requires the sums over all rows that a function lets through, which must be all. */
  void requireAllRows(FilterFunction<Row> function) {
    require(rows.filter(function));
  }

  /**
   * Requires that a table has each row once that is written of those that a function lets through.
   */
  void requireWritten(String name, FilterFunction<Row> function) {
    String uri = markers.resolve(name).toString();
    rows.filter(function).write().format("albis").save(uri);
    require(spark.read().format("albis").load(uri));
  }

  /**
   * Requires that a copy of the table has each row once after statements that change half of the
   * rows, and change them back.
   *
   * @param function is called with the ids of changed rows; returns true
   */
  void requireChanged(String name, UDF1<Long, Boolean> function) {
    String uri = markers.resolve(name).toString();
    rows.write().format("albis").save(uri);
    spark.udf().register("survives", function, DataTypes.BooleanType);
    String update = "UPDATE albis.`" + uri + "` SET id = id ";
    spark.sql(update + "+ " + rowCount + " WHERE id % 2 = 0 AND survives(id)");
    long changed = spark.read().format("albis").load(uri).filter("id >= " + rowCount).count();
    if (changed != rowCount / 2) {
      throw new IllegalStateException("Changed " + changed + " rows of " + rowCount);
    }
    spark.sql(update + "- " + rowCount + " WHERE id >= " + rowCount);
    require(spark.read().format("albis").load(uri));
  }

  /**
   * Requires that caches know all scans of a query and only these, and that each part of the table
   * is read by one executor.
   */
  void requirePlans() throws Exception {
    Dataset<Row> ids = rows.select("id");
    Dataset<Row> twice = ids.filter("id >= 0").union(ids.filter("id > -1"));
    reports(() -> ""); // Both have started.
    // Tasks run in an executor before the listener that places data knows it.
    awaitEvents();
    // Tasks do not wait long for their plan, and a new executor may not have loaded its classes.
    requireBoth(twice);
    requireNoPlans();
    Map<String, String> withdrawn = reports(ClusterTable::withdrawnScans);
    LocalityListener localities = new LocalityListener();
    spark.sparkContext().addSparkListener(localities);
    for (int i = 0; i < 3; i++) {
      requireBoth(twice);
    }
    awaitEvents();
    localities.requireAll();
    requireReports("as planned", () -> plansOfExecutor(withdrawn));
  }

  private void requireBoth(Dataset<Row> twice) {
    long sum = twice.selectExpr("sum(id)").first().getLong(0);
    if (sum != rowCount * (rowCount - 1)) {
      throw new IllegalStateException("Found " + sum);
    }
  }

  private void awaitEvents() throws TimeoutException {
    spark
        .sparkContext()
        .listenerBus()
        .waitUntilEmpty(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
  }

  private static String withdrawnScans() {
    return String.valueOf(ColumnCache.shared().statistics().withdrawnScans());
  }

  /** Requires that caches know of no scan after a query, whatever has happened to executors. */
  void requireNoPlans() {
    requireReports("0", ClusterTable::openScans);
  }

  /**
   * Planned scans that have been neither finished nor given back, and what is reserved for them.
   */
  private static String openScans() {
    CacheStatistics cache = ColumnCache.shared().statistics();
    long left = cache.plannedScans() - cache.finishedScans() - cache.withdrawnScans();
    return cache.openPlans() == 0 && cache.reservedBytes() == 0 ? String.valueOf(left) : "plans";
  }

  /**
   * Whether all planned scans are finished.
   *
   * @param withdrawn the scans that were taken back before, by executor
   */
  private static String plansOfExecutor(Map<String, String> withdrawn) {
    CacheStatistics cache = ColumnCache.shared().statistics();
    boolean isExact =
        cache.openPlans() == 0
            && cache.plannedScans() > 0
            && cache.finishedScans() + cache.withdrawnScans() == cache.plannedScans()
            && withdrawnScans().equals(withdrawn.get(SparkEnv.get().executorId()))
            && cache.hits() >= cache.misses();
    return isExact ? "as planned" : cache.toString();
  }

  /** Requires that a query returns each row of the table once. */
  void require(Dataset<Row> query) {
    Row found = query.selectExpr("count(*)", "sum(id)", "count(name)").first();
    String expected =
        "["
            + rowCount
            + ","
            + rowCount * (rowCount - 1) / 2
            + ","
            + (rowCount - (rowCount + 6) / 7)
            + "]";
    if (!found.toString().equals(expected)) {
      throw new IllegalStateException("Found " + found + ", expected " + expected);
    }
  }

  /** The ids of both executors. */
  List<String> executors() {
    return List.copyOf(reports(() -> "").keySet());
  }

  /** Computed by a task. */
  private interface Report extends Serializable {
    String get();
  }

  /** Returns what both executors report, by their ids; waits until there are two. */
  private Map<String, String> reports(Report report) {
    long start = System.nanoTime();
    Map<String, String> reports = new HashMap<>();
    while (reports.size() < 2) {
      requirePatience(start, "both executors: " + reports);
      JavaSparkContext.fromSparkContext(spark.sparkContext())
          .parallelize(IntStream.range(0, 8).boxed().toList(), 8)
          .map(i -> new String[] {SparkEnv.get().executorId(), report.get()})
          .collect()
          .forEach(found -> reports.put(found[0], found[1]));
    }
    return reports;
  }

  /** Requires that both executors report something, after a while. */
  private void requireReports(String expected, Report report) {
    long start = System.nanoTime();
    Map<String, String> found = reports(report);
    while (found.values().stream().anyMatch(one -> !one.equals(expected))) {
      requirePatience(start, "both executors to report " + expected + ": " + found);
      found = reports(report);
    }
  }

  /**
   * Requires that both executors hold no off-heap memory of scans. Tasks that are told to end may
   * take a moment.
   */
  void requireNoMemory() {
    requireReports("{}", () -> BufferAllocator.allocatedByName().toString());
  }

  /**
   * Scans until both executors have a cache that was hit, within Spark's storage memory. One may
   * start late, and Spark does not promise where a split is read.
   */
  void requireCaches() {
    long start = System.nanoTime();
    Map<String, String> caches = reports(ClusterTable::cacheOfExecutor);
    while (caches.values().stream().anyMatch(cache -> !cache.equals("hit"))) {
      requirePatience(start, "caches of both executors: " + caches);
      require(rows);
      caches = reports(ClusterTable::cacheOfExecutor);
    }
    while (shownBytes() == 0) {
      requirePatience(start, "the memory of caches in Spark's user interface");
      pause();
    }
  }

  /** The least storage memory of an executor, as the driver shows it. */
  private long shownBytes() {
    return CollectionConverters.asJava(spark.sparkContext().statusStore().executorList(true))
        .stream()
        .filter(executor -> !executor.id().equals("driver"))
        .mapToLong(ExecutorSummary::memoryUsed)
        .min()
        .orElse(0);
  }

  private static String cacheOfExecutor() {
    CacheStatistics cache = ColumnCache.shared().statistics();
    long storage = SparkEnv.get().memoryManager().offHeapStorageMemoryUsed();
    boolean isBooked = cache.heldBytes() > 0 && cache.heldBytes() <= storage;
    return cache.hits() > 0 && isBooked ? "hit" : storage + " bytes of storage for " + cache;
  }
}
