// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import org.apache.spark.api.java.function.ForeachPartitionFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * A query of a cached data frame.
 *
 * @param condition on its rows; empty if there is none
 * @param key the expression by which rows are grouped; empty if they are not
 * @param columns the aggregates; of a query of objects, the columns
 * @param isOfObjects whether it makes Java objects of the columns and does nothing with them, as
 *     libraries like {@code spark.ml} read vectors
 */
record CacheQuery(String name, String condition, String key, String columns, boolean isOfObjects) {

  static CacheQuery of(String name, String columns) {
    return new CacheQuery(name, "", "", columns, false);
  }

  static CacheQuery filtered(String name, String condition, String columns) {
    return new CacheQuery(name, condition, "", columns, false);
  }

  static CacheQuery grouped(String name, String key, String columns) {
    return new CacheQuery(name, "", key, columns, false);
  }

  static CacheQuery ofObjects(String name, String columns) {
    return new CacheQuery(name, "", "", columns, true);
  }

  void run(Dataset<Row> frame) {
    Dataset<Row> rows = condition.isEmpty() ? frame : frame.where(condition);
    if (isOfObjects) {
      rows.selectExpr(columns.split(", "))
          .foreachPartition((ForeachPartitionFunction<Row>) all -> all.forEachRemaining(row -> {}));
    } else if (key.isEmpty()) {
      rows.selectExpr(columns.split(", ")).collectAsList();
    } else {
      rows.groupBy(functions.expr(key)).agg(functions.expr(columns)).collectAsList();
    }
  }
}
