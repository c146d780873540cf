// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.Utils;

/** What it costs to build and to read cached data frames of one kind in a session. */
final class CacheRun {

  private final SparkSession spark;
  private final TaskTimes tasks;
  private final CacheData data;
  private final long rows;
  private final int rounds;
  private final Map<String, CacheCost> costs = new LinkedHashMap<>();

  /**
   * Creates a run.
   *
   * @param rows of a data frame
   * @param rounds of which the best counts
   */
  CacheRun(SparkSession spark, TaskTimes tasks, CacheData data, long rows, int rounds) {
    this.spark = spark;
    this.tasks = tasks;
    this.data = data;
    this.rows = rows;
    this.rounds = rounds;
  }

  /** Returns the cost of each operation, for each row. */
  Map<String, CacheCost> run() throws IOException {
    String path = Utils.createTempDir().toPath().resolve("frame").toString();
    Dataset<Row> frame = data.frame(spark, rows);
    frame.write().parquet(path);
    Dataset<Row> ofFile = spark.read().parquet(path);
    build(" of Parquet", ofFile);
    ofFile.unpersist(true);
    build("", frame);
    data.scans().forEach((name, columns) -> scan(name, frame, columns));
    for (CacheQuery query : data.queries(rows)) {
      for (int round = 0; round < rounds; round++) {
        measure(": " + query.name(), () -> query.run(frame.toDF()));
      }
    }
    frame.unpersist(true);
    costs.replaceAll((name, cost) -> cost.per(rows));
    return costs;
  }

  private void build(String kind, Dataset<Row> frame) {
    for (int round = 0; round < rounds; round++) {
      frame.unpersist(true);
      measure(kind + ": rows only", () -> frame.write().format("noop").mode("overwrite").save());
      frame.persist(StorageLevel.MEMORY_ONLY());
      measure(kind + ": build", () -> frame.toDF().count());
    }
  }

  private void scan(String name, Dataset<Row> frame, List<String> columns) {
    Dataset<Row> selected = frame.selectExpr(columns.toArray(String[]::new));
    selected.queryExecution().executedPlan();
    for (int round = 0; round < rounds; round++) {
      measure(": " + name, () -> CacheScan.run(selected));
    }
  }

  private void measure(String name, Runnable run) {
    costs.merge(data + name, CacheCost.of(tasks, run), CacheCost::least);
  }
}
