// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.spark.internal.source.OpenDatasets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random statements of two sessions against a list of rows in memory. While a statement of one
 * session reads rows, a whole statement of the other one runs. The table must then be as if they
 * had run one after the other, or the first one must fail and leave nothing. Snapshots that have
 * expired are refused, all others keep their rows.
 */
@ExtendWith(SparkTestSession.class)
class ConcurrentStatementsTest {

  /** Pairs of statements of a random history. */
  private static final int PAIRS = Integer.getInteger("albis.changes", 12);

  private static final long IDS = 120;

  /**
   * In place of a statement: expiry by a clock that is hours ahead, as none is younger than that.
   */
  private static final String EXPIRE = "EXPIRE ";

  @TempDir Path directory;

  private String uri;
  private String name;
  private Random random;

  /** What each snapshot must contain. */
  private final Map<Long, State> states = new TreeMap<>();

  private final Set<Long> expired = new TreeSet<>();
  private int expiries;

  /**
   * A row.
   *
   * @param more values of columns that were added
   */
  private record Item(long id, Long k, String name, SortedMap<String, Integer> more) {
    @Override
    public String toString() {
      return id + " " + k + " " + name + " " + more;
    }
  }

  /**
   * The table.
   *
   * @param defaults of columns that were added, by name
   */
  private record State(SortedMap<String, Integer> defaults, List<Item> rows) {

    State withRows(Stream<Item> other) {
      return new State(defaults, other.toList());
    }

    /** Changes the columns, in the same way as the values of each row. */
    State withColumns(UnaryOperator<SortedMap<String, Integer>> change) {
      return new State(
          change.apply(new TreeMap<>(defaults)),
          rows.stream()
              .map(row -> new Item(row.id, row.k, row.name, change.apply(new TreeMap<>(row.more))))
              .toList());
    }
  }

  /**
   * A statement.
   *
   * @param sql on the table {@code TARGET}
   * @param effect on the table
   */
  private record Statement(String sql, UnaryOperator<State> effect) {}

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
  private Statement statement(String id, State now) {
    Condition where = condition(id);
    long from = random.nextLong(IDS);
    long count = 1 + random.nextLong(10);
    String range = "FROM range(" + from + ", " + (from + count) + ")";
    String mark = "s" + random.nextInt(1000);
    return switch (random.nextInt(13)) {
      case 0, 1 ->
          new Statement(
              "INSERT INTO TARGET (id, k, name) SELECT " + id + ", id % 3, '" + mark + "' " + range,
              state ->
                  state.withRows(
                      Stream.concat(
                          state.rows.stream(),
                          LongStream.range(from, from + count)
                              .mapToObj(i -> new Item(i, i % 3, mark, state.defaults)))));
      case 2 ->
          new Statement(
              "DELETE FROM TARGET WHERE " + where.sql,
              state -> state.withRows(state.rows.stream().filter(row -> !where.test.test(row.id))));
      case 3, 4 ->
          new Statement(
              "UPDATE TARGET SET name = concat(name, '" + mark + "'), k = k + 1 WHERE " + where.sql,
              state ->
                  state.withRows(
                      state.rows.stream()
                          .map(
                              row ->
                                  where.test.test(row.id)
                                      ? new Item(row.id, row.k + 1, row.name + mark, row.more)
                                      : row)));
      case 5, 6 ->
          new Statement(
              "MERGE INTO TARGET t USING (SELECT id, id % 3 AS k, '"
                  + mark
                  + "' AS name "
                  + range
                  + ") s ON t.id = s.id WHEN MATCHED AND "
                  + id.replace("id", "s.id")
                  + " % 5 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET name = s.name"
                  + " WHEN NOT MATCHED THEN INSERT (id, k, name) VALUES (s.id, s.k, s.name)",
              state -> state.withRows(merged(state, from, count, mark).stream()));
      case 7 -> new Statement("CALL albis.merge_row_groups('" + uri + "')", state -> state);
      case 8 -> new Statement("CALL albis.optimize('" + uri + "')", state -> state);
      case 9 -> {
        List<Long> snapshots = List.copyOf(states.keySet());
        long snapshot = snapshots.get(random.nextInt(snapshots.size()));
        yield new Statement(
            "CALL albis.rollback('" + uri + "', '" + snapshot + "')",
            state -> states.get(snapshot));
      }
      case 10 -> new Statement(EXPIRE + (1 + random.nextInt(4)), state -> state);
      default -> evolution(now);
    };
  }

  /** Returns a random change of columns. */
  private Statement evolution(State now) {
    String column = "c" + random.nextInt(1000);
    String present = now.defaults.isEmpty() ? null : now.defaults.lastKey();
    int choice = random.nextInt(4);
    if (choice == 0) {
      return new Statement("ALTER TABLE TARGET ALTER COLUMN name FIRST", state -> state);
    } else if (choice == 1 || present == null) {
      int value = random.nextInt(100);
      return new Statement(
          "ALTER TABLE TARGET ADD COLUMN " + column + " INT DEFAULT " + value,
          state ->
              state.withColumns(
                  columns -> {
                    columns.put(column, value);
                    return columns;
                  }));
    } else if (choice == 2) {
      return new Statement(
          "ALTER TABLE TARGET DROP COLUMN " + present,
          state -> state.withColumns(columns -> columns.headMap(present)));
    }
    return new Statement(
        "ALTER TABLE TARGET RENAME COLUMN " + present + " TO " + column,
        state ->
            state.withColumns(
                columns -> {
                  columns.put(column, columns.remove(present));
                  return columns;
                }));
  }

  private static List<Item> merged(State state, long from, long count, String mark) {
    List<Item> result = new ArrayList<>();
    for (Item row : state.rows) {
      boolean isMatched = row.id >= from && row.id < from + count;
      if (!isMatched) {
        result.add(row);
      } else if (row.id % 5 != 0) {
        result.add(new Item(row.id, row.k, mark, row.more));
      }
    }
    LongStream.range(from, from + count)
        .filter(i -> state.rows.stream().noneMatch(row -> row.id == i))
        .forEach(i -> result.add(new Item(i, i % 3, mark, state.defaults)));
    return result;
  }

  private void run(SparkSession session, Statement statement) {
    if (statement.sql.startsWith(EXPIRE)) {
      expire(Integer.parseInt(statement.sql.substring(EXPIRE.length())));
    } else {
      session.sql(statement.sql.replace("TARGET", name));
    }
  }

  private void expire(int keep) {
    try (TableMaintenance table = LaterMaintenance.open(uri, Duration.ofHours(++expiries))) {
      expired.addAll(table.expire(Duration.ZERO, keep).snapshotIds());
    }
    states.keySet().removeAll(expired);
    assertThat(snapshots()).containsAll(states.keySet());
    assertThat(states).isNotEmpty();
  }

  private List<Long> snapshots() {
    try (Table table = Table.open(uri)) {
      return table.snapshots().stream().map(SnapshotInfo::id).toList();
    }
  }

  private List<String> read(SparkSession spark, String version, State expected) {
    List<String> columns = List.copyOf(expected.defaults.keySet());
    Dataset<Row> table = spark.sql("SELECT * FROM " + name + version);
    assertThat(table.columns()).hasSize(3 + columns.size());
    List<String> all = new ArrayList<>(List.of("id", "k", "name"));
    all.addAll(columns);
    return table.selectExpr(all.toArray(String[]::new)).collectAsList().stream()
        .map(
            row -> {
              SortedMap<String, Integer> more = new TreeMap<>();
              columns.forEach(column -> more.put(column, row.getAs(column)));
              return new Item(row.getLong(0), row.getLong(1), row.getString(2), more).toString();
            })
        .sorted()
        .toList();
  }

  private void record(State state) {
    try (Table table = Table.open(uri)) {
      states.put(table.snapshot().id(), state);
    }
  }

  private void readAll(SparkSession spark) {
    states.forEach(
        (snapshot, state) ->
            assertThat(read(spark, " VERSION AS OF " + snapshot, state))
                .as("snapshot " + snapshot)
                .isEqualTo(sorted(state)));
  }

  private static List<String> sorted(State state) {
    return state.rows.stream().map(Item::toString).sorted().toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " PARTITIONED BY (k)"})
  void areAsIfOneRanAfterTheOther(String clauses, SparkSession spark) throws Exception {
    random = new Random(Long.getLong("albis.seed", 2));
    uri = directory.resolve("t").toString();
    name = "albis.`" + uri + "`";
    SparkSession other = spark.newSession();
    Meanwhile.register(spark, DataTypes.LongType);
    spark.range(0, 60, 1, 3).selectExpr("id", "id % 3 AS k", "'s' AS name").createTempView("first");
    spark.sql("CREATE TABLE " + name + clauses + " AS SELECT * FROM first");
    spark.catalog().dropTempView("first");
    SortedMap<String, Integer> none = new TreeMap<>();
    State now =
        new State(
            none, LongStream.range(0, 60).mapToObj(i -> new Item(i, i % 3, "s", none)).toList());
    record(now);
    int committed = 0;
    int refused = 0;
    for (int i = 0; i < PAIRS; i++) {
      Statement first = statement("meanwhile(id)", now);
      Statement second = statement("id", now);
      String pair = first.sql + " while " + second.sql;
      State before = now;
      Meanwhile.ACTION.set(
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
      boolean isAlone = Meanwhile.ACTION.getAndSet(null) != null;
      now = isAlone ? before : second.effect.apply(before);
      // A statement that finds nothing to change in its snapshot counts as the first of the two.
      if (isCommitted && !first.effect.apply(before).equals(before)) {
        now = first.effect.apply(now);
        record(now);
      }
      committed += !isAlone && isCommitted ? 1 : 0;
      refused += isCommitted ? 0 : 1;
      assertThat(isAlone && !isCommitted).as(pair).isFalse();
      assertThat(read(spark, "", now)).as(pair).isEqualTo(sorted(now));
    }
    assertThat(committed).as("pairs that both committed").isPositive();
    assertThat(refused).as("statements that were refused").isPositive();
    readAll(spark);
    expire(2);
    readAll(spark);
    OpenDatasets.closeIdle(); // Snapshots that are open can be read.
    assertThat(expired).isNotEmpty();
    for (long snapshot : expired) {
      assertThatThrownBy(() -> spark.sql("SELECT * FROM " + name + " VERSION AS OF " + snapshot))
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining("Cannot open snapshot " + snapshot)
          .hasMessageContaining("it has expired");
    }
  }
}
