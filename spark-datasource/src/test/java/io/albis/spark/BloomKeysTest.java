// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.tests.FaultyStorageProvider;
import io.albis.writer.BatchWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows that joins shuffle or broadcast are tested by Bloom filters of the keys of the other side.
 */
@ExtendWith(SparkTestSession.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BloomKeysTest {

  /** Enough rows without an option, and four of each order. */
  private static final int ITEMS = 1_200_000;

  private static final int ORDERS = ITEMS / 4;

  /** Keys of orders that the filter of most queries selects. */
  private static final int FEW = ORDERS / 100;

  /** Calls of a storage between two that fail. */
  private static final int EVERY = 4;

  private static final String FILTER = " and orders.x < " + FEW;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("k", Type.int64()),
          Field.required("i", Type.int32()),
          Field.nullable("d", Type.decimal(12, 2)),
          Field.required("s", Type.string()),
          Field.required("x", Type.int64()),
          Field.required("y", Type.int64()));

  private static final String THRESHOLD =
      "spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold";

  private static final String CREATION_THRESHOLD =
      "spark.sql.optimizer.runtime.bloomFilter.creationSideThreshold";

  /** Static, as Spark copies what a function refers to. */
  private static final AtomicInteger CALLS = new AtomicInteger();

  private Path directory;
  private SparkSession spark;

  @BeforeAll
  void write(@TempDir Path temporary) {
    directory = temporary;
    write("items", ITEMS, ITEMS);
    write("orders", ORDERS, ORDERS);
    write("few", ITEMS / 4, ORDERS);
  }

  /** The key {@code i % ORDERS} is stored in all types; decimals of each seventh key are null. */
  private void write(String name, int count, int batch) {
    String uri = directory.resolve(name).toString();
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).open()) {
      try (BatchWriter rows = writer.newBatchWriter()) {
        for (int first = 0; first < count; first += batch) {
          write(rows, first, batch);
        }
      }
      writer.commit();
    }
  }

  private static void write(BatchWriter rows, int first, int count) {
    long[] keys = LongStream.range(first, first + count).map(i -> i % ORDERS).toArray();
    boolean[] nulls = new boolean[count];
    IntStream.range(0, count).forEach(i -> nulls[i] = keys[i] % 7 == 0);
    rows.column(0).setLongs(keys);
    rows.column(1).setInts(LongStream.of(keys).mapToInt(key -> (int) key).toArray());
    rows.column(2).setUnscaledDecimals(keys);
    rows.column(2).setNulls(nulls);
    rows.column(3)
        .setStrings(LongStream.of(keys).mapToObj(key -> "name " + key).toArray(String[]::new));
    rows.column(4).setLongs(keys);
    rows.column(5).setLongs(LongStream.range(first, first + count).toArray());
    rows.endBatch(count);
  }

  /** Only what has a hint is broadcast. */
  @BeforeEach
  void views(SparkSession session) {
    spark = session;
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    spark.conf().set("spark.sql.adaptive.autoBroadcastJoinThreshold", "-1");
    load("items", "items", "auto");
    load("orders", "orders", "auto");
  }

  private void load(String view, String table, String joinKeys) {
    load(view, "", table, joinKeys);
  }

  private void load(String view, String scheme, String table, String joinKeys) {
    spark
        .read()
        .format("albis")
        .option("join-keys", joinKeys)
        .load(scheme + directory.resolve(table))
        .createOrReplaceTempView(view);
  }

  /** Runs a query with and without Bloom filters; the results must be the same. */
  private Dataset<Row> run(String sql) {
    spark.conf().set("spark.sql.optimizer.runtime.bloomFilter.enabled", "false");
    Dataset<Row> plain = spark.sql(sql);
    List<Row> expected = plain.collectAsList();
    assertThat(expected).isNotEmpty();
    assertThat(rowsLeft(plain)).isEmpty();
    spark.conf().set("spark.sql.optimizer.runtime.bloomFilter.enabled", "true");
    Dataset<Row> query = spark.sql(sql);
    assertThat(query.collectAsList()).isEqualTo(expected);
    return query;
  }

  /** The rows that each test of keys left, from left to right. */
  private static List<Long> rowsLeft(Dataset<Row> query) {
    return Plans.nodes(query).stream()
        .filter(FilterExec.class::isInstance)
        .filter(node -> ((FilterExec) node).condition().toString().contains("might_contain"))
        .map(BloomKeysTest::rows)
        .toList();
  }

  private static long rows(SparkPlan node) {
    return node.metrics().apply("numOutputRows").value();
  }

  /** Some rows without a key may pass a Bloom filter. */
  private static void assertTests(Dataset<Row> query, long rows) {
    assertThat(rowsLeft(query))
        .singleElement()
        .satisfies(left -> assertThat(left).isBetween(rows, rows + ITEMS / 50));
  }

  private static final String JOIN =
      "select count(*), sum(items.y), max(orders.y) from items join orders on ";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "items.k = orders.k",
        "items.i = orders.i",
        "items.s = orders.s",
        "items.i = orders.k",
        "items.k = orders.i",
        "items.k = orders.k and items.s <= orders.s"
      })
  void testsKeysOfAllTypes(String condition) {
    assertTests(run(JOIN + condition + FILTER), 4L * FEW);
  }

  @Test
  void leavesOutNulls() {
    assertTests(run(JOIN + "items.d = orders.d" + FILTER), 4L * (FEW - (FEW + 6) / 7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"left join", "left anti join", "left semi join"})
  void testsRowsThatJoinsFromTheLeftDoNotKeep(String join) {
    assertTests(
        run(
            "select count(*), sum(o.y) from (select * from orders where x < "
                + FEW
                + ") o "
                + join
                + " items on items.k = o.k and items.y % 3 = 0"),
        4L * FEW / 3);
  }

  @Test
  void testsRowsWhoseExistenceIsAsked() {
    assertTests(
        run(
            "select count(*), sum(o.y) from (select * from orders where x < "
                + FEW
                + ") o where o.y = 7 or exists (select 1 from items where items.k = o.k and items.y"
                + " % 3 = 0)"),
        4L * FEW / 3);
  }

  /** What is broadcast is tested as what is shuffled: it is sent to one process, and to all. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "items join o on items.k = o.k",
        "o join items on items.k = o.k",
        "o left join items on items.k = o.k",
        "o left semi join items on items.k = o.k",
        "o left anti join items on items.k = o.k",
        "items right join o on items.k = o.k"
      })
  void testsRowsThatAreBroadcast(String join) {
    String query =
        "with o as (select * from orders where x < "
            + FEW
            + ") select /*+ broadcast(items) */ count(*), sum(o.y) from ";
    assertTests(run(query + join), 4L * FEW);
  }

  /** The first table is read in parts by each of two joins, or once for both. */
  @Test
  void ignoresScansWhoseExchangeMayBeReused() {
    String join =
        "select count(*), sum(a.k) from orders join items a on a.k = orders.k join items b on b.k ="
            + " orders.k";
    assertThat(rowsLeft(run(join + " where orders.x < 10"))).isEmpty();
    assertThat(rowsLeft(run(join + " and b.x >= 0 where orders.x < 10"))).hasSize(2);
  }

  /** Each of two tables that are broadcast would be read for the keys of the other one. */
  @Test
  void endsIfKeysDependOnEachOther() {
    load("items", "items", "true");
    load("orders", "orders", "true");
    String side =
        "(select /*+ broadcast(%1$s) */ orders.k as a, %1$s.k as b from orders join items %1$s on"
            + " orders.x = %1$s.x where orders.x < %2$d and %1$s.y < %3$d)";
    run(
        "select count(*), sum(l.a) from "
            + side.formatted("u", FEW, ITEMS - 1)
            + " l join "
            + side.formatted("v", FEW / 2, ITEMS - 2)
            + " r on l.b = r.a and l.a = r.b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"left join", "left anti join", "full join"})
  void keepsRowsOfOuterJoins(String join) {
    Dataset<Row> query =
        run(
            "select count(*), sum(items.y) from items "
                + join
                + " (select * from orders where x < "
                + FEW
                + ") o on items.k = o.k");

    assertThat(rowsLeft(query)).isEmpty();
  }

  @Test
  void testsRowsBelowOtherOperators() {
    assertTests(
        run(
            "select count(*), sum(n), max(orders.y) from (select k + 0 as c, k as l, count(*) as n"
                + " from items group by k) a join orders on a.l = orders.k"
                + FILTER),
        4L * FEW);
  }

  /** The keys are among those of the table below; what is above is not evaluated twice. */
  @Test
  void takesKeysFromBelowOtherOperators() {
    UDF1<Long, Long> plusOne =
        x -> {
          CALLS.incrementAndGet();
          return x + 1;
        };
    spark.udf().register("plusOne", plusOne, DataTypes.LongType);
    CALLS.set(0);

    Dataset<Row> query =
        spark.sql(
            "select count(*), sum(items.y), max(p) from items join (select k as l, max(plusOne(y))"
                + " as p from orders where x < "
                + FEW
                + " and plusOne(y) > 5 group by k) o on items.k = o.l");

    assertThat(query.collectAsList().get(0).getLong(0)).isEqualTo(4L * (FEW - 5));
    assertTests(query, 4L * FEW);
    assertThat(CALLS.get()).isEqualTo(FEW + FEW - 5);
  }

  /** Only orders that are joined with what is broadcast have a key; that is computed once. */
  @Test
  void reusesWhatIsBroadcast() {
    UDF1<Long, Boolean> isWanted =
        x -> {
          CALLS.incrementAndGet();
          return x % 10 == 0;
        };
    spark.udf().register("wanted", isWanted, DataTypes.BooleanType);
    spark.range(0, 2 * FEW).createOrReplaceTempView("numbers");
    CALLS.set(0);

    Dataset<Row> query =
        spark.sql(
            "select /*+ broadcast(n) */ count(*), sum(items.y) from orders join (select * from"
                + " numbers where id > 0 and wanted(id)) n on orders.x = n.id join items on"
                + " items.k = orders.k where orders.x < "
                + FEW);

    assertThat(query.collectAsList().get(0).getLong(0)).isEqualTo(4L * (FEW / 10 - 1));
    assertTests(query, 4L * (FEW / 10 - 1));
    // Spark also tests the orders that are left.
    assertThat(CALLS.get()).isEqualTo(2 * FEW - 1 + FEW / 10 - 1);
  }

  /** Spark knows that the result is empty before it reads the items, or after that. */
  @Test
  void selectsNoRowIfThereAreNoKeys() {
    Dataset<Row> query = run(JOIN + "items.k = orders.k and orders.x < 3 and orders.y > 7");

    assertThat(rowsLeft(query)).allMatch(left -> left == 0);
    assertThat(query.collectAsList().get(0).getLong(0)).isZero();
  }

  @Test
  void readsNoOtherColumnsForTheKeys() {
    Dataset<Row> query = run(JOIN + "items.k = orders.k" + FILTER);

    assertThat(query.queryExecution().executedPlan().toString())
        .containsPattern("Subquery[\\s\\S]*orders\\[k#[0-9]+L] ")
        .containsPattern("orders\\[k#[0-9]+L, y#[0-9]+L] ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " and orders.x >= 0", " and orders.x < " + ORDERS / 4 * 3})
  void ignoresKeysThatRuleOutFew(String filter) {
    assertThat(rowsLeft(run(JOIN + "items.k = orders.k" + filter))).isEmpty();
  }

  @Test
  void ignoresScansOfFewRowsUnlessTheOptionIsTrue() {
    load("items", "few", "auto");
    assertThat(rowsLeft(run(JOIN + "items.k = orders.k" + FILTER))).isEmpty();
    load("items", "few", "true");
    assertTests(run(JOIN + "items.k = orders.k" + FILTER), FEW);
  }

  /** Spark plans its own for conditions that it evaluates, and large scans. */
  @Test
  void testsKeysOnceIfSparkDoes() {
    spark.conf().set(THRESHOLD, "0");
    spark.conf().set(CREATION_THRESHOLD, "1g");
    try {
      String sql = JOIN + "items.k = orders.k and hash(orders.y) % 2 = 0";
      Dataset<Row> plain = spark.sql(sql);
      plain.collectAsList();
      assertThat(rowsLeft(plain)).as(plain.queryExecution().executedPlan().toString()).hasSize(1);

      Dataset<Row> both = spark.sql(sql + FILTER);
      both.collectAsList();
      assertThat(rowsLeft(both)).as(both.queryExecution().executedPlan().toString()).hasSize(1);
    } finally {
      spark.conf().unset(THRESHOLD);
      spark.conf().unset(CREATION_THRESHOLD);
    }
  }

  /** A query ends when a call of the storage of the keys fails, and all after it. */
  @Test
  void endsIfTheStorageOfTheKeysFails() {
    String sql = JOIN + "items.k = orders.k" + FILTER;
    List<Row> expected = run(sql).collectAsList();
    load("orders", "faulty:", "orders", "auto");
    int failures = 0;
    int calls = 0;
    boolean isDead = true;
    while (isDead) {
      Throwable failure = null;
      FaultyStorageProvider.dieAfter(calls, false);
      try {
        assertThat(spark.sql(sql).collectAsList()).isEqualTo(expected);
      } catch (Exception | Error e) {
        failure = e;
      } finally {
        isDead = FaultyStorageProvider.revive();
      }
      if (failure != null) {
        assertThat(failure).hasStackTraceContaining("injected");
        failures++;
      }
      calls += EVERY;
    }
    assertThat(failures).isGreaterThan(1);
  }

  @Test
  void isOffWithTheOption() {
    load("items", "items", "false");

    assertThat(rowsLeft(run(JOIN + "items.k = orders.k" + FILTER))).isEmpty();
  }
}
