// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans leave out rows by the keys of joins that are behind shuffles, broadcasts and unions. */
@ExtendWith(SparkTestSession.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DistantKeysTest {

  /** Enough for the keys of filtered tables without an option. */
  private static final int ROWS = 120_000;

  private static final int KEYS = 100;
  private static final int OF_EACH = ROWS / KEYS;

  private static final Schema SALES =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("k", Type.int32()),
          Field.nullable("l", Type.int64()),
          Field.nullable("s", Type.string()));

  /** Static, as Spark copies what a function refers to. */
  private static final AtomicInteger CALLS = new AtomicInteger();

  private String sales;
  private String few;
  private SparkSession spark;

  /** Key 99 is null. No column is clustered. */
  @BeforeAll
  void write(@TempDir Path directory) {
    sales = write(directory.resolve("sales"), ROWS);
    few = write(directory.resolve("few"), ROWS / 2);
  }

  private static String write(Path path, int count) {
    try (TableWriter writer = TableWriter.create(path.toString(), SALES).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 0; id < count; id++) {
          int key = (int) (id * 37L % KEYS);
          rows.setLong(0, id);
          if (key < KEYS - 1) {
            rows.setInt(1, key);
            rows.setLong(2, (long) key << 33);
            rows.setString(3, "name " + key);
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
    return path.toString();
  }

  /** Only what has a hint is broadcast. */
  @BeforeEach
  void views(SparkSession session) {
    spark = session;
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    spark.conf().set("spark.sql.adaptive.autoBroadcastJoinThreshold", "-1");
    load(sales, "auto");
    spark.range(0, ROWS, 2).createOrReplaceTempView("even");
    spark
        .range(0, KEYS)
        .selectExpr(
            "if(id = 3, null, cast(id as int)) as k",
            "shiftleft(id, 33) as l",
            "concat('name ', id) as s",
            "id as x")
        .createOrReplaceTempView("keys");
  }

  private void load(String table, String joinKeys) {
    spark
        .read()
        .format("albis")
        .option("join-keys", joinKeys)
        .load(table)
        .createOrReplaceTempView("sales");
  }

  /** Runs a query with and without keys in the scan; the results must be the same. */
  private Dataset<Row> run(String sql) {
    Dataset<Row> query = spark.sql(sql);
    List<Row> rows = query.collectAsList();
    load(sales, "false");
    Dataset<Row> plain = spark.sql(sql);
    assertThat(rows).isNotEmpty().isEqualTo(plain.collectAsList());
    assertThat(Plans.scanNodes(plain).toString()).doesNotContain("dynamicpruning", "JoinKeys");
    load(sales, "auto");
    return query;
  }

  private static void assertReads(Dataset<Row> query, int keys) {
    assertThat(Plans.rows(Plans.scan(query))).isEqualTo((long) keys * OF_EACH);
    assertThat(Plans.scan(query).scan().description()).contains("JoinKeys: ");
    assertThat(Plans.scan(query).runtimeFilters().isEmpty()).isTrue();
  }

  private static void assertReadsAll(Dataset<Row> query) {
    assertThat(Plans.rows(Plans.scan(query))).isGreaterThanOrEqualTo((KEYS - 1L) * OF_EACH);
    assertThat(query.queryExecution().executedPlan().toString()).doesNotContain("dynamicpruning");
  }

  private static final String SHUFFLED =
      "select /*+ broadcast(keys) */ count(*), sum(sales.id), max(x) from sales join even on"
          + " sales.id = even.id join keys on ";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sales.k = keys.k",
        "sales.l = keys.l",
        "sales.s = keys.s",
        "sales.k = keys.x",
        "sales.s = keys.s and sales.l = keys.l",
        "sales.k = keys.k and sales.k = cast(keys.x as int)"
      })
  void passesBloomFilters(String condition) {
    assertReads(run(SHUFFLED + condition + " where x >= 10 and x < 15"), 5);
  }

  @Test
  void leavesOutNulls() {
    assertReads(run(SHUFFLED + "sales.k = keys.k where x < 5"), 4);
  }

  @Test
  void passesBroadcasts() {
    assertReads(
        run(
            "select /*+ broadcast(sales), broadcast(keys) */ count(*), sum(sales.id), max(x) from"
                + " even join sales on sales.id = even.id join keys on sales.k = keys.k where x"
                + " >= 10 and x < 15"),
        5);
  }

  @Test
  void passesGroups() {
    assertReads(
        run(
            "select /*+ broadcast(keys) */ a.k, n, m, x from (select k, count(*) as n, max(s) as m"
                + " from sales group by k) a join keys on a.k = keys.k where x >= 10 and x < 15"
                + " order by a.k"),
        5);
  }

  @Test
  void passesSemiJoins() {
    assertReads(
        run(
            "select count(*), sum(sales.id) from sales join even on sales.id = even.id where"
                + " sales.s in (select /*+ broadcast(keys) */ s from keys where x < 5)"),
        5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"left join", "left anti join", "left semi join"})
  void passesJoinsThatKeepTheirLeftRows(String join) {
    assertReads(
        run(
            "select /*+ broadcast(keys) */ count(*), sum(a.id) from (select sales.* from sales "
                + join
                + " even on sales.id = even.id + 1) a join keys on a.k = keys.k where x < 10 and x"
                + " > 4"),
        5);
  }

  /** The filter of a broadcast table that reads another one: rows of outer joins remain. */
  @ParameterizedTest
  @ValueSource(strings = {"left join", "left anti join"})
  void readsAllRowsOfOuterJoins(String join) {
    assertReadsAll(
        run(
            "select /*+ broadcast(k) */ count(*), sum(sales.id) from sales join even on sales.id ="
                + " even.id "
                + join
                + " (select * from keys where x < 5) k on sales.k = k.k"));
  }

  /** Values of rand() depend on the rows before, and limits on which rows there are. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select *, rand(5) as r from sales",
        "select *, 0 as r from sales limit 119999",
        "select *, count(*) over () as r from sales"
      })
  void doesNotPassWhatDependsOnOtherRows(String table) {
    assertReadsAll(
        run(
            "select /*+ broadcast(keys) */ count(*), sum(a.r) from ("
                + table
                + ") a join even on a.id = even.id join keys on a.k = keys.k where x < 5"));
  }

  @Test
  void passesUnions() {
    String union = "(select id, k from sales union all select -id, abs(k) from sales)";
    String join = " join keys on a.k = keys.k where x >= 10 and x < 15";
    Dataset<Row> near =
        run("select /*+ broadcast(keys) */ count(*), sum(a.id) from " + union + " a" + join);
    Dataset<Row> far =
        run(
            "select /*+ broadcast(keys) */ count(*), sum(a.id) from (select even.id, k from even"
                + " join "
                + union
                + " u on even.id = abs(u.id)) a"
                + join);

    for (Dataset<Row> query : List.of(near, far)) {
      assertThat(Plans.scanNodes(query)).hasSize(2);
      assertReads(query, 5);
      // The other input computes the key.
      assertThat(Plans.rows(Plans.scanNodes(query).get(1))).isGreaterThanOrEqualTo(99L * OF_EACH);
    }
  }

  /** Two scans of the same rows and columns, one of which is joined by its keys. */
  @Test
  void doesNotExchangeRowsWithKeysForRowsWithout() {
    Dataset<Row> query =
        run(
            "select /*+ broadcast(keys) */ count(*), sum(a.id), sum(b.k) from sales a join sales b"
                + " on a.id = b.id - 100 join keys on a.k = keys.k where x >= 10 and x < 15");

    List<Long> rows = Plans.scanNodes(query).stream().map(Plans::rows).sorted().toList();
    assertThat(rows).containsExactly(5L * OF_EACH, (long) ROWS);
  }

  @Test
  void evaluatesTheTableOfKeysOnce() {
    UDF1<Long, Boolean> isWanted =
        x -> {
          CALLS.incrementAndGet();
          return x >= 10 && x < 15;
        };
    spark.udf().register("wanted", isWanted, DataTypes.BooleanType);

    Dataset<Row> query = spark.sql(SHUFFLED + "sales.k = keys.k where x > 1 and wanted(x)");

    assertThat(query.collectAsList()).hasSize(1);
    assertReads(query, 5);
    assertThat(CALLS.get()).isEqualTo(KEYS - 2);
  }

  @Test
  void dropsThePruningUnlessTheJoinIsABroadcast() {
    Dataset<Row> query =
        run(
            "select count(*), sum(sales.id), max(x) from sales join even on sales.id = even.id join"
                + " keys on sales.k = keys.k where x >= 10 and x < 15");

    assertReadsAll(query);
  }

  @Test
  void ignoresTablesWithoutFilter() {
    assertReadsAll(run(SHUFFLED + "sales.s = keys.s"));
  }

  @Test
  void ignoresScansOfFewRowsUnlessTheOptionIsTrue() {
    String query = SHUFFLED + "sales.k = keys.k where x >= 10 and x < 15";
    load(few, "auto");
    Dataset<Row> plain = spark.sql(query);
    load(few, "true");
    Dataset<Row> pruned = spark.sql(query);

    assertThat(pruned.collectAsList()).isEqualTo(plain.collectAsList());
    assertThat(Plans.scan(plain).scan().description()).doesNotContain("JoinKeys");
    assertThat(Plans.rows(Plans.scan(pruned))).isEqualTo(5L * OF_EACH / 2);
  }

  @Test
  void isOffWithSparksPruning() {
    spark.conf().set("spark.sql.optimizer.dynamicPartitionPruning.enabled", "false");

    assertReadsAll(run(SHUFFLED + "sales.k = keys.k where x >= 10 and x < 15"));
  }

  @Test
  void readsTheSameRowsWithoutAdaptiveExecution() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");

    assertReadsAll(run(SHUFFLED + "sales.k = keys.k where x >= 10 and x < 15"));
  }
}
