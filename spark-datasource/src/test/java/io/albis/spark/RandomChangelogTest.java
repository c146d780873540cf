// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.Table;
import io.albis.spark.internal.source.OpenDatasets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of tables: the changes between any two snapshots, applied to the rows of the
 * first, give the rows of the second; those that need an expired one are refused. {@code
 * -Dalbis.seeds} sets their number, {@code -Dalbis.ranges} the pairs of snapshots of each, {@code
 * -Dalbis.seed} repeats one.
 */
@ExtendWith(SparkTestSession.class)
class RandomChangelogTest {

  private static final int STATEMENTS = 16;
  private static final int RANGES = Integer.getInteger("albis.ranges", 4);

  @TempDir Path directory;

  private Random random;
  private SparkSession spark;

  private int expiries;
  private int filteredRows;

  /** The columns that were added to the first ones, and their defaults in SQL. */
  private final Map<String, String> added = new HashMap<>();

  static LongStream seeds() {
    Long one = Long.getLong("albis.seed");
    return one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong("albis.seeds", 4));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void givesTheRowsOfTheSecondSnapshot(long seed, SparkSession session) {
    random = new Random(seed);
    spark = session;
    spark.conf().set("spark.sql.catalog.lake", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.lake.warehouse", directory.toString());
    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    // Splits and tasks of a few rows.
    spark.conf().set("spark.datasource.albis.compared-rows", Integer.toString(3 + number(40)));
    spark.conf().set("spark.datasource.albis.split-size", "2k");
    String partitions = random.nextBoolean() ? "" : " PARTITIONED BY (k)";
    spark.sql(
        "CREATE TABLE lake.t (id BIGINT, k INT, name STRING, score DOUBLE, tags ARRAY<STRING>,"
            + " place STRUCT<x: INT, y: STRING>)"
            + partitions);
    for (int i = 0; i < STATEMENTS; i++) {
      change();
    }

    long last = version();
    long oldest = oldest();
    for (int i = 0; i < RANGES; i++) {
      long from = oldest + number((int) (last - oldest));
      long to = from + 1 + number((int) (last - from));
      check(from, to, "dropCarryovers");
      check(from, to, "netChanges");
      checkFiltered(from, to, random.nextBoolean() ? "dropCarryovers" : "netChanges");
    }
    assertThat(filteredRows).isPositive();
    for (long from = 1; from < oldest; from++) {
      refuse(from, last);
    }
  }

  /** Requires that an expired snapshot, and the changes since then, are refused. */
  private void refuse(long from, long to) {
    assertThatThrownBy(() -> spark.sql("SELECT * FROM lake.t VERSION AS OF " + from))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot open snapshot " + from)
        .hasMessageContaining("it has expired");
    String changes = "CHANGES FROM VERSION " + from + " EXCLUSIVE TO VERSION " + to;
    for (String mode : List.of("dropCarryovers", "netChanges")) {
      String with = " WITH (deduplicationMode = '" + mode + "')";
      assertThatThrownBy(() -> spark.sql("SELECT * FROM lake.t " + changes + with).collect())
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining("has expired")
          .hasMessageContaining("and of all later ones can be read");
    }
  }

  private int number(int bound) {
    return random.nextInt(bound);
  }

  private long version() {
    try (Table table = Table.open(directory.resolve("t").toString())) {
      return table.snapshot().id();
    }
  }

  private long oldest() {
    try (Table table = Table.open(directory.resolve("t").toString())) {
      return table.snapshots().get(0).id();
    }
  }

  private void expire() {
    try (TableMaintenance table =
        LaterMaintenance.open(directory.resolve("t").toString(), Duration.ofHours(++expiries))) {
      table.expire(Duration.ZERO, 2 + number(8));
    }
    // Snapshots that are open can be read.
    OpenDatasets.closeIdle();
  }

  /** Changes the table in a random way. Some rows occur several times. */
  private void change() {
    String where = " WHERE id % " + (2 + number(5)) + " = 1";
    switch (number(15)) {
      case 0, 1, 2 -> spark.sql("INSERT INTO lake.t " + rows(1 + number(60)));
      case 3, 4 -> spark.sql("DELETE FROM lake.t" + where);
      case 5 -> spark.sql("DELETE FROM lake.t WHERE k = " + number(4));
      case 6 -> spark.sql("UPDATE lake.t SET name = concat(name, 'u'), k = (k + 1) % 4" + where);
      case 7 ->
          spark.sql(
              "MERGE INTO lake.t USING (SELECT DISTINCT id, 'm' || id AS name FROM range("
                  + (20 + number(40))
                  + ")) s ON t.id = s.id WHEN MATCHED AND t.id % 2 = 0 THEN DELETE WHEN MATCHED"
                  + " THEN UPDATE SET name = s.name WHEN NOT MATCHED THEN INSERT (id, k, name)"
                  + " VALUES (s.id, 1, s.name)");
      case 8 -> spark.sql("INSERT OVERWRITE lake.t " + rows(1 + number(40)));
      case 9 -> spark.sql("CALL lake.optimize('t')");
      case 10, 11 -> spark.sql("CALL lake.merge_row_groups('t')");
      case 12 -> addColumn();
      case 13 -> expire();
      default -> {
        try (TableMaintenance table = TableMaintenance.open(directory.resolve("t").toString())) {
          table.rollback(Math.max(oldest(), version() - 2L));
        }
        // A rollback also restores the columns of the snapshot.
        added.keySet().retainAll(List.of(spark.table("lake.t").columns()));
      }
    }
  }

  private void addColumn() {
    String name = "c" + version();
    String value = random.nextBoolean() ? "NULL" : Integer.toString(number(9));
    spark.sql("ALTER TABLE lake.t ADD COLUMN " + name + " INT DEFAULT " + value);
    added.put(name, value);
  }

  private String rows(int count) {
    String more =
        added.keySet().stream()
            .sorted()
            .map(column -> ", if(id % 2 = 0, null, id) AS " + column)
            .collect(Collectors.joining());
    return "BY NAME SELECT id % 50 AS id, CAST(id % 4 AS INT) AS k, 'n' || id % 50 AS name,"
        + " if(id % 7 = 0, null, id % 50 / 3D) AS score, array('a', CAST(id % 3 AS STRING)) AS"
        + " tags, named_struct('x', CAST(id % 5 AS INT), 'y', 'p') AS place"
        + more
        + " FROM range("
        + number(50)
        + ", "
        + (50 + count)
        + ")";
  }

  private void check(long from, long to, String mode) {
    String columns = String.join(", ", columns(to));
    Map<String, Integer> rows = new HashMap<>();
    spark
        .sql("SELECT " + text(filled(from, to)) + " FROM lake.t VERSION AS OF " + from)
        .collectAsList()
        .forEach(row -> rows.merge(row.getString(0), 1, Integer::sum));
    List<Row> changes =
        spark
            .sql(
                "SELECT "
                    + text(columns)
                    + ", _change_type, _commit_version FROM lake.t CHANGES FROM VERSION "
                    + from
                    + " EXCLUSIVE TO VERSION "
                    + to
                    + " WITH (deduplicationMode = '"
                    + mode
                    + "') ORDER BY _commit_version, _change_type")
            .collectAsList();
    Map<String, Integer> signs = new HashMap<>();
    for (Row change : changes) {
      boolean isInsert = change.getString(1).equals("insert");
      assertThat(change.getLong(2)).isBetween(from + 1, to);
      rows.merge(change.getString(0), isInsert ? 1 : -1, Integer::sum);
      assertThat(rows.get(change.getString(0))).as("rows of %s", change).isNotNegative();
      // No snapshot both deletes and inserts the same row.
      int sign = isInsert ? 1 : -1;
      assertThat(signs.merge(change.getLong(2) + change.getString(0), sign, Math::max))
          .isEqualTo(sign);
    }
    rows.values().removeIf(count -> count == 0);

    Map<String, Integer> expected = new HashMap<>();
    spark
        .sql("SELECT " + text(columns) + " FROM lake.t VERSION AS OF " + to)
        .collectAsList()
        .forEach(row -> expected.merge(row.getString(0), 1, Integer::sum));
    assertThat(rows).as("changes from %s to %s (%s)", from, to, mode).isEqualTo(expected);
  }

  /** Conditions are pushed down; those among the columns of the result are not. */
  private void checkFiltered(long from, long to, String mode) {
    String where =
        switch (number(12)) {
          case 0 -> "id = " + number(50);
          case 1 -> "id >= " + number(110);
          case 2 -> "k = " + number(4) + " AND score > " + number(20);
          case 3 -> "name LIKE 'n1%' OR id IN (3, 17, 40)";
          case 4 -> "score IS NULL";
          case 5 -> "_change_type = 'delete' AND id < " + number(50);
          case 6 -> "_commit_version < " + to + " AND NOT k <=> " + number(4);
          case 7 -> "_commit_version = " + (from + 1 + number((int) (to - from)));
          case 8 -> "_commit_version >= " + (from + number((int) (to - from) + 2)) + " OR k = 1";
          case 9 -> onAdded(to);
          case 10 -> "place.x = " + number(5) + " AND id % 2 = 0";
          default -> "name < 'n3' AND tags[1] = '1'";
        };
    String columns = text(String.join(", ", columns(to)));
    String changes =
        " FROM (SELECT * FROM lake.t CHANGES FROM VERSION "
            + from
            + " EXCLUSIVE TO VERSION "
            + to
            + " WITH (deduplicationMode = '"
            + mode
            + "'))";
    String result = "SELECT concat_ws(' ', _commit_version, _change_type, " + columns + ")";
    List<String> all =
        spark.sql(result + ", " + where + changes).collectAsList().stream()
            .filter(row -> !row.isNullAt(1) && row.getBoolean(1))
            .map(row -> row.getString(0))
            .sorted()
            .toList();
    List<String> filtered =
        spark.sql(result + changes + " WHERE " + where).collectAsList().stream()
            .map(row -> row.getString(0))
            .sorted()
            .toList();
    assertThat(filtered).as("changes from %s to %s (%s): %s", from, to, mode, where).isEqualTo(all);
    filteredRows += filtered.size();
  }

  /** A condition on a column that was added, if there is one. */
  private String onAdded(long version) {
    List<String> columns = columns(version).stream().filter(added::containsKey).toList();
    if (columns.isEmpty()) {
      return "_commit_version <= " + version + " AND id > " + number(50);
    }
    String column = columns.get(number(columns.size()));
    return random.nextBoolean() ? column + " IS NULL" : column + " < " + number(50);
  }

  /** Spark leaves out nulls, but not those of columns with defaults. */
  private static String text(String columns) {
    return "to_json(struct(" + columns + "), map('ignoreNullFields', 'false'))";
  }

  private List<String> columns(long version) {
    return List.of(spark.sql("SELECT * FROM lake.t VERSION AS OF " + version).columns());
  }

  /** The columns of a later snapshot, for the rows of an earlier one. */
  private String filled(long from, long to) {
    List<String> found = columns(from);
    List<String> wanted = columns(to);
    return IntStream.range(0, wanted.size())
        .mapToObj(wanted::get)
        .map(
            column ->
                found.contains(column)
                    ? column
                    : "CAST(" + added.get(column) + " AS INT) AS " + column)
        .collect(Collectors.joining(", "));
  }
}
