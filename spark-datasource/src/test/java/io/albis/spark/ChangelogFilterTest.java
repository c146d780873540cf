// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Changes of the rows that a query filters. {@link RandomChangelogTest} has more conditions. */
@ExtendWith(SparkTestSession.class)
class ChangelogFilterTest {

  @TempDir Path directory;

  private SparkSession spark;
  private ChangedTable table;

  @BeforeEach
  void create(SparkSession session) {
    spark = session;
    table = ChangedTable.create(session, directory);
  }

  @Test
  void skipsRowGroupsThatTheFilterRulesOut() throws Exception {
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(0, 1000)");
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(1000, 2000)");
    spark.sql("UPDATE lake.t SET name = 'x' WHERE id % 500 = 7");
    InputListener all = new InputListener();
    assertThat(read(all, "true")).hasSize(2008);
    InputListener filtered = new InputListener();
    assertThat(read(filtered, "id = 507"))
        .containsExactly("2 insert 507 n507", "4 delete 507 n507", "4 insert 507 x");

    // Nothing is read of the second thousand, which is half of all bytes.
    assertThat(filtered.bytes()).isPositive().isLessThan(all.bytes() * 11 / 20);
    assertThat(plan("id = 507 AND name LIKE '%7'")).contains("PushedPredicates: [", "id = 507");
    InputListener nothing = new InputListener();
    assertThat(read(nothing, "id = 2000")).isEmpty();
    assertThat(nothing.bytes()).isZero();
  }

  private List<String> read(InputListener listener, String where) throws Exception {
    spark.sparkContext().addSparkListener(listener);
    List<String> rows = table.changes("FROM VERSION 1 WHERE " + where);
    spark.sparkContext().listenerBus().waitUntilEmpty();
    spark.sparkContext().removeSparkListener(listener);
    return rows;
  }

  private String plan(String where) {
    return table.read("FROM VERSION 1 WHERE " + where).queryExecution().executedPlan().toString();
  }

  /** Conditions on keys are pushed down; others must see both rows of an update. */
  @Test
  void keepsTheRowsOfUpdatesTogether() {
    spark.sql("ALTER TABLE lake.t ADD CONSTRAINT pk PRIMARY KEY (id) NOT ENFORCED");
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(0, 1000)");
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(1000, 2000)");
    spark.sql("UPDATE lake.t SET name = 'x' WHERE id IN (7, 1007)");
    spark.sql("DELETE FROM lake.t WHERE id = 8");
    String updates = "FROM VERSION 5 WITH (computeUpdates = 'true') WHERE ";

    assertThat(table.changes(updates + "name = 'x'"))
        .containsExactly("5 update_postimage 1007 x", "5 update_postimage 7 x");
    assertThat(table.changes(updates + "name LIKE 'n%'"))
        .containsExactly("5 update_preimage 1007 n1007", "5 update_preimage 7 n7", "6 delete 8 n8");
    assertThat(table.changes(updates + "id < 1000"))
        .containsExactly("5 update_postimage 7 x", "5 update_preimage 7 n7", "6 delete 8 n8");
    assertThat(table.changes(updates + "id < 1000 AND name = 'x'"))
        .containsExactly("5 update_postimage 7 x");
  }

  private long bytes(String range) throws Exception {
    InputListener listener = new InputListener();
    read(listener, range);
    return listener.bytes();
  }

  @Test
  void skipsSnapshots() throws Exception {
    table.writeHistory();
    long all = bytes("true");
    String third = "TIMESTAMP '" + table.snapshots().get(2).timestamp() + "'";

    assertThat(read(new InputListener(), "_commit_version = 5")).containsExactly("5 insert 5 e");
    assertThat(bytes("_commit_version = 5")).isPositive().isLessThan(all / 4);
    assertThat(read(new InputListener(), "_commit_version IN (3, 5) AND id < 5"))
        .containsExactly("3 delete 2 b", "3 insert 2 x");
    assertThat(read(new InputListener(), "_commit_version = 4 OR name = 'x'"))
        .containsExactly("3 insert 2 x", "4 delete 3 c");
    assertThat(read(new InputListener(), "NOT _commit_version BETWEEN 2 AND 4"))
        .containsExactly("5 insert 5 e");
    assertThat(bytes("_commit_version > 5 OR _commit_version IS NULL")).isZero();
    assertThat(read(new InputListener(), "_commit_timestamp = " + third))
        .containsExactly("3 delete 2 b", "3 insert 2 x");
    assertThat(read(new InputListener(), "_commit_timestamp > " + third))
        .containsExactly("4 delete 3 c", "5 insert 5 e");
    assertThat(bytes("_commit_timestamp > " + third)).isPositive().isLessThan(all);
    assertThat(bytes("_commit_timestamp < TIMESTAMP '2001-01-01'")).isZero();
    assertThat(plan("_commit_version = 5")).contains("PushedPredicates: [", "_commit_version = 5");
  }

  @Test
  void readsNoSnapshotBeforeThoseThatAreWanted() {
    table.writeHistory();
    table.expire(2);

    assertThatThrownBy(() -> table.changes("FROM VERSION 2")).hasMessageContaining("has expired");
    assertThat(table.changes("FROM VERSION 2 WHERE _commit_version >= 5"))
        .containsExactly("5 insert 5 e");
    assertThatThrownBy(() -> table.changes("FROM VERSION 2 WHERE _commit_version >= 4"))
        .hasMessageContaining("snapshot 3, with which it is compared, has expired");
  }

  /** The snapshot of net changes is the last one. */
  @Test
  void skipsNetChanges() {
    table.writeHistory();
    String net = "FROM VERSION 3 WITH (deduplicationMode = 'netChanges') WHERE ";

    assertThat(table.changes(net + "_commit_version = 5"))
        .containsExactly("5 delete 2 b", "5 delete 3 c", "5 insert 2 x", "5 insert 5 e");
    assertThat(table.changes(net + "_commit_version = 4")).isEmpty();
  }

  /** A row is read with the columns that the snapshot had in which it is read. */
  @Test
  void findsColumnsByTheirIds() throws Exception {
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(0, 1000, 1, 1)");
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(1000, 2000, 1, 1)");
    spark.sql("ALTER TABLE lake.t ADD COLUMN price INT DEFAULT 7");
    spark.sql("UPDATE lake.t SET price = 8 WHERE id = 1500");
    spark.sql("DELETE FROM lake.t");
    spark.sql("ALTER TABLE lake.t RENAME COLUMN name TO old");
    spark.sql("ALTER TABLE lake.t ADD COLUMN name STRING DEFAULT 'none'");
    spark.sql("ALTER TABLE lake.t ALTER COLUMN price TYPE BIGINT");
    long all = bytes("true");

    assertThat(read(new InputListener(), "old = 'n1500' AND price = 8"))
        .containsExactly("5 insert 1500 none", "6 delete 1500 none");
    assertThat(read(new InputListener(), "id IN (1, 1500) AND price = 7"))
        .containsExactly(
            "2 insert 1 none", "3 insert 1500 none", "5 delete 1500 none", "6 delete 1 none");
    assertThat(bytes("id = 1500")).isPositive().isLessThan(all * 3 / 4);
    assertThat(bytes("old = 'n5'")).isPositive().isLessThan(all * 3 / 4);
    assertThat(bytes("id = 2000")).isZero();
    assertThat(bytes("old = 'x'")).isZero();
    // Where it is not stored, or as another type, Spark tests it.
    assertThat(read(new InputListener(), "name <> 'none' OR price > 8")).isEmpty();
    assertThat(read(new InputListener(), "name = 'none' AND old LIKE 'n77%' AND id < 100"))
        .containsExactly("2 insert 77 none", "6 delete 77 none");
  }

  @Test
  void skipsRowGroupsInBatchesOfStreams() throws Exception {
    spark.sql("INSERT INTO lake.t VALUES (-1, 'first')");
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(0, 1000)");
    spark.sql("INSERT INTO lake.t SELECT id, 'n' || id FROM range(1000, 2000)");
    assertThat(inputRows("all", "true")).isEqualTo(2000);
    assertThat(inputRows("some", "id = 7 AND name LIKE '%7'")).isEqualTo(1);
    assertThat(table.streamed(directory.resolve("some"))).containsExactly("3 insert 7 n7");

    spark.sql("UPDATE lake.t SET name = '17' WHERE id IN (7, 8, 1007)");
    assertThat(inputRows("some", "id = 7 AND name LIKE '%7'")).isEqualTo(2);
    assertThat(table.streamed(directory.resolve("some")))
        .containsExactly("3 insert 7 n7", "5 delete 7 n7", "5 insert 7 17");
    assertThat(inputRows("late", "_commit_version = 5")).isEqualTo(6);
    assertThat(inputRows("none", "_commit_version > 5")).isZero();
  }

  /** Runs a stream, and returns how many rows Spark gets of its source. */
  private long inputRows(String name, String where) throws Exception {
    return Stream.of(
            table.stream(
                    directory.resolve("checkpoint-" + name),
                    Map.of(),
                    where,
                    directory.resolve(name))
                .recentProgress())
        .mapToLong(progress -> progress.numInputRows())
        .sum();
  }
}
