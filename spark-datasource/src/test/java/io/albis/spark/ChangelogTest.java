// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.SnapshotExpiredException;
import io.albis.reader.SnapshotInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The rows that snapshots insert and delete. */
@ExtendWith(SparkTestSession.class)
class ChangelogTest {

  @TempDir Path directory;

  private SparkSession spark;
  private ChangedTable table;

  @BeforeEach
  void create(SparkSession session) {
    spark = session;
    table = ChangedTable.create(session, directory);
  }

  private List<String> changes(String range) {
    return table.changes(range);
  }

  @Test
  void readsWhatSnapshotsChange() {
    table.writeHistory();

    assertThat(changes("FROM VERSION 1"))
        .containsExactly(
            "2 insert 1 a",
            "2 insert 2 b",
            "2 insert 3 c",
            "2 insert 4",
            "3 delete 2 b",
            "3 insert 2 x",
            "4 delete 3 c",
            "5 insert 5 e");
    assertThat(changes("FROM VERSION 3 TO VERSION 4"))
        .containsExactly("3 delete 2 b", "3 insert 2 x", "4 delete 3 c");
    assertThat(changes("FROM VERSION 3 EXCLUSIVE TO VERSION 5 EXCLUSIVE"))
        .containsExactly("4 delete 3 c");
    assertThat(changes("FROM VERSION 6")).isEmpty();
    assertThat(changes("FROM VERSION 5 EXCLUSIVE TO VERSION 5")).isEmpty();
  }

  @Test
  void hasTheColumnsOfTheLastSnapshotOfARange() {
    table.writeHistory();
    spark.sql("ALTER TABLE lake.t RENAME COLUMN name TO title");
    spark.sql("ALTER TABLE lake.t ADD COLUMN price INT");

    assertThat(columns("FROM VERSION 5 TO VERSION 5")).startsWith("id", "name", "_change_type");
    for (String range :
        List.of(
            "FROM VERSION 5 EXCLUSIVE TO VERSION 5",
            "FROM VERSION 5 TO VERSION 5 EXCLUSIVE",
            "FROM VERSION 6 TO VERSION 6 EXCLUSIVE")) {
      assertThat(columns(range)).as(range).startsWith("id", "name", "_change_type");
      assertThat(changes(range)).as(range).isEmpty();
    }
    assertThat(columns("FROM VERSION 6 EXCLUSIVE TO VERSION 6"))
        .startsWith("id", "title", "_change_type");
    for (String range :
        List.of(
            "FROM VERSION 7 EXCLUSIVE TO VERSION 7",
            "FROM VERSION 8",
            "FROM VERSION 1 TO VERSION 1 EXCLUSIVE",
            "FROM TIMESTAMP '2001-01-01' TO TIMESTAMP '2001-01-02'")) {
      assertThat(columns(range)).as(range).startsWith("id", "title", "price", "_change_type");
    }
  }

  private List<String> columns(String range) {
    return List.of(spark.sql("SELECT * FROM lake.t CHANGES " + range).columns());
  }

  @Test
  void hasTheTimesOfSnapshots() {
    table.writeHistory();
    List<SnapshotInfo> snapshots = table.snapshots();
    String third = snapshots.get(2).timestamp().toString();

    assertThat(
            spark
                .sql(
                    "SELECT DISTINCT _commit_timestamp FROM lake.t CHANGES FROM VERSION 3 TO"
                        + " VERSION 3")
                .first()
                .getTimestamp(0)
                .toInstant())
        .isEqualTo(snapshots.get(2).timestamp());
    assertThat(changes("FROM TIMESTAMP '" + third + "'"))
        .containsExactly("3 delete 2 b", "3 insert 2 x", "4 delete 3 c", "5 insert 5 e");
    assertThat(changes("FROM TIMESTAMP '" + third + "' TO TIMESTAMP '" + third + "'"))
        .containsExactly("3 delete 2 b", "3 insert 2 x");
    assertThat(changes("FROM TIMESTAMP '2001-01-01' TO TIMESTAMP '" + third + "' EXCLUSIVE"))
        .containsExactly("2 insert 1 a", "2 insert 2 b", "2 insert 3 c", "2 insert 4");
    assertThat(changes("FROM TIMESTAMP '2001-01-01' TO TIMESTAMP '2001-01-02'")).isEmpty();
  }

  @Test
  void comparesTheFirstAndTheLastSnapshot() {
    table.writeHistory();
    spark.sql("UPDATE lake.t SET name = 'b' WHERE id = 2");

    assertThat(changes("FROM VERSION 3 TO VERSION 6 WITH (deduplicationMode = 'netChanges')"))
        .containsExactly("6 delete 3 c", "6 insert 5 e");
    assertThat(changes("FROM VERSION 2 TO VERSION 3 WITH (deduplicationMode = 'netChanges')"))
        .containsExactly("3 insert 1 a", "3 insert 2 x", "3 insert 3 c", "3 insert 4");
  }

  @Test
  void findsUpdatesByThePrimaryKey() {
    spark.sql("ALTER TABLE lake.t ADD CONSTRAINT pk PRIMARY KEY (id) NOT ENFORCED");
    spark.sql("INSERT INTO lake.t VALUES (1, 'a'), (2, 'b')");
    spark.sql("UPDATE lake.t SET name = 'x' WHERE id = 2");
    spark.sql("UPDATE lake.t SET name = 'y' WHERE id = 2");

    assertThat(changes("FROM VERSION 4 WITH (computeUpdates = 'true')"))
        .containsExactly(
            "4 update_postimage 2 x",
            "4 update_preimage 2 b",
            "5 update_postimage 2 y",
            "5 update_preimage 2 x");
    assertThat(
            changes(
                "FROM VERSION 4 WITH (computeUpdates = 'true', deduplicationMode ="
                    + " 'netChanges')"))
        .containsExactly("5 update_postimage 2 y", "5 update_preimage 2 b");
  }

  @Test
  void refusesUpdatesByKeysThatAreNotUnique() {
    spark.sql("ALTER TABLE lake.t ADD CONSTRAINT pk PRIMARY KEY (id) NOT ENFORCED");
    spark.sql("INSERT INTO lake.t VALUES (1, 'a'), (1, 'b')");
    spark.sql("UPDATE lake.t SET name = 'x'");

    assertThatThrownBy(() -> changes("FROM VERSION 4 WITH (computeUpdates = 'true')"))
        .hasStackTraceContaining("CHANGELOG_CONTRACT_VIOLATION");
    assertThat(changes("FROM VERSION 4"))
        .containsExactly("4 delete 1 a", "4 delete 1 b", "4 insert 1 x", "4 insert 1 x");
  }

  @Test
  void needsAPrimaryKeyForUpdates() {
    assertThatThrownBy(() -> changes("FROM VERSION 1 WITH (computeUpdates = 'true')"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot compute updates of lake.t: it has no primary key");

    spark.sql("CREATE TABLE lake.n (id INT)");
    spark.sql("ALTER TABLE lake.n ADD CONSTRAINT pk PRIMARY KEY (id) NOT ENFORCED");
    assertThatThrownBy(
            () ->
                spark.sql(
                    "SELECT * FROM lake.n CHANGES FROM VERSION 1 WITH (computeUpdates = 'true')"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("column id of its primary key can be null");
  }

  /** Copies are no changes, also of rows that occur several times. */
  @Test
  void leavesOutCopies() {
    spark.sql(
        "INSERT INTO lake.t SELECT /*+ COALESCE(1) */ id % 10, 'n' FROM range(100)"); // 10 of each
    spark.sql("INSERT INTO lake.t SELECT /*+ COALESCE(1) */ 3, 'n' FROM range(2)");
    spark.sql("CALL lake.merge_row_groups('t')");
    assertThat(changes("FROM VERSION 4")).isEmpty();
    spark.sql("CALL lake.optimize('t')");
    assertThat(changes("FROM VERSION 4")).isEmpty();
    long last = table.version();

    spark.sql("INSERT OVERWRITE lake.t SELECT id % 10, 'n' FROM range(101)");
    assertThat(changes("FROM VERSION " + (last + 1)))
        .containsExactly(
            (last + 1) + " delete 3 n", (last + 1) + " delete 3 n", (last + 1) + " insert 0 n");
    spark.sql("TRUNCATE TABLE lake.t");
    assertThat(changes("FROM VERSION " + (last + 2))).hasSize(101);
  }

  @Test
  void readsOnlyWantedColumns() {
    table.writeHistory();

    assertThat(
            spark
                .sql(
                    "SELECT name FROM lake.t CHANGES FROM VERSION 3 WHERE _change_type = 'delete'"
                        + " ORDER BY name")
                .collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly("b", "c");
    assertThat(spark.sql("SELECT count(*) FROM lake.t CHANGES FROM VERSION 1").first().getLong(0))
        .isEqualTo(8);
    assertThat(spark.sql("SELECT * FROM lake.t CHANGES FROM VERSION 1").columns())
        .containsExactly("id", "name", "_change_type", "_commit_version", "_commit_timestamp");
  }

  @Test
  void readsPathsAndDataFrames() {
    table.writeHistory();
    String path = directory.resolve("t").toString();

    assertThat(
            spark.sql("SELECT id FROM albis.`" + path + "` CHANGES FROM VERSION 5").collectAsList())
        .hasSize(1);
    assertThat(
            spark
                .read()
                .option("startingVersion", 3)
                .option("endingVersion", 4)
                .changes("lake.t")
                .count())
        .isEqualTo(3);
  }

  @Test
  void refusesWhatIsNotThere() {
    table.writeHistory();

    assertThatThrownBy(() -> changes("FROM VERSION 7"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("from version 7 on: its snapshots are 1 to 5");
    assertThatThrownBy(() -> changes("FROM VERSION 0"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("its snapshots are 1 to 5");
    assertThatThrownBy(() -> changes("FROM VERSION 1 TO VERSION 6"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("the latest snapshot is 5 (leave the end out to read up to it)");
    assertThatThrownBy(() -> changes("FROM VERSION 3 TO VERSION 2"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("the end is before the start");
    assertThatThrownBy(() -> changes("FROM VERSION 'yesterday'"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Invalid version: yesterday (expected the id of a snapshot");
    assertThatThrownBy(() -> spark.sql("SELECT * FROM lake.none CHANGES FROM VERSION 1"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    String file = TestTables.file(directory.resolve("f.albis"), 0, 10);
    assertThatThrownBy(() -> spark.sql("SELECT * FROM albis.`" + file + "` CHANGES FROM VERSION 1"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("there are none of data files");
    spark.sql("CREATE TABLE lake.c (_change_type INT)");
    assertThatThrownBy(() -> spark.sql("SELECT * FROM lake.c CHANGES FROM VERSION 1"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("its column _change_type has the name of a column of changes");
  }

  @Test
  void saysWhatIsLeftOfExpiredSnapshots() {
    table.writeHistory();
    table.expire(2);

    assertThatThrownBy(() -> changes("FROM VERSION 3"))
        .isInstanceOf(AnalysisException.class)
        .hasCauseInstanceOf(SnapshotExpiredException.class)
        .hasMessageContaining("has expired (the changes of snapshot 5 and of all later ones");
    assertThat(changes("FROM VERSION 4 EXCLUSIVE")).containsExactly("5 insert 5 e");
    assertThatThrownBy(() -> changes("FROM TIMESTAMP '2001-01-01'"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("snapshots since then have expired (all from snapshot 4 on exist)");
    table.expire(1);
    assertThatThrownBy(() -> changes("FROM VERSION 5"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("snapshot 4, with which it is compared, has expired")
        .hasMessageContaining("(the changes of snapshot 6 and of all later ones can be read)");
  }

  /** Rows look as they do in the last snapshot. */
  @Test
  void followsColumns() {
    spark.sql("INSERT INTO lake.t VALUES (1, 'a'), (2, 'b')");
    spark.sql("ALTER TABLE lake.t ADD COLUMN price INT DEFAULT 7");
    spark.sql("UPDATE lake.t SET price = 8 WHERE id = 2");
    spark.sql("ALTER TABLE lake.t RENAME COLUMN name TO title");
    spark.sql("DELETE FROM lake.t WHERE id = 1");
    String changed =
        "SELECT concat_ws(' ', _commit_version, _change_type, id, %s) FROM lake.t CHANGES FROM"
            + " VERSION 2";

    assertThat(ChangedTable.strings(spark.sql(changed.formatted("title, price"))))
        .containsExactly(
            "2 insert 1 a 7",
            "2 insert 2 b 7",
            "4 delete 2 b 7",
            "4 insert 2 b 8",
            "6 delete 1 a 7");
    assertThat(ChangedTable.strings(spark.sql(changed.formatted("name, price") + " TO VERSION 4")))
        .containsExactly("2 insert 1 a 7", "2 insert 2 b 7", "4 delete 2 b 7", "4 insert 2 b 8");
    assertThat(ChangedTable.strings(spark.sql(changed.formatted("name") + " TO VERSION 2")))
        .containsExactly("2 insert 1 a", "2 insert 2 b");

    spark.sql("ALTER TABLE lake.t ALTER COLUMN price TYPE BIGINT");
    spark.sql("ALTER TABLE lake.t DROP COLUMN title");
    spark.sql("UPDATE lake.t SET price = 10000000000");
    assertThat(ChangedTable.strings(spark.sql(changed.formatted("price"))))
        .containsExactly(
            "2 insert 1 7",
            "2 insert 2 7",
            "4 delete 2 7",
            "4 insert 2 8",
            "6 delete 1 7",
            "9 delete 2 8",
            "9 insert 2 10000000000");
  }

  @Test
  void refusesRowsThatCannotBeConverted() {
    spark.sql("CREATE TABLE lake.s (id INT, place STRUCT<x: INT>)");
    spark.sql("INSERT INTO lake.s VALUES (1, struct(1)), (2, struct(2))");
    spark.sql("ALTER TABLE lake.s ADD COLUMN place.y INT");
    spark.sql("UPDATE lake.s SET place = named_struct('x', 3, 'y', 4) WHERE id = 2");

    assertThat(
            spark.sql("SELECT * FROM lake.s CHANGES FROM VERSION 4 TO VERSION 4").collectAsList())
        .hasSize(2);
    spark.sql("ALTER TABLE lake.s ADD COLUMN place.z INT");
    assertThatThrownBy(
            () -> spark.sql("SELECT * FROM lake.s CHANGES FROM VERSION 2").collectAsList())
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("it was altered in between")
        .hasMessageContaining("read the changes before and after ALTER TABLE by two queries");
  }

  @Test
  void streamsChanges() throws Exception {
    table.writeHistory();
    Path checkpoint = directory.resolve("checkpoint");

    assertThat(stream(checkpoint, "startingVersion", "3"))
        .containsExactly("3 delete 2 b", "3 insert 2 x", "4 delete 3 c", "5 insert 5 e");
    spark.sql("DELETE FROM lake.t WHERE id < 3");
    spark.sql("INSERT INTO lake.t VALUES (6, 'f')");
    assertThat(stream(checkpoint, "startingVersion", "3"))
        .containsExactly("6 delete 1 a", "6 delete 2 x", "7 insert 6 f");
    assertThat(stream(checkpoint, "startingVersion", "3")).isEmpty();

    assertThatThrownBy(() -> stream(directory.resolve("other"), "deduplicationMode", "netChanges"))
        .isInstanceOf(StreamingQueryException.class)
        .hasMessageContaining("as a stream with net changes");
  }

  private List<String> stream(Path checkpoint, String option, String value) throws Exception {
    Path sink = directory.resolve("sink-" + System.nanoTime());
    table.stream(checkpoint, Map.of(option, value), "true", sink);
    return table.streamed(sink);
  }
}
