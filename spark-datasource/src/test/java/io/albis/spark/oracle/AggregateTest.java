// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.spark.SparkTestSession;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Which aggregates statistics answer, and which Spark computes. Either way, results are right. */
@ExtendWith(SparkTestSession.class)
class AggregateTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("country", Type.string()),
          Field.nullable("price", Type.decimal(12, 2)),
          Field.nullable("ratio", Type.float64()),
          Field.nullable("text", Type.string()),
          Field.nullable("at", Type.timestampWithZone(TimeUnit.MILLIS)),
          Field.nullable("s", Type.struct(Field.nullable("n", Type.int32()))),
          Field.nullable("l", Type.list(Field.nullable("element", Type.int32()))));

  @TempDir static Path directory;

  private static String uri;

  /** Three partitions of 100 rows each: of the countries CH and IT, and of null. */
  @BeforeAll
  static void write() {
    uri = directory.resolve("t").toString();
    String[] countries = {"CH", "IT", null};
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA).partitionBy(Partitioning.identity("country")).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < 300; i++) {
          rows.setLong(0, i);
          if (countries[i / 100] != null) {
            rows.setString(1, countries[i / 100]);
          }
          if (i % 10 != 0) {
            rows.setUnscaledDecimal(2, i * 25L);
          }
          rows.setDouble(3, i == 250 ? Double.NaN : i - 100);
          rows.setString(4, i == 7 ? "a".repeat(80) : "b" + i);
          rows.setLong(5, i * 1_000L);
          if (i % 2 == 0) {
            rows.value(6).beginStruct();
            if (i % 4 == 0) {
              rows.value(6).field(0).setInt(i);
            }
            rows.value(6).endStruct();
          }
          if (i % 3 == 0) {
            rows.value(7).beginList();
            rows.value(7).endList();
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static Dataset<Row> query(SparkSession spark, String select) {
    OracleSession.configure(spark);
    spark.read().format("albis").load(uri).createOrReplaceTempView("t");
    return spark.sql(select);
  }

  private static void assertAnswered(SparkSession spark, String select, String... rows) {
    check(spark, select, true, rows);
  }

  private static void assertComputed(SparkSession spark, String select, String... rows) {
    check(spark, select, false, rows);
  }

  private static void check(SparkSession spark, String select, boolean isAnswered, String... rows) {
    Dataset<Row> query = query(spark, select);
    assertThat(query.collectAsList().stream().map(Row::toString).sorted().toList())
        .as(select)
        .isEqualTo(List.of(rows));
    assertThat(query.queryExecution().executedPlan().toString().contains("LocalTableScan"))
        .as(() -> select + "\n" + query.queryExecution())
        .isEqualTo(isAnswered);
  }

  @Test
  void statisticsHaveCounts(SparkSession spark) {
    assertAnswered(
        spark,
        "select count(*), count(1), count(id), count(price), count(s.n), count(l) from t",
        "[300,300,300,270,75,100]");
  }

  @Test
  void statisticsHaveMinimaAndMaxima(SparkSession spark) {
    assertAnswered(
        spark,
        "select min(id), max(id), min(price), max(price), min(country), max(country), max(s.n)"
            + " from t",
        "[0,299,0.25,74.75,CH,IT,296]");
    assertAnswered(
        spark, "select min(at), max(at) from t", "[1970-01-01T00:00:00Z,1970-01-01T00:04:59Z]");
  }

  @Test
  void statisticsHaveGroupsOfPartitions(SparkSession spark) {
    assertAnswered(
        spark,
        "select country, count(*), min(id), max(ratio) from t group by country",
        "[CH,100,0,-1.0]",
        "[IT,100,100,99.0]",
        "[null,100,200,NaN]");
    assertAnswered(spark, "select country from t group by country", "[CH]", "[IT]", "[null]");
    assertAnswered(spark, "select distinct country from t", "[CH]", "[IT]", "[null]");
    assertAnswered(
        spark,
        "select count(*) c, country from t group by country having count(*) > 5 order by 2 limit 2",
        "[100,CH]",
        "[100,null]");
  }

  @Test
  void statisticsDecideFilters(SparkSession spark) {
    assertAnswered(spark, "select count(*) from t where country = 'IT'", "[100]");
    assertAnswered(spark, "select max(id) from t where country is not null", "[199]");
    assertAnswered(spark, "select min(id) from t where id >= 100", "[100]");
    assertAnswered(spark, "select count(*), min(id) from t where id < 0", "[0,null]");
    assertAnswered(spark, "select country, count(*) from t where id < 0 group by country");
    assertComputed(spark, "select count(*) from t where id < 50", "[50]");
    assertComputed(spark, "select count(*) from t where id % 2 = 0", "[150]");
  }

  @Test
  void nanIsTheGreatestNumber(SparkSession spark) {
    assertAnswered(spark, "select min(ratio), max(ratio) from t", "[-100.0,NaN]");
    assertAnswered(spark, "select max(ratio) from t where country = 'CH'", "[-1.0]");
    // The bound of statistics does not tell 0.0 from -0.0.
    assertComputed(spark, "select min(ratio) from t where country = 'IT'", "[0.0]");
  }

  @Test
  void truncatedBoundsAreNoResults(SparkSession spark) {
    assertComputed(spark, "select min(text) from t", "[" + "a".repeat(80) + "]");
    // Of another row group, the bound is a value, and greater than the truncated one.
    assertAnswered(spark, "select max(text) from t", "[b99]");
    assertAnswered(spark, "select min(text) from t where country = 'IT'", "[b100]");
  }

  @Test
  void sparkComputesTheRest(SparkSession spark) {
    assertComputed(spark, "select sum(id) from t", "[44850]");
    assertComputed(spark, "select count(distinct country) from t", "[2]");
    assertComputed(spark, "select count(s) from t", "[150]");
    assertComputed(spark, "select max(id + 1) from t", "[300]");
    assertComputed(spark, "select count(*) from t group by id % 2", "[150]", "[150]");
    assertComputed(spark, "select count(*) filter (where id > 7) from t", "[292]");
    assertComputed(spark, "select max(id), count(*) from (select * from t limit 10)", "[9,10]");
  }
}
