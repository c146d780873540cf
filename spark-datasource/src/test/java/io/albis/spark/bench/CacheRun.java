// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.Utils;

/** What it costs to build and to read cached data frames of one kind in a session. */
final class CacheRun {

  private static final int COLUMNS = 20;

  private final SparkSession spark;
  private final TaskTimes tasks;
  private final long rows;
  private final int rounds;
  private final boolean isOfStrings;
  private final Map<String, CacheCost> costs = new LinkedHashMap<>();

  /**
   * Creates a run.
   *
   * @param rows of a data frame
   * @param rounds of which the best counts
   * @param isOfStrings whether columns are strings, rather than numbers
   */
  CacheRun(SparkSession spark, TaskTimes tasks, long rows, int rounds, boolean isOfStrings) {
    this.spark = spark;
    this.tasks = tasks;
    this.rows = rows;
    this.rounds = rounds;
    this.isOfStrings = isOfStrings;
  }

  /**
   * A query of a cached data frame.
   *
   * @param condition on its rows; empty if there is none
   * @param key the expression by which rows are grouped; empty if they are not
   * @param columns the aggregates
   */
  private record Query(String name, String condition, String key, String columns) {

    void run(Dataset<Row> frame) {
      Dataset<Row> rows = condition.isEmpty() ? frame : frame.where(condition);
      if (key.isEmpty()) {
        rows.selectExpr(columns.split(", ")).collectAsList();
      } else {
        rows.groupBy(functions.expr(key)).agg(functions.expr(columns)).collectAsList();
      }
    }
  }

  /** Returns the cost of each operation. */
  Map<String, CacheCost> run() throws IOException {
    String path = Utils.createTempDir().toPath().resolve("frame").toString();
    frame().write().parquet(path);
    Dataset<Row> ofFile = spark.read().parquet(path);
    build("of Parquet, ", ofFile);
    ofFile.unpersist(true);
    Dataset<Row> frame = frame();
    build("", frame);
    scan("scan of all 20", frame.select("*"));
    scan("scan of 1", frame.select("c5"));
    for (Query query : isOfStrings ? queriesOfStrings() : queriesOfNumbers()) {
      for (int round = 0; round < rounds; round++) {
        measure(query.name, () -> query.run(frame.toDF()));
      }
    }
    frame.unpersist(true);
    return costs;
  }

  private void build(String kind, Dataset<Row> frame) {
    for (int round = 0; round < rounds; round++) {
      frame.unpersist(true);
      measure(kind + "rows only", () -> frame.write().format("noop").mode("overwrite").save());
      frame.persist(StorageLevel.MEMORY_ONLY());
      measure(kind + "build", () -> frame.toDF().count());
    }
  }

  private void scan(String name, Dataset<Row> frame) {
    frame.queryExecution().executedPlan();
    for (int round = 0; round < rounds; round++) {
      measure(name, () -> CacheScan.run(frame));
    }
  }

  private void measure(String name, Runnable run) {
    String of = (isOfStrings ? "strings" : "numbers") + ": " + name;
    costs.merge(of, CacheCost.of(tasks, run), CacheCost::least);
  }

  private Dataset<Row> frame() {
    String[] columns = new String[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      String value = "(id * " + (2 * i + 7919) + " % " + (100_003 + i) + ")";
      columns[i] = (isOfStrings ? text(i, value) : number(i, value)) + " AS c" + i;
    }
    columns[0] = isOfStrings ? columns[0] : "id AS c0";
    return spark.range(0, rows, 1, 4).selectExpr(columns);
  }

  private static String number(int column, String value) {
    return switch (column % 4) {
      case 0 -> value;
      case 1 -> "CAST(" + value + " AS int)";
      case 2 -> "CAST(" + value + " AS double)";
      default -> "if(id % 16 = 0, null, CAST(" + value + " AS int))";
    };
  }

  /** A quarter of the columns has few values. */
  private static String text(int column, String value) {
    return "'name ' || " + (column % 4 == 3 ? "(id % 1000)" : value);
  }

  private static String all(String function) {
    StringBuilder sums = new StringBuilder();
    for (int i = 0; i < COLUMNS; i++) {
      sums.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, function, "c" + i));
    }
    return sums.toString();
  }

  private List<Query> queriesOfNumbers() {
    String one = "c0 BETWEEN " + rows / 2 + " AND " + rows * 51 / 100;
    return List.of(
        new Query("sums of all 20", "", "", all("sum(%s)")),
        new Query("sum of 1", "", "", "sum(c5)"),
        new Query("sum of 1 with nulls", "", "", "sum(c3)"),
        new Query("count", "", "", "count(1)"),
        new Query("filter of 1 %, pruned", one, "", all("sum(%s)")),
        new Query("filter of 1 %", "c5 < 1000", "", all("sum(%s)")),
        new Query("filter of 50 %", "c5 < 50000", "", "sum(c2)"),
        new Query("groups", "", "c5 % 100", "sum(c2)"));
  }

  private static List<Query> queriesOfStrings() {
    return List.of(
        new Query("lengths of all 20", "", "", all("sum(octet_length(%s))")),
        new Query("length of 1", "", "", "sum(octet_length(c5))"),
        new Query("equal to 1", "c5 = 'name 77'", "", "count(1)"),
        new Query("like", "c5 LIKE '%77'", "", "count(1)"),
        new Query("groups", "", "c3", "count(1)"),
        new Query("greatest", "", "", "max(c5)"));
  }
}
