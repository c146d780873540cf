// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans aggregate the rows of facts before Spark joins them with dimensions. */
@ExtendWith(SparkTestSession.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinedAggregateTest {

  private static final int ROWS = 60_000;
  private static final int NULL_DAYS = 1000;
  private static final int DAYS = 100;
  private static final int STORES = 12;

  private static final Schema FACTS =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("day", Type.int32()),
          Field.nullable("store", Type.int64()),
          Field.nullable("kind", Type.string()),
          Field.nullable("price", Type.decimal(7, 2)),
          Field.nullable("wide", Type.decimal(20, 2)),
          Field.nullable("count", Type.int32()),
          Field.nullable("weight", Type.float64()),
          Field.required("huge", Type.int64()));

  private String facts;

  /** Sorted by day. Some days, stores and kinds are null, or in no dimension. */
  @BeforeAll
  void write(@TempDir Path directory) {
    facts = directory.resolve("facts").toString();
    try (TableWriter writer =
        TableWriter.create(facts, FACTS)
            .sortBy(SortColumn.ascending("day"))
            .rowGroupSize(256 << 10)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 0; id < ROWS; id++) {
          rows.setLong(0, id);
          if (id >= NULL_DAYS) {
            rows.setInt(1, (id - NULL_DAYS) * (DAYS + 5) / (ROWS - NULL_DAYS));
          }
          if (id % 43 != 0) {
            rows.setLong(2, id * 5L % (STORES + 2));
          }
          if (id % 5 != 0) {
            rows.setString(3, "kind " + id % 4);
            rows.setDecimal(4, BigDecimal.valueOf(id * 37L % 99_991 - 50_000, 2));
            rows.setDecimal(5, BigDecimal.valueOf(id, 2).scaleByPowerOfTen(12));
            rows.setInt(6, id % 11 - 3);
            rows.setDouble(7, id % 64 / 8.0);
          }
          rows.setLong(8, id % 2 == 0 ? Long.MAX_VALUE - id : Long.MIN_VALUE + id);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private void facts(SparkSession spark, String aggregates) {
    spark
        .read()
        .format("albis")
        .options(Map.of("aggregates", aggregates))
        .load(facts)
        .createOrReplaceTempView("facts");
  }

  private static void dimensions(SparkSession spark) {
    view(
        spark.range(0, DAYS),
        "days",
        "cast(id as int) as day",
        "cast(id / 30 as int) as month",
        "if(id = 7, null, concat('day ', id % 7)) as name",
        "id % 7 = 3 as is_open");
    view(
        spark.range(0, STORES),
        "stores",
        "id as store",
        "concat('city ', id % 5) as city",
        "id % 3 as region");
    view(spark.range(0, 3), "kinds", "concat('kind ', id) as kind", "cast(id as double) as factor");
    view(spark.range(0, 8), "twice", "id % 4 as store");
  }

  /** Stores rows, so that Spark does not know how columns depend on one another. */
  private static void view(Dataset<Long> ids, String name, String... columns) {
    Dataset<Row> rows = ids.selectExpr(columns);
    rows.sparkSession()
        .createDataFrame(rows.collectAsList(), rows.schema())
        .createOrReplaceTempView(name);
  }

  /** Runs a query with and without aggregates in the scan; the results must be the same. */
  private Dataset<Row> run(SparkSession spark, String sql) {
    dimensions(spark);
    facts(spark, "false");
    List<Row> expected = spark.sql(sql).collectAsList();
    facts(spark, "auto");
    Dataset<Row> query = spark.sql(sql);
    assertThat(query.collectAsList()).isEqualTo(expected);
    assertThat(expected).isNotEmpty();
    return query;
  }

  private static final String STAR =
      " from facts join days on facts.day = days.day join stores on facts.store = stores.store";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select city, month, count(*), count(price), sum(price), avg(price), min(price), max(price)"
            + STAR
            + " group by city, month order by city, month",
        "select city, sum(wide), avg(wide), sum(count), avg(count), max(weight), sum(weight),"
            + " avg(weight)"
            + STAR
            + " group by city order by city",
        "select count(*), sum(price)" + STAR + " where month = 1 and region = 2",
        "select upper(city) as c, name, kind, sum(price + 1), sum(-weight)"
            + STAR
            + " where count > 2 and kind like '%d_1%' group by upper(city), name, kind"
            + " order by c, name, kind",
        "select facts.store + days.month as g, count(*)" + STAR + " group by g order by g",
        "select distinct city, kind" + STAR + " order by city, kind",
        "select city, count(distinct facts.store), sum(price)"
            + STAR
            + " group by city order by city",
        "select facts.store, count(*) from facts left join days on facts.day = days.day"
            + " group by facts.store, is_open order by facts.store, count(*)",
        "select is_open, count(*), min(weight) from days right join facts on facts.day = days.day"
            + " group by is_open order by is_open",
        "select store, sum(price) from facts left semi join twice using (store) group by store"
            + " order by store",
        "select store, sum(price) from facts left anti join twice using (store) group by store"
            + " order by store",
        "select factor, sum(price) from facts join kinds using (kind) group by factor"
            + " order by factor",
        "select city, sum(price) from facts join days on facts.day = days.day left join stores on"
            + " facts.store = stores.store and days.month = stores.region group by"
            + " city order by city"
      })
  void groupsBeforeTheJoin(String sql, SparkSession spark) {
    Dataset<Row> query = run(spark, sql);
    assertThat(Plans.isAggregated(query)).isTrue();
    assertThat(Plans.rows(Plans.scan(query))).isLessThan(ROWS / 4);
  }

  /** Rows are in as many groups as the needed columns of dimensions have values. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // All keys with a match, all others.
        "2; select count(*), sum(price) from facts left semi join stores using (store)",
        // Stores, of days with a match and of others.
        "30; select facts.store, sum(price) from facts join days using (day) group by 1 order by 1",
        // 5 cities, no city, no store; 2 values of is_open, no day.
        "33; select city, is_open, avg(price), count(*) from facts left join days using (day)"
            + " left join stores using (store) group by city, is_open order by city, is_open",
        // 7 names and a null, and 4 months at most for each: with regions and cities of stores.
        "700; select city, month, name, min(price), max(weight) from facts join days using (day)"
            + " join stores using (store) group by city, month, name order by city, month, name",
        // The key itself is needed.
        "107; select facts.day, month, count(*) from facts join days using (day)"
            + " group by facts.day, month order by facts.day"
      })
  void groupsByClassesOfKeys(int groups, String sql, SparkSession spark) {
    Dataset<Row> query = run(spark, sql);
    assertThat(Plans.isAggregated(query)).isTrue();
    int tasks = Plans.scan(query).inputRDD().getNumPartitions();
    assertThat(Plans.rows(Plans.scan(query))).isLessThanOrEqualTo((long) groups * tasks);
  }

  /** A key that no fact can have stands for nothing. */
  @Test
  void keysBeyondTheTypeOfTheColumn(SparkSession spark) {
    spark
        .range(-3, 200)
        .selectExpr("id + if(id % 2 = 0, 0, 1L << 40) as day", "id % 4 as quarter")
        .createOrReplaceTempView("long_days");
    Dataset<Row> query =
        run(
            spark,
            "select quarter, count(*) from facts left join long_days on facts.day = long_days.day"
                + " group by quarter order by quarter");
    assertThat(Plans.isAggregated(query)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select city, region, month, sum(price), count(*), grouping_id()"
            + STAR
            + " group by rollup(city, region, month) order by 1, 2, 3, 6",
        "select city, name, avg(price), sum(if(is_open, count, 0))"
            + STAR
            + " group by cube(city, name) order by 1, 2, grouping_id(city, name)",
        "select kind, facts.store, sum(price), sum(count) from facts"
            + " group by grouping sets ((kind), (facts.store), ()) order by 1, 2",
        "select region, sum(region), count(price)" + STAR + " group by rollup(region) order by 1"
      })
  void groupsBeforeGroupingSets(String sql, SparkSession spark) {
    Dataset<Row> query = run(spark, sql);
    boolean isOfDimension = sql.contains("sum(region)");
    assertThat(Plans.isAggregated(query)).isEqualTo(!isOfDimension);
  }

  private static final String BOTH =
      "(select day, store, price, count as n from facts where id > 9000 union all"
          + " select day, store, price * 2, 1 from facts where kind = 'kind 1') as both";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select city, sum(price), max(price), count(*) from "
            + BOTH
            + " join days using (day) join stores using (store) group by city order by city",
        "select n, sum(price) from (select count as n, price from facts where id > 9000 union all"
            + " select id, price from facts where kind = 'kind 9') group by n order by n",
        "select city, is_open, sum(price), count(n) from "
            + BOTH
            + " join days using (day) left join stores using (store)"
            + " group by rollup(city, is_open) order by 1, 2, 4",
        "select region, sum(if(is_open, price, 0)), count(*) from "
            + BOTH
            + " join days using (day) join stores using (store) group by region order by region"
      })
  void groupsEachInputOfAUnion(String sql, SparkSession spark) {
    Dataset<Row> query = run(spark, sql);
    List<BatchScanExec> scans = Plans.scanNodes(query);
    assertThat(scans).hasSize(2);
    scans.forEach(one -> assertThat(one.scan().description()).contains("Aggregates: "));
  }

  /** A group counts, or not, for an aggregate with a condition on dimensions. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum(case when name = 'day 1' then price end)",
        "sum(case when name = 'day 1' then price else 0 end)",
        "sum(if(name = 'day 1', wide, 0)), sum(if(name = 'day 1', wide, null))",
        "sum(case when name = 'day 1' then count else 0 end)",
        "count(case when is_open then price end), max(if(is_open, weight, null))",
        "avg(price) filter (where is_open and city = 'city 1')",
        "count(*) filter (where name is null), sum(count)",
        "sum(case when name = 'none' then price else 0 end), sum(if(name = 'none', price, null))"
      })
  void guardsGroups(String aggregates, SparkSession spark) {
    Dataset<Row> query =
        run(spark, "select city, " + aggregates + STAR + " group by city order by city");
    assertThat(Plans.isAggregated(query)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Two matches.
        "select sum(price) from facts join twice using (store)",
        // The match depends on more than keys.
        "select sum(price) from facts join days on facts.day = days.day and facts.count > month",
        // Each row is in another group.
        "select max(s) from (select days.month, sum(price) as s from facts join days on facts.day ="
            + " days.day group by days.month, id)",
        // Rows of a group differ.
        "select floor(3 * rand(7)) as r, count(*) from facts join days using (day) group by r"
            + " order by r",
        // Without rows, there is no group.
        "select n, count(*) from (select count as n from facts where id > 9000 union all"
            + " select 77 from facts where kind = 'kind 9') group by n order by n",
        // Of both sides.
        "select sum(price * month) from facts join days using (day)",
        "select sum(if(is_open, price, weight)) from facts join days using (day)",
        "select sum(if(is_open, weight, 0)) from facts join days using (day)",
        "select sum(month) from facts join days using (day)"
      })
  void leavesOthersToSpark(String sql, SparkSession spark) {
    Dataset<Row> query = run(spark, sql);
    assertThat(Plans.isAggregated(query)).isFalse();
  }

  /** Of rows that a join drops, Spark computes nothing. */
  @Test
  void rowsWithoutMatchDoNotFail(SparkSession spark) {
    String sql = "select month, sum(100 / (facts.store - 13)) from facts join days using (day)";
    Dataset<Row> query =
        run(spark, sql + " join stores on facts.store = stores.store group by month order by 1");
    assertThat(Plans.isAggregated(query)).isFalse();
    assertThatThrownBy(() -> spark.sql(sql + " group by month").collectAsList())
        .hasMessageContaining("DIVIDE_BY_ZERO");
  }

  @Test
  void sumsOverflowAsInSpark(SparkSession spark) {
    String sql = "select month, sum(if(is_open, huge, 0))" + STAR + " group by month order by 1";
    dimensions(spark);
    facts(spark, "auto");
    assertThatThrownBy(() -> spark.sql(sql).collectAsList()).hasMessageContaining("OVERFLOW");
    spark.conf().set("spark.sql.ansi.enabled", "false");
    try {
      assertThat(Plans.scan(run(spark, sql)).scan().description()).contains("Aggregates: ");
    } finally {
      spark.conf().unset("spark.sql.ansi.enabled");
    }
  }

  /** The scan of groups plans no tasks for row groups that dynamic pruning would skip. */
  @Test
  void prunesRowGroupsByKeys(SparkSession spark) {
    Dataset<Row> query =
        run(
            spark,
            "select city, sum(price)"
                + STAR
                + " where month = 3 and name > 'a' group by city order by city");
    assertThat(Plans.isAggregated(query)).isTrue();
    assertThat(Plans.scan(query).runtimeFilters().isEmpty()).isTrue();
  }
}
