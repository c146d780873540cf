// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Writes that take vectors of scans instead of rows, and those that cannot. */
@ExtendWith(SparkTestSession.class)
class BatchWriteTest {

  private static final String[] COLUMNS = {
    "id",
    "id % 3 AS small",
    "if(id % 5 = 0, null, concat('n', id % 100)) AS name",
    "CAST(id AS DECIMAL(7, 2)) AS price",
    "CAST(id AS DECIMAL(30, 5)) AS wide",
    "if(id % 7 = 0, null, sequence(0, id % 4)) AS list",
    "named_struct('x', id, 'y', if(id % 2 = 0, null, date_from_unix_date(id))) AS pair"
  };

  private final SparkSession spark;

  private Path directory;

  BatchWriteTest(SparkSession spark) {
    this.spark = spark;
  }

  @BeforeEach
  void createSource(@TempDir Path dir) {
    directory = dir;
    String path = dir.resolve("source").toString();
    spark.range(0, 20_000, 1, 2).selectExpr(COLUMNS).write().parquet(path);
    spark.read().parquet(path).createOrReplaceTempView("source");
  }

  private String table(String name) {
    return "albis.`" + directory.resolve(name) + "`";
  }

  private boolean takesBatches(String statement) {
    List<Row> plan = spark.sql("EXPLAIN " + statement).collectAsList();
    return plan.get(0).getString(0).contains("BatchRows");
  }

  private void requireEqual(String left, String right) {
    Dataset<Row> a = spark.sql(left);
    Dataset<Row> b = spark.sql(right);
    assertThat(a.count()).isEqualTo(b.count()).isPositive();
    assertThat(a.exceptAll(b).count()).isZero();
  }

  @Test
  void copiesATable() {
    spark.sql("CREATE TABLE " + table("t") + " USING albis AS SELECT * FROM source");
    requireEqual("SELECT * FROM source", "SELECT * FROM " + table("t"));

    String insert = "INSERT INTO " + table("t") + " SELECT * FROM source";
    assertThat(takesBatches(insert)).isTrue();
    spark.sql(insert);
    requireEqual(
        "SELECT * FROM source UNION ALL SELECT * FROM source", "SELECT * FROM " + table("t"));

    String overwrite = "INSERT OVERWRITE " + table("t") + " SELECT * FROM source";
    assertThat(takesBatches(overwrite)).isTrue();
    spark.sql(overwrite);
    requireEqual("SELECT * FROM source", "SELECT * FROM " + table("t"));
  }

  @Test
  void copiesColumnsInAnotherOrder() {
    spark.sql("CREATE TABLE " + table("t") + " (a STRING, b BIGINT, c BIGINT) USING albis");
    String insert = "INSERT INTO " + table("t") + " SELECT name, small, small FROM source";
    assertThat(takesBatches(insert)).isTrue();
    spark.sql(insert);
    requireEqual("SELECT name, small, small AS again FROM source", "SELECT * FROM " + table("t"));
  }

  /** The rows of a filter that the scan of Albis evaluates are vectors, too. */
  @Test
  void copiesFilteredRowsOfAlbis() {
    spark.sql("CREATE TABLE " + table("s") + " USING albis AS SELECT * FROM source");
    spark.sql("CREATE TABLE " + table("t") + " USING albis AS SELECT * FROM source LIMIT 0");
    String rows = "SELECT * FROM " + table("s") + " WHERE small = 1 AND name IS NOT NULL";
    assertThat(takesBatches("INSERT INTO " + table("t") + " " + rows)).isTrue();
    spark.sql("INSERT INTO " + table("t") + " " + rows);
    requireEqual(rows, "SELECT * FROM " + table("t"));
  }

  @Test
  void copiesPartitions() {
    spark
        .table("source")
        .write()
        .partitionBy("small")
        .parquet(directory.resolve("parts").toString());
    spark.read().parquet(directory.resolve("parts").toString()).createOrReplaceTempView("parts");
    String insert = "INSERT INTO " + table("t") + " SELECT * FROM parts";
    spark.sql("CREATE TABLE " + table("t") + " USING albis AS SELECT * FROM parts LIMIT 0");
    assertThat(takesBatches(insert)).isTrue();
    spark.sql(insert);
    requireEqual("SELECT * FROM parts", "SELECT * FROM " + table("t"));
  }

  /** Rows that Spark computes, checks, sorts or distributes remain rows. */
  @Test
  void leavesOtherRowsToSpark() {
    String t = table("t");
    spark.sql("CREATE TABLE " + t + " (id BIGINT, name STRING) USING albis");
    assertThat(takesBatches("INSERT INTO " + t + " SELECT id, name FROM source")).isTrue();
    assertThat(takesBatches("INSERT INTO " + t + " SELECT id + 1, name FROM source")).isFalse();
    assertThat(takesBatches("INSERT INTO " + t + " SELECT id, name FROM source WHERE id > 9"))
        .isFalse();
    assertThat(takesBatches("INSERT INTO " + t + " SELECT id, name FROM source ORDER BY name"))
        .isFalse();

    String n = table("n");
    spark.sql("CREATE TABLE " + n + " (id BIGINT NOT NULL, name STRING) USING albis");
    assertThat(takesBatches("INSERT INTO " + n + " SELECT id, name FROM source")).isFalse();

    String p = table("p");
    spark.sql("CREATE TABLE " + p + " (id BIGINT, name STRING) USING albis PARTITIONED BY (name)");
    assertThat(takesBatches("INSERT INTO " + p + " SELECT id, name FROM source")).isFalse();

    String v = table("v");
    spark.sql("CREATE TABLE " + v + " (id BIGINT, name VARCHAR(9)) USING albis");
    assertThat(takesBatches("INSERT INTO " + v + " SELECT id, name FROM source")).isFalse();
  }
}
