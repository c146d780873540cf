// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scans leave out rows that a join would drop, by the keys that Spark broadcasts for the join. */
@ExtendWith(SparkTestSession.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinKeysTest {

  private static final int ROWS = 60_000;

  /** Of each key, nulls included. */
  private static final int KEYS = 100;

  private static final long DAY_MICROS = 86_400_000_000L;

  private static final Schema FACTS =
      Schema.of(
          Field.nullable("b", Type.int8()),
          Field.nullable("i", Type.int32()),
          Field.nullable("l", Type.int64()),
          Field.nullable("s", Type.string()),
          Field.nullable("d", Type.date()),
          Field.nullable("t", Type.timestampWithZone(TimeUnit.MICROS)),
          Field.nullable("n", Type.decimal(10, 2)),
          Field.required("id", Type.int64()));

  private String facts;

  /** Key k is in row r if (r * 37) % 100 = k; key 99 is null. No column is clustered. */
  @BeforeAll
  void write(@TempDir Path directory) {
    facts = directory.resolve("facts").toString();
    try (TableWriter writer = TableWriter.create(facts, FACTS).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 0; id < ROWS; id++) {
          long key = id * 37L % KEYS;
          if (key < KEYS - 1) {
            rows.setByte(0, (byte) (key - 50));
            rows.setInt(1, (int) key - 50);
            rows.setLong(2, (key - 50) << 33);
            rows.setString(3, "name " + key);
            rows.setInt(4, (int) key);
            rows.setLong(5, key * DAY_MICROS);
            rows.setDecimal(6, BigDecimal.valueOf(key, 2));
          }
          rows.setLong(7, id);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private void views(SparkSession spark) {
    // So that a scan returns the rows that it has not left out.
    spark
        .read()
        .format("albis")
        .option("aggregates", "false")
        .load(facts)
        .createOrReplaceTempView("facts");
    spark
        .range(0, KEYS)
        .selectExpr(
            "id as k",
            "cast(id - 50 as tinyint) as b",
            "if(id = 7, null, cast(id - 50 as int)) as i",
            "shiftleft(id - 50, 33) as l",
            "concat('name ', id) as s",
            "date_add(date'1970-01-01', cast(id as int)) as d",
            "timestamp_micros(id * 86400000000) as t",
            "cast(id / 100 as decimal(10, 2)) as n")
        .createOrReplaceTempView("keys");
  }

  /** Runs a query with and without broadcasts; the results must be the same. */
  private Dataset<Row> run(SparkSession spark, String sql) {
    views(spark);
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    List<Row> expected = spark.sql(sql).collectAsList();
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "10MB");
    Dataset<Row> query = spark.sql(sql);
    assertThat(query.collectAsList()).isEqualTo(expected);
    assertThat(expected).isNotEmpty();
    return query;
  }

  @ParameterizedTest
  @CsvSource({"b", "i", "l", "s", "d", "t", "n"})
  void leavesOutRowsWithoutKey(String column, SparkSession spark) {
    Dataset<Row> query =
        run(
            spark,
            "select count(*), sum(id), max(k) from facts join keys on facts.%s = keys.%s where k < 5"
                .formatted(column, column));

    assertThat(query.collectAsList().get(0).getLong(0)).isEqualTo(5 * ROWS / KEYS);
    assertThat(Plans.rows(Plans.scan(query))).isEqualTo(5 * ROWS / KEYS);
    assertThat(Plans.scan(query).scan().description()).contains("JoinKeys: [" + column + "]");
  }

  private static void assertReadsKeys(Dataset<Row> query, int keys) {
    assertThat(Plans.rows(Plans.scan(query))).isEqualTo((long) keys * ROWS / KEYS);
  }

  /** Both sides read the same rows of the facts, by the keys of equal broadcasts. */
  @Test
  void keepsExchangesEqualSoThatSparkReusesThem(SparkSession spark) {
    Dataset<Row> query =
        run(
            spark,
            "with sums as (select facts.i as g, sum(id) as total from facts join keys on facts.i ="
                + " keys.i where k < 5 group by facts.i)"
                + " select a.g, a.total, b.total from sums a join sums b on a.g = b.g + 1 order by"
                + " a.g");

    assertThat(query.queryExecution().executedPlan().toString())
        .containsPattern("ShuffleQueryStage \\d+\\s+[: ]*\\+- ReusedExchange");
    assertThat(Plans.scan(query).scan().description()).contains("JoinKeys: [i]");
  }

  @Test
  void convertsTheColumnToWiderIntegers(SparkSession spark) {
    assertReadsKeys(
        run(
            spark,
            "select count(*), sum(id) from facts join (select cast(k - 50 as bigint) as x from keys"
                + " where k < 10) on facts.i = x"),
        10);
  }

  /** Spark makes one number of the two. */
  @Test
  void unpacksKeysOfTwoIntegers(SparkSession spark) {
    assertReadsKeys(
        run(
            spark,
            "select count(*), sum(id) from facts join keys on facts.i = keys.i and facts.b = keys.b"
                + " where k between 45 and 54"),
        10);
  }

  @Test
  void usesEachOfSeveralKeys(SparkSession spark) {
    Dataset<Row> query =
        run(
            spark,
            "select count(*), sum(id) from facts join keys on facts.s = keys.s and facts.l = keys.l"
                + " where k < 10");

    assertReadsKeys(query, 10);
    assertThat(Plans.scan(query).scan().description()).contains("JoinKeys: [s, l]");
  }

  @Test
  void usesTheKeysOfAllJoins(SparkSession spark) {
    Dataset<Row> query =
        run(
            spark,
            "select count(*), sum(f.id) from facts f join keys a on f.i = a.i join keys c on f.d ="
                + " c.d where a.k < 20 and c.k >= 10 and c.k < 30");

    assertReadsKeys(query, 10);
  }

  @Test
  void followsProjections(SparkSession spark) {
    assertReadsKeys(
        run(
            spark,
            "select count(*), sum(y) from (select i as x, id * 2 as y from facts where id >= 0)"
                + " join keys on x = keys.i where k < 10"),
        9);
  }

  @Test
  void findsColumnsInAnyCase(SparkSession spark) {
    assertReadsKeys(
        run(spark, "SELECT COUNT(*), SUM(ID) FROM facts f JOIN keys k ON F.S = K.S WHERE K < 10"),
        10);
  }

  @Test
  void filtersSemiJoins(SparkSession spark) {
    assertReadsKeys(
        run(
            spark,
            "select count(*), sum(id) from facts where s in (select s from keys where k < 4)"),
        4);
  }

  @Test
  void readsAllRowsOfOuterJoins(SparkSession spark) {
    for (String join : List.of("left join", "left anti join")) {
      Dataset<Row> query =
          run(
              spark,
              "select count(*), sum(id) from facts %s (select * from keys where k < 4) k on facts.s = k.s"
                  .formatted(join));

      assertReadsKeys(query, KEYS);
    }
  }

  @Test
  void readsAllRowsForNotIn(SparkSession spark) {
    Dataset<Row> query =
        run(
            spark,
            "select count(*), sum(id) from facts where s not in (select s from keys where k < 4)");

    assertReadsKeys(query, KEYS);
  }

  /** An inner join above an outer one, whose rows are those of the scan. */
  @Test
  void passesOuterJoinsOnTheWay(SparkSession spark) {
    Dataset<Row> query =
        run(
            spark,
            "select count(*), sum(id), count(o.k) from facts left join (select * from keys where k"
                + " < 4) o on facts.s = o.s join keys on facts.d = keys.d where keys.k < 10");

    assertReadsKeys(query, 10);
  }

  /** The values of rand() depend on the number of the row. */
  @Test
  void doesNotPassRandomValues(SparkSession spark) {
    Dataset<Row> query =
        run(
            spark,
            "select count(*), sum(id), round(sum(r), 6) from (select i, id, rand(5) as r from"
                + " facts) join keys using (i) where k < 10");

    assertReadsKeys(query, KEYS);
  }

  @Test
  void readsNothingWithoutKeys(SparkSession spark) {
    Dataset<Row> query =
        run(spark, "select count(*) from facts join keys on facts.s = keys.s where k + 0 > 1000");

    assertThat(query.collectAsList().get(0).getLong(0)).isZero();
  }

  /** Rows of which nearly all have a key are not tested further. */
  @Test
  void readsRowsOfWhichMostHaveKeys(SparkSession spark) {
    Dataset<Row> query =
        run(
            spark,
            "select count(*), sum(id) from facts join keys on facts.s = keys.s where k <> 3");

    assertThat(Plans.rows(Plans.scan(query))).isBetween(98L * ROWS / KEYS, (long) ROWS);
  }

  /** Each append has a row group, whose bounds tell the driver that none of its rows has a key. */
  @Test
  void plansNoTasksForRowGroupsWithoutKeys(SparkSession spark, @TempDir Path directory) {
    String uri = "";
    for (int first = 0; first < 800; first += 100) {
      uri = TestTables.append(directory.resolve("appended"), first, 100);
    }
    spark
        .read()
        .format("albis")
        .option("min-split-size", 1)
        .option("split-size", 1)
        .load(uri)
        .createOrReplaceTempView("appended");
    spark.range(0, 10).selectExpr("id * 3 + 390 AS id").createOrReplaceTempView("few");

    Dataset<Row> query =
        run(spark, "SELECT count(*), sum(price) FROM appended JOIN few USING (id)");

    assertThat(query.first().getLong(0)).isEqualTo(10);
    assertThat(Plans.scan(query).inputPartitions().size()).isEqualTo(2);
    assertThat(Plans.scan(query).metrics().apply("rowGroupsSkipped").value()).isEqualTo(6);
    assertThat(Plans.scan(query).metrics().apply("rowGroupsRead").value()).isEqualTo(2);
  }

  @Test
  void readsTheSameRowsWithoutAdaptiveExecution(SparkSession spark) {
    spark.conf().set("spark.sql.adaptive.enabled", "false");

    Dataset<Row> query =
        run(spark, "select count(*), sum(id) from facts join keys on facts.s = keys.s where k < 9");

    assertReadsKeys(query, KEYS - 1);
  }
}
