// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.CommitConflictException;
import io.albis.reader.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random statements of two sessions against a list of rows in memory. While a statement of one
 * session reads rows, a whole statement of the other one runs. The table must then be as if they
 * had run one after the other, or the first one must fail and leave nothing.
 */
@ExtendWith(SparkTestSession.class)
class ConcurrentStatementsTest {

  /** Pairs of statements of a random history. */
  private static final int PAIRS = Integer.getInteger("albis.changes", 12);

  private static final long IDS = 120;

  private static final AtomicReference<Runnable> MEANWHILE = new AtomicReference<>();

  @TempDir Path directory;

  private String uri;
  private String name;
  private Random random;
  private final Map<Long, List<Item>> states = new TreeMap<>();

  private record Item(long id, Long k, String name) {
    @Override
    public String toString() {
      return id + " " + k + " " + name;
    }
  }

  /**
   * A statement.
   *
   * @param sql on the table {@code TARGET}
   * @param effect on the rows of the table
   */
  private record Statement(String sql, UnaryOperator<List<Item>> effect) {}

  /** A condition on ids, in SQL and in Java. */
  private record Condition(String sql, LongPredicate test) {}

  private Condition condition(String id) {
    long value = random.nextLong(IDS);
    long length = 1 + random.nextLong(30);
    return switch (random.nextInt(3)) {
      case 0 -> new Condition(id + " % 7 = " + value % 7, i -> i % 7 == value % 7);
      case 1 -> new Condition(id + " = " + value, i -> i == value);
      default ->
          new Condition(
              id + " >= " + value + " AND id < " + (value + length),
              i -> i >= value && i < value + length);
    };
  }

  /**
   * Returns a random statement.
   *
   * @param id the column, or a function that returns its values
   */
  private Statement statement(String id) {
    Condition where = condition(id);
    long from = random.nextLong(IDS);
    long count = 1 + random.nextLong(10);
    String range = "FROM range(" + from + ", " + (from + count) + ")";
    String mark = "s" + random.nextInt(1000);
    return switch (random.nextInt(8)) {
      case 0, 1 ->
          new Statement(
              "INSERT INTO TARGET SELECT " + id + ", id % 3, '" + mark + "' " + range,
              rows ->
                  Stream.concat(
                          rows.stream(),
                          LongStream.range(from, from + count)
                              .mapToObj(i -> new Item(i, i % 3, mark)))
                      .toList());
      case 2 ->
          new Statement(
              "DELETE FROM TARGET WHERE " + where.sql,
              rows -> rows.stream().filter(row -> !where.test.test(row.id)).toList());
      case 3, 4 ->
          new Statement(
              "UPDATE TARGET SET name = concat(name, '" + mark + "'), k = k + 1 WHERE " + where.sql,
              rows ->
                  rows.stream()
                      .map(
                          row ->
                              where.test.test(row.id)
                                  ? new Item(row.id, row.k + 1, row.name + mark)
                                  : row)
                      .toList());
      case 5, 6 ->
          new Statement(
              "MERGE INTO TARGET t USING (SELECT id, id % 3 AS k, '"
                  + mark
                  + "' AS name "
                  + range
                  + ") s ON t.id = s.id WHEN MATCHED AND "
                  + id.replace("id", "s.id")
                  + " % 5 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET name = s.name"
                  + " WHEN NOT MATCHED THEN INSERT *",
              rows -> merged(rows, from, count, mark));
      default ->
          random.nextBoolean()
              ? new Statement("CALL albis.merge_row_groups('" + uri + "')", rows -> rows)
              : new Statement("CALL albis.optimize('" + uri + "')", rows -> rows);
    };
  }

  private static List<Item> merged(List<Item> rows, long from, long count, String mark) {
    List<Item> result = new ArrayList<>();
    for (Item row : rows) {
      boolean isMatched = row.id >= from && row.id < from + count;
      if (!isMatched) {
        result.add(row);
      } else if (row.id % 5 != 0) {
        result.add(new Item(row.id, row.k, mark));
      }
    }
    LongStream.range(from, from + count)
        .filter(i -> rows.stream().noneMatch(row -> row.id == i))
        .forEach(i -> result.add(new Item(i, i % 3, mark)));
    return result;
  }

  private void run(SparkSession session, Statement statement) {
    session.sql(statement.sql.replace("TARGET", name));
  }

  private static void meanwhile(SparkSession spark) {
    UDF1<Long, Long> function =
        value -> {
          Runnable next = MEANWHILE.getAndSet(null);
          if (next != null) {
            CompletableFuture.runAsync(next).join(); // Spark refuses statements in its tasks
          }
          return value;
        };
    spark.udf().register("meanwhile", function, DataTypes.LongType);
  }

  private List<String> read(SparkSession spark, String version) {
    return spark.sql("SELECT * FROM " + name + version).collectAsList().stream()
        .map(row -> new Item(row.getLong(0), row.getLong(1), row.getString(2)).toString())
        .sorted()
        .toList();
  }

  private void record(List<Item> rows) {
    try (Table table = Table.open(uri)) {
      states.put(table.snapshot().id(), rows);
    }
  }

  private static List<String> sorted(List<Item> rows) {
    return rows.stream().map(Item::toString).sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " PARTITIONED BY (k)"})
  void areAsIfOneRanAfterTheOther(String clauses, SparkSession spark) throws Exception {
    random = new Random(Long.getLong("albis.seed", 7));
    uri = directory.resolve("t").toString();
    name = "albis.`" + uri + "`";
    SparkSession other = spark.newSession();
    meanwhile(spark);
    spark.range(0, 60, 1, 3).selectExpr("id", "id % 3 AS k", "'s' AS name").createTempView("first");
    spark.sql("CREATE TABLE " + name + clauses + " AS SELECT * FROM first");
    spark.catalog().dropTempView("first");
    List<Item> rows = LongStream.range(0, 60).mapToObj(i -> new Item(i, i % 3, "s")).toList();
    record(rows);
    int committed = 0;
    int refused = 0;
    for (int i = 0; i < PAIRS; i++) {
      Statement first = statement("meanwhile(id)");
      Statement second = statement("id");
      String pair = first.sql + " while " + second.sql;
      List<Item> before = rows;
      MEANWHILE.set(
          () -> {
            run(other, second);
            record(second.effect.apply(before));
          });
      boolean isCommitted = true;
      try {
        run(spark, first);
      } catch (CommitConflictException e) {
        isCommitted = false;
      }
      boolean isAlone = MEANWHILE.getAndSet(null) != null;
      rows = isAlone ? before : second.effect.apply(before);
      // A statement that finds nothing to change in its snapshot counts as the first of the two.
      if (isCommitted && !first.effect.apply(before).equals(before)) {
        rows = first.effect.apply(rows);
        record(rows);
      }
      committed += !isAlone && isCommitted ? 1 : 0;
      refused += isCommitted ? 0 : 1;
      assertThat(isAlone && !isCommitted).as(pair).isFalse();
      assertThat(read(spark, "")).as(pair).isEqualTo(sorted(rows));
    }
    assertThat(committed).as("pairs that both committed").isPositive();
    assertThat(refused).as("statements that were refused").isPositive();
    states.forEach(
        (snapshot, state) ->
            assertThat(read(spark, " VERSION AS OF " + snapshot)).isEqualTo(sorted(state)));
  }
}
