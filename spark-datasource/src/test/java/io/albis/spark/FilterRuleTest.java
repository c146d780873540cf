// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Scans evaluate conditions that Spark adds after its pushdown. */
@ExtendWith(SparkTestSession.class)
class FilterRuleTest {

  private static final int ROWS = 1000;

  @TempDir Path directory;

  private Dataset<Row> sql(SparkSession spark, String sql) {
    if (!Files.exists(directory.resolve("t"))) {
      TestTables.append(directory.resolve("t"), 0, ROWS);
    }
    String uri = directory.resolve("t").toString();
    spark.read().format("albis").load(uri).createOrReplaceTempView("t");
    return spark.sql(sql);
  }

  private static boolean filters(Dataset<Row> query) {
    return query.queryExecution().executedPlan().toString().contains("Filter (");
  }

  /** Spark makes the key of the subquery required when it turns it into a join. */
  @Test
  void evaluatesWhatFollowsFromASubquery(SparkSession spark) {
    Dataset<Row> query =
        sql(
            spark,
            "select count(*), sum(id) from t where price >="
                + " (select max(price) from t other where other.name = t.name)");

    // Of ids 0 to 999 each seventh has no name, and each tenth no price.
    long matches = 0;
    long sum = 0;
    for (int id = 0; id < ROWS; id++) {
      if (id % 7 != 0 && id % 10 != 0) {
        matches++;
        sum += id;
      }
    }
    List<Row> rows = query.collectAsList();
    assertThat(rows.get(0).getLong(0)).isEqualTo(matches);
    assertThat(rows.get(0).getLong(1)).isEqualTo(sum);
    for (BatchScanExec scan : Plans.scanNodes(query)) {
      assertThat(scan.scan().description()).contains("name IS NOT NULL");
    }
    String plan = query.queryExecution().executedPlan().toString();
    String executed = plan.substring(0, plan.indexOf("== Initial Plan =="));
    assertThat(executed).doesNotContain("Filter isnotnull(name");
  }

  /** The condition holds for the rows of the limit, not the other way round. */
  @Test
  void leavesConditionsAboveALimit(SparkSession spark) {
    Dataset<Row> query = sql(spark, "select id from (select * from t limit 10) where id % 7 > 4");
    assertThat(query.collectAsList()).extracting(row -> row.getLong(0)).containsExactly(5L, 6L);

    Dataset<Row> exact = sql(spark, "select id from (select * from t limit 10) where id > 7");
    assertThat(exact.collectAsList()).extracting(row -> row.getLong(0)).containsExactly(8L, 9L);
    assertThat(filters(exact)).isTrue();
  }

  @Test
  void leavesConditionsAboveASample(SparkSession spark) {
    String sample = "(select * from t tablesample (50 percent) repeatable (3))";
    List<Row> sampled = sql(spark, "select id from " + sample).collectAsList();
    Dataset<Row> query = sql(spark, "select id from " + sample + " where id >= 500");
    assertThat(query.collectAsList())
        .isEqualTo(sampled.stream().filter(row -> row.getLong(0) >= 500).toList())
        .isNotEmpty();
  }
}
