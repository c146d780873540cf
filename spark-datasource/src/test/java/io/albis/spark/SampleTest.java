// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Samples of rows. */
@ExtendWith(SparkTestSession.class)
class SampleTest {

  private static final int ROWS = 6000;

  @TempDir Path directory;

  private String uri;
  private Dataset<Row> table;

  @BeforeEach
  void write(SparkSession spark) {
    uri = TestTables.append(directory.resolve("t"), 0, 4000);
    TestTables.append(directory.resolve("t"), 4000, 2000);
    table = spark.read().format("albis").load(uri);
  }

  private static List<Long> ids(Dataset<Row> query) {
    return query.select("id").orderBy("id").collectAsList().stream()
        .map(row -> row.getLong(0))
        .toList();
  }

  private static String plan(Dataset<Row> query) {
    return query.queryExecution().executedPlan().toString();
  }

  @Test
  void dependsOnTheSeedOnly(SparkSession spark) {
    Dataset<Row> sample = table.sample(0.3, 42);
    List<Long> ids = ids(sample);

    assertThat(plan(sample))
        .contains("Sample: Sample[from=0.0, to=0.3, seed=42, unit=ROW]")
        .doesNotContain("Sample 0.0");
    assertThat((double) ids.size() / ROWS).isBetween(0.27, 0.33);
    assertThat(
            ids(spark.read().format("albis").option("split-size", "3k").load(uri).sample(0.3, 42)))
        .isEqualTo(ids);
    assertThat(ids(table.selectExpr("id", "price", "place.x").sample(0.3, 42))).isEqualTo(ids);
    table.createOrReplaceTempView("t");
    assertThat(
            ids(
                table
                    .sparkSession()
                    .sql("SELECT * FROM t TABLESAMPLE (30 PERCENT) REPEATABLE (42)")))
        .isEqualTo(ids);
    assertThat(ids(table.sample(0.3, 43))).isNotEqualTo(ids);
    assertThat(sample.count()).isEqualTo(ids.size());
    assertThat(sample.selectExpr("max(id)").first().getLong(0)).isEqualTo(ids.get(ids.size() - 1));
  }

  @Test
  void isIndependentOfFilters() {
    Dataset<Row> sample = table.sample(0.5, 7);

    assertThat(ids(sample.filter("id >= 1000 and price is not null")))
        .isEqualTo(ids(sample).stream().filter(id -> id >= 1000 && id % 10 != 0).toList());
    assertThat(ids(sample.filter("hash(id) % 2 = 0"))).isSubsetOf(ids(sample)).isNotEmpty();
    assertThat(sample.select("id").limit(20).collectAsList()).hasSize(20);
    assertThat(sample.orderBy("id").limit(20).select("id").collectAsList())
        .extracting(row -> row.getLong(0))
        .isEqualTo(ids(sample).subList(0, 20));
  }

  /** Of a filtered table, and with replacement. */
  @Test
  void leavesOtherSamplesToSpark() {
    Dataset<Row> filtered = table.filter("id >= 3000").sample(0.5, 7);
    assertThat(plan(filtered)).contains("Sample 0.0");
    assertThat((double) filtered.count() / 3000).isBetween(0.4, 0.6);
    Dataset<Row> repeated = table.sample(true, 2.0, 7);
    assertThat(plan(repeated)).contains("Sample 0.0");
    assertThat((double) repeated.count() / ROWS).isBetween(1.8, 2.2);
  }

  @Test
  void dividesRowsAsSparkDoes() {
    List<Long> all = new ArrayList<>();
    for (Dataset<Row> part : table.randomSplit(new double[] {1, 2, 3}, 5)) {
      all.addAll(ids(part));
    }
    assertThat(all).hasSize(ROWS).doesNotHaveDuplicates();
  }

  /** The mean over seeds is as near to the fraction as that of Spark's own samples. */
  @Test
  void hasTheSizeOfSparksSamples() {
    Dataset<Row> ofSpark = table.filter("hash(id) is not null");
    double expected = 0.1 * ROWS;
    double deviation = Math.sqrt(ROWS * 0.1 * 0.9);
    Set<Long> seen = new HashSet<>();
    long own = 0;
    long sparks = 0;
    int seeds = 20;
    for (int seed = 0; seed < seeds; seed++) {
      List<Long> ids = ids(table.sample(0.1, seed));
      seen.addAll(ids);
      own += ids.size();
      sparks += ofSpark.sample(0.1, seed).count();
    }
    double tolerance = 5 * deviation / Math.sqrt(seeds);
    assertThat((double) own / seeds).isBetween(expected - tolerance, expected + tolerance);
    assertThat((double) sparks / seeds).isBetween(expected - tolerance, expected + tolerance);
    assertThat((double) seen.size() / ROWS).isBetween(0.85, 0.91);
  }
}
