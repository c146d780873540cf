// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.maintenance.TableMaintenance;
import io.albis.tests.FaultyStorageProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements whose driver and tasks die at a call of the storage: no later call has an effect,
 * neither of the commit nor of the clean-up after a failure. The table must be as before or as
 * after the statement, and maintenance must remove what is left, and nothing else.
 */
@ExtendWith(SparkTestSession.class)
class StatementDeathTest {

  /** Only every Nth call, with and without its effect. {@code -Dalbis.deaths=1} takes all. */
  private static final int EVERY = Integer.getInteger("albis.deaths", 16);

  @TempDir Path directory;

  private static List<String> rows(SparkSession spark, String uri) {
    Dataset<Row> rows = spark.read().format("albis").load(uri);
    return rows.collectAsList().stream().map(Row::toString).sorted().toList();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static long dataFiles(Path table) throws IOException {
    try (Stream<Path> files = Files.walk(table.resolve("data"))) {
      return files.filter(Files::isRegularFile).count();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO $T SELECT id + 100, 'new' FROM range(20)",
        "INSERT OVERWRITE $T SELECT id + 100, 'new' FROM range(20)",
        "DELETE FROM $T WHERE id % 4 = 1",
        "UPDATE $T SET name = 'changed' WHERE id IN (3, 25)",
        "MERGE INTO $T t USING (SELECT id * 30 AS id, 's' AS name FROM range(4)) s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
        "CREATE OR REPLACE TABLE $T AS SELECT id FROM range(5)",
        "ALTER TABLE $T ADD COLUMN late INT",
        "TRUNCATE TABLE $T",
        "CALL albis.merge_row_groups('$U')",
        "CALL albis.optimize('$U')",
      })
  void leavesTheTableBeforeOrAfter(String statement, SparkSession spark) throws IOException {
    Path template = directory.resolve("template");
    spark
        .range(0, 40, 1, 3)
        .selectExpr("id", "concat('n', id) AS name")
        .createOrReplaceTempView("v");
    spark.table("v").write().format("albis").save(template.toString());
    List<String> before = rows(spark, template.toString());
    Path whole = directory.resolve("whole");
    copy(template, whole);
    run(spark, statement, whole);
    List<String> after = rows(spark, whole.toString());

    int calls = 0;
    int dead = 0;
    boolean isDead = true;
    while (isDead) {
      for (boolean isDone : new boolean[] {false, true}) {
        Path table = directory.resolve("t" + calls + isDone);
        copy(template, table);
        Throwable failure = null;
        FaultyStorageProvider.dieAfter(calls, isDone);
        try {
          run(spark, statement, table);
        } catch (Exception | Error e) {
          failure = e;
        } finally {
          isDead = FaultyStorageProvider.revive();
        }
        String message = "after " + calls + " calls, " + isDone + ", " + failure;
        requireEither(spark, table, before, failure == null ? after : null, after, message);
        assertThat(isDead || failure == null).as(message).isTrue();
        dead += isDead ? 1 : 0;
      }
      calls += EVERY;
    }
    assertThat(dead).isPositive();
  }

  /** Requires the one state, or if it is null one of two. */
  private static void requireEither(
      SparkSession spark,
      Path table,
      List<String> before,
      List<String> expected,
      List<String> after,
      String message)
      throws IOException {
    List<String> found = rows(spark, table.toString());
    if (expected != null) {
      assertThat(found).as(message).isEqualTo(expected);
    } else {
      assertThat(found).as(message).isIn(before, after);
    }
    try (TableMaintenance maintenance = TableMaintenance.open(table.toString())) {
      maintenance.clean(Duration.ZERO);
      assertThat(maintenance.findUnusedFiles(Duration.ZERO)).isEmpty();
    }
    assertThat(dataFiles(table)).as(message).isPositive();
    assertThat(rows(spark, table.toString())).as(message).isEqualTo(found);
  }

  private static void run(SparkSession spark, String statement, Path table) {
    String uri = "faulty:" + table;
    spark.sql(statement.replace("$T", "albis.`" + uri + "`").replace("$U", uri));
  }
}
