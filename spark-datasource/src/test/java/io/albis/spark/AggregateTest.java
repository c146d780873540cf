// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.spark.cache.CacheSession;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkArithmeticException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scans of tables and of cached data frames return groups instead of rows, with the results that
 * Spark computes of the rows.
 */
@ExtendWith(SparkTestSession.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AggregateTest {

  private static final int ROWS = 20_000;
  private static final String CACHED = "cached";

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("b", Type.bool()),
          Field.nullable("i1", Type.int8()),
          Field.nullable("i2", Type.int16()),
          Field.nullable("i4", Type.int32()),
          Field.nullable("i8", Type.int64()),
          Field.nullable("f4", Type.float32()),
          Field.nullable("f8", Type.float64()),
          Field.nullable("n7", Type.decimal(7, 2)),
          Field.nullable("n15", Type.decimal(15, 2)),
          Field.nullable("n38", Type.decimal(38, 4)),
          Field.nullable("d", Type.date()),
          Field.nullable("t", Type.timestampWithZone(TimeUnit.MICROS)),
          Field.nullable("ms", Type.timestampWithZone(TimeUnit.MILLIS)),
          Field.nullable("s", Type.string()),
          Field.nullable("x", Type.binary()),
          Field.required("huge", Type.int64()),
          Field.required("widest", Type.decimal(38, 0)),
          Field.nullable("none", Type.decimal(12, 3)));

  private String table;

  /** Has the cached table: another session has other plans of it. */
  private SparkSession caching;

  @BeforeAll
  void write(@TempDir Path directory, SparkSession spark) {
    write(directory);
    CacheSession.useAlbis(spark);
    caching = spark;
    // In two partitions, and as a plan of which no other query is part.
    Dataset<Row> rows = spark.read().format("albis").load(table).repartition(2).cache();
    rows.createOrReplaceTempView("t");
    assertThat(rows.count()).isEqualTo(ROWS);
  }

  @AfterAll
  static void clear(SparkSession spark) {
    CacheSession.clear(spark);
    CacheSession.useSpark(spark);
  }

  private void write(Path directory) {
    table = directory.resolve("table").toString();
    BigDecimal widest = BigDecimal.TEN.pow(38).subtract(BigDecimal.ONE);
    try (TableWriter writer = TableWriter.create(table, SCHEMA).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 0; id < ROWS; id++) {
          rows.setLong(0, id);
          int value = id * 37 % 101 - 50;
          if (id % 7 != 3) {
            rows.setBoolean(1, id % 3 == 0);
            rows.setByte(2, (byte) value);
            rows.setShort(3, (short) (value * 300));
            rows.setInt(4, value * 40_000_000);
            rows.setLong(5, value * 1_000_000_007L);
            rows.setFloat(6, value == 7 ? Float.NaN : value / 4f);
            rows.setDouble(7, value == 9 ? Double.NaN : value / 8.0);
            rows.setDecimal(8, BigDecimal.valueOf(value * 1000L, 2));
            rows.setDecimal(9, BigDecimal.valueOf(value * 10_000_000_019L, 2));
            rows.setDecimal(10, BigDecimal.valueOf(value, 4).scaleByPowerOfTen(20));
            rows.setInt(11, value);
            rows.setLong(12, value * 86_400_000_000L);
            rows.setLong(13, value * 1000L);
            rows.setString(14, value % 2 == 0 ? "" : "name " + value);
            rows.setBytes(15, ("x" + value).getBytes(StandardCharsets.UTF_8));
          }
          rows.setLong(16, id % 2 == 0 ? Long.MAX_VALUE - id : Long.MIN_VALUE / 3);
          rows.setDecimal(17, widest);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  /** A query of the table, by an option of scans, or of the cached table. */
  private Dataset<Row> query(SparkSession spark, String aggregates, String sql) {
    if (aggregates.equals(CACHED)) {
      for (String setting : List.of("spark.sql.ansi.enabled", "spark.sql.adaptive.enabled")) {
        caching.conf().set(setting, spark.conf().get(setting));
      }
      return caching.sql(sql);
    }
    TestTables.view(spark, table, Map.of("aggregates", aggregates));
    return spark.sql(sql);
  }

  private static boolean isAggregatedInCache(Dataset<Row> query) {
    return query.queryExecution().executedPlan().toString().contains("CachedAggregate");
  }

  /**
   * Runs a query with and without aggregation in the scan, and of the cached table; the results
   * must be the same.
   *
   * @return the query with aggregation in the scan, and that of the cached table
   */
  private List<Dataset<Row>> runs(SparkSession spark, String sql) {
    List<String> expected = rows(query(spark, "false", sql));
    assertThat(expected).isNotEmpty();
    List<Dataset<Row>> queries = new ArrayList<>();
    for (String source : List.of("true", CACHED)) {
      Dataset<Row> query = query(spark, source, sql);
      assertThat(rows(query)).as(source + ": " + sql).isEqualTo(expected);
      queries.add(query);
    }
    return queries;
  }

  private Dataset<Row> run(SparkSession spark, String sql) {
    return runs(spark, sql).get(0);
  }

  private static List<String> rows(Dataset<Row> query) {
    return query.collectAsList().stream().map(Row::toString).sorted().toList();
  }

  private void assertAggregated(SparkSession spark, String sql) {
    List<Dataset<Row>> queries = runs(spark, sql);
    assertThat(Plans.isAggregated(queries.get(0))).as(sql).isTrue();
    assertThat(isAggregatedInCache(queries.get(1))).as(sql).isTrue();
  }

  private void assertLeftToSpark(SparkSession spark, String sql) {
    assertThat(Plans.isAggregated(run(spark, sql))).as(sql).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"i1", "i2", "i4", "i8", "f4", "f8", "n7", "n15", "n38", "none"})
  void aggregatesNumbers(String column, SparkSession spark) {
    String all = "count(*), count(%s), sum(%s), avg(%s), min(%s), max(%s)".replace("%s", column);

    assertAggregated(spark, "select " + all + " from t where id <> 5");
    assertAggregated(spark, "select d, " + all + " from t group by d");
    assertAggregated(spark, "select " + all + " from t where id < 0");
  }

  /** As the sum of charges in query 1 of TPC-H: more digits than 38 are an error. */
  @Test
  void computesWithAllDigits(SparkSession spark) {
    String sql = "select b, sum(n15 * (1 - n15) * (1 + n7)), avg(n38) from t group by b";

    spark.conf().set("spark.sql.ansi.enabled", "true");
    assertAggregated(spark, sql);
    spark.conf().set("spark.sql.ansi.enabled", "false");
    assertLeftToSpark(spark, sql);
  }

  @ParameterizedTest
  @ValueSource(strings = {"b", "d", "t"})
  void comparesOtherValues(String column, SparkSession spark) {
    assertAggregated(
        spark, "select i1, count(%s), min(%s), max(%s) from t group by i1".replace("%s", column));
  }

  @ParameterizedTest
  @ValueSource(strings = {"b", "i1", "i2", "i4", "i8", "n7", "n15", "d", "t", "s", "x"})
  void groupsByColumns(String column, SparkSession spark) {
    assertAggregated(
        spark,
        "select cast(%s as string), count(*), sum(id) from t group by %s".replace("%s", column));
    assertAggregated(
        spark, "select cast(%s as string) from (select distinct %s from t)".replace("%s", column));
  }

  @Test
  void groupsBySeveralColumns(SparkSession spark) {
    assertAggregated(
        spark, "select s, b, d, count(*), sum(n7), max(i4) from t where i8 > 0 group by s, b, d");
  }

  @Test
  void readsOneRowOfEachGroup(SparkSession spark) {
    Dataset<Row> query = run(spark, "select i1, sum(id) from t where s <> '' group by i1");

    assertThat(Plans.isAggregated(query)).isTrue();
    assertThat(Plans.rows(Plans.scan(query))).isLessThan(202);
  }

  @Test
  void computesWithDecimalsAndDoubles(SparkSession spark) {
    assertAggregated(
        spark,
        "select b, sum(n15 * (1 - n7)), sum(n15 * (1 - n7) * (1 + n7)), avg(n7 + n15), sum(n7 - 3),"
            + " min(n7 * n7), sum(cast(i4 as decimal(12, 2)) * 2.5), count(n7 + n15) from t"
            + " where id > 10 group by b");
    assertAggregated(spark, "select sum(f8 * 2.0D + 1.0D), max(f8 - 0.5D) from t where i1 > 9");
  }

  @Test
  void comparesColumnsInConditions(SparkSession spark) {
    assertAggregated(
        spark,
        "select sum(i4) filter (where i1 = i2), count(*) filter (where not i1 < i4) from t"
            + " where id > 3 and i1 <> i8");
  }

  @Test
  void findsColumnsInAnyCase(SparkSession spark) {
    assertAggregated(spark, "SELECT D, SUM(N7), COUNT(I4) FROM t WHERE ID > 3 GROUP BY D");
  }

  @Test
  void computesBeforeItGroups(SparkSession spark) {
    assertAggregated(
        spark,
        "select k, sum(y), count(y) from (select d as k, n7 * 2 as y, id from t) where id > 3"
            + " group by k");
  }

  /** An average of long integers is a sum of doubles. */
  @Test
  void averagesValuesWhoseSumOverflows(SparkSession spark) {
    Dataset<Row> query = query(spark, "true", "select avg(huge) from t where huge > 0");

    assertThat(query.collectAsList().get(0).getDouble(0)).isEqualTo(Long.MAX_VALUE - ROWS / 2.0);
    assertThat(Plans.isAggregated(query)).isTrue();
  }

  @Test
  void failsWhereSparkFailsIfSumsOverflow(SparkSession spark) {
    for (String sql :
        List.of(
            "select sum(huge) from t where id % 2 = 0",
            "select sum(widest) from t", "select sum(widest * id) from t where id > 10")) {
      spark.conf().set("spark.sql.ansi.enabled", "true");
      for (String aggregates : List.of("false", "true", CACHED)) {
        Dataset<Row> query = query(spark, aggregates, sql);
        assertThatThrownBy(query::collectAsList)
            .as(sql)
            .isInstanceOf(SparkArithmeticException.class);
      }
    }
    spark.conf().set("spark.sql.ansi.enabled", "false");
    run(spark, "select sum(huge) from t where id % 2 = 0");
    assertAggregated(
        spark, "select i1, sum(huge), count(huge), avg(n7) from t where id < 900 group by i1");
    assertLeftToSpark(spark, "select b, sum(widest), count(*), max(id) from t group by b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select sum(n38 * n38) from t where id > 3",
        "select min(s) from t where id > 3",
        "select max(ms) from t where id > 3",
        "select f8, count(*) from t group by f8",
        "select n38, count(*) from t group by n38",
        "select try_sum(huge) from t where id > 3",
        "select sum(try_add(i4, i4)) from t where id > 3",
        "select sum(n7 / 2) from t where id > 3",
        "select sum(try_divide(f8, f4)) from t where id > 3",
        "select sum(f4 + f4) from t where id > 3",
        "select sum(pow(f8, 2)) from t where id > 3",
        "select sum(i4) filter (where s = 'a' collate utf8_lcase) from t where id > 3",
        "select sum(case when i1 > 3 then i4 when i1 % i2 > 2 then 1 end) from t where id > 3",
        "select year(d), count(*) from t group by year(d)",
        "select ms, count(*) from t group by ms",
        "select first(i4), count(*) from t where id = 7",
        "select sum(r) > 0 from (select rand(3) as r from t)"
      })
  void leavesOthersToSpark(String sql, SparkSession spark) {
    spark.conf().set("spark.sql.ansi.enabled", "false");

    assertLeftToSpark(spark, sql);
  }

  @Test
  void countsDistinctValues(SparkSession spark) {
    run(spark, "select count(distinct i1), sum(i4), count(*) from t where id > 3");
    run(spark, "select b, count(distinct i1, d), sum(distinct i2) from t group by b");
  }

  @Test
  void aggregatesWithoutAdaptiveExecution(SparkSession spark) {
    spark.conf().set("spark.sql.adaptive.enabled", "false");

    assertAggregated(spark, "select d, sum(n7), avg(i4) from t where s <> '' group by d");
  }

  /** Of frames in one partition, or in partitions by what rows are grouped by. */
  @Test
  void aggregatesCachedRowsWithoutAShuffle(SparkSession spark) {
    String sql = "select d, sum(n7), count(*), max(f8 / 4) from %s where i8 > 3 group by d";
    String distinct = "select distinct d from %s";
    caching.conf().set("spark.sql.adaptive.enabled", "false");
    Dataset<Row> rows = caching.read().format("albis").load(table).filter("id >= 0");
    Dataset<Row> one = rows.coalesce(1).cache();
    one.createOrReplaceTempView("one");
    Dataset<Row> byKey = rows.repartition(3, functions.col("d")).cache();
    byKey.createOrReplaceTempView("byd");
    for (String isAdaptive : List.of("false", "true")) {
      caching.conf().set("spark.sql.adaptive.enabled", isAdaptive);
      for (String frame : List.of("one", "byd")) {
        for (String query : List.of(sql, distinct)) {
          Dataset<Row> cached = caching.sql(query.replace("%s", frame));
          assertThat(rows(cached))
              .as("%s by %s", query, frame)
              .isEqualTo(rows(query(spark, "false", query.replace("%s", "t"))));
          String plan = cached.queryExecution().executedPlan().toString();
          assertThat(plan).contains("CachedAggregate");
          // What is below has cached the frame.
          assertThat(plan.substring(0, plan.indexOf("CachedAggregate"))).doesNotContain("Exchange");
        }
      }
    }
    one.unpersist(true);
    byKey.unpersist(true);
  }

  @Test
  void aggregatesOneSideOfAJoin(SparkSession spark) {
    run(
        spark,
        "select a.i1, a.total, t.id from (select i1, max(id) as total from t where i2 > 3 group by"
            + " i1) a join t on t.id = a.total");
    run(spark, "select id from t where n7 > (select avg(n7) from t where id > 100) and id < 1000");
  }

  /** By default only if the ranges of the keys say that there are not too many groups. */
  @Test
  void leavesManyGroupsToSpark(SparkSession spark) {
    assertThat(Plans.isAggregated(query(spark, "auto", "select i8, count(*) from t group by i8")))
        .isFalse();
    Dataset<Row> query = query(spark, "auto", "select i1, count(*) from t group by i1");
    query.collectAsList();
    assertThat(Plans.isAggregated(query)).isTrue();
  }

  /** Each of many long strings twice, far from each other. */
  @Test
  void startsAgainWhenTheTableOfGroupsIsFull(SparkSession spark, @TempDir Path directory) {
    int names = 6000;
    String uri = directory.resolve("names").toString();
    Schema schema = Schema.of(Field.required("name", Type.string()));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < 2 * names; i++) {
          rows.setString(0, "n".repeat(2000) + i % names);
          rows.endRow();
        }
      }
      writer.commit();
    }
    Dataset<Row> counts = spark.read().format("albis").load(uri).groupBy("name").count();

    assertThat(counts.where("count <> 2").count()).isZero();
    assertThat(counts.collectAsList()).hasSize(names);
    assertThat(Plans.isAggregated(counts)).isTrue();
    assertThat(Plans.rows(Plans.scan(counts))).isGreaterThan(names);
  }

  @Test
  void reportsWhatItHasRead(SparkSession spark) {
    Dataset<Row> query = run(spark, "select i1, sum(id) from t where s <> '' group by i1");

    assertThat(Plans.scan(query).metrics().apply("bytesRead").value()).isPositive();
  }
}
