// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.Table;
import io.albis.storage.NotPublishedException;
import io.albis.tests.FaultyStorageProvider;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DELETE, UPDATE and MERGE of single rows. */
@ExtendWith(SparkTestSession.class)
class RowChangeTest {

  /** Statements of a random history. */
  private static final int STATEMENTS = Integer.getInteger("albis.changes", 10);

  /** Columns of many types, most with nulls. */
  private static final String COLUMNS =
      "id, id % 5 AS k, if(id % 3 = 0, null, concat('name', id)) AS name, if(id % 4 = 1, null,"
          + " array(concat('a', id), null, '')) AS list, map(id, named_struct('x', id * 2, 'y',"
          + " if(id % 2 = 0, null, 'y'))) AS map, CAST(id AS DECIMAL(30, 2)) AS wide, id % 2 = 0 AS"
          + " even, CAST(id AS SMALLINT) AS small, if(id % 7 = 0, null, named_struct('d',"
          + " date_add(DATE'2026-01-01', CAST(id AS INT)), 'b', CAST(concat('b', id) AS BINARY)))"
          + " AS place";

  @TempDir Path directory;

  private String uri;
  private String name;

  @BeforeEach
  void name() {
    uri = directory.resolve("t").toString();
    name = "albis.`" + uri + "`";
  }

  private void create(SparkSession spark, String clauses, String columns, long rows, int tasks) {
    String range = " FROM range(0, " + rows + ", 1, " + tasks + ")";
    spark.sql("SELECT " + columns + range).createOrReplaceTempView("input");
    spark.sql("CREATE OR REPLACE TABLE " + name + clauses + " AS SELECT * FROM input");
  }

  private static List<String> sorted(Dataset<Row> rows) {
    return rows.selectExpr("to_json(struct(*)) AS json").collectAsList().stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  private List<Long> ids(SparkSession spark) {
    return spark.table(name).sort("id").collectAsList().stream()
        .map(row -> row.getLong(row.fieldIndex("id")))
        .toList();
  }

  private List<RowGroupInfo> rowGroups() {
    try (Table table = Table.open(uri)) {
      return table.rowGroups();
    }
  }

  @Test
  void rewritesOnlyRowGroupsWithChanges(SparkSession spark) {
    create(spark, "", "id, concat('n', id) AS name", 40, 4);
    List<Long> numbers = rowGroups().stream().map(RowGroupInfo::number).toList();
    assertThat(numbers).hasSize(4);

    spark.sql("DELETE FROM " + name + " WHERE id IN (3, 5) OR name = 'n38'");
    List<Long> after = rowGroups().stream().map(RowGroupInfo::number).toList();
    assertThat(after).containsAll(numbers.subList(1, 3)).doesNotContain(numbers.get(0));
    assertThat(rowGroups().stream().map(RowGroupInfo::rowCount)).contains(8L, 9L, 10L);
    assertThat(ids(spark)).hasSize(37).doesNotContain(3L, 5L, 38L);

    spark.sql("UPDATE " + name + " SET name = upper(name) WHERE id = 12");
    assertThat(spark.table(name).filter("name = 'N12'").count()).isEqualTo(1);
    assertThat(rowGroups().stream().map(RowGroupInfo::number)).contains(numbers.get(2));
    assertThat(ids(spark)).hasSize(37);

    // All rows of a row group, which statistics do not show.
    long files = rowGroups().size();
    spark.sql("DELETE FROM " + name + " WHERE id >= 20 AND id < 30 AND length(name) > 0");
    assertThat(rowGroups()).hasSize((int) files - 1);
    assertThat(ids(spark)).hasSize(27);
    spark.sql("DELETE FROM " + name + " WHERE id = 1000");
    spark.sql("UPDATE " + name + " SET name = 'x' WHERE id = 1000");
    try (Table table = Table.open(uri)) {
      assertThat(table.snapshot().id()).as("nothing to change is no commit").isEqualTo(4);
    }
  }

  @Test
  void mergesRows(SparkSession spark) {
    create(spark, "", "id, concat('n', id) AS name", 10, 2);
    spark.range(5, 15).selectExpr("id", "concat('s', id) AS name").createOrReplaceTempView("s");
    spark.sql(
        "MERGE INTO "
            + name
            + " t USING s ON t.id = s.id WHEN MATCHED AND s.id = 7 THEN DELETE"
            + " WHEN MATCHED THEN UPDATE SET name = s.name"
            + " WHEN NOT MATCHED AND s.id < 13 THEN INSERT *"
            + " WHEN NOT MATCHED BY SOURCE AND t.id = 0 THEN DELETE");
    assertThat(spark.table(name).sort("id").collectAsList().stream().map(row -> row.getString(1)))
        .containsExactly("n1", "n2", "n3", "n4", "s5", "s6", "s8", "s9", "s10", "s11", "s12");
    assertThatThrownBy(
            () ->
                spark.sql(
                    "MERGE INTO "
                        + name
                        + " t USING (SELECT 5L AS id, explode(array('a', 'b')) AS name) s"
                        + " ON t.id = s.id WHEN MATCHED THEN UPDATE SET name = s.name"))
        .hasMessageContaining("MERGE_CARDINALITY_VIOLATION");
    assertThat(ids(spark)).hasSize(11);
  }

  /** Random statements against the same ones on rows in memory. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " PARTITIONED BY (k)",
        " PARTITIONED BY (k) OPTIONS ('sort-by' = 'name desc')",
        " OPTIONS ('column-groups' = 'id,k; name,list', 'row-group-size' = '65536')"
      })
  void changesWhatSparkSelects(String clauses, SparkSession spark) {
    Random random = new Random(Long.getLong("albis.seed", 11));
    create(spark, clauses, COLUMNS, 200, 3);
    Dataset<Row> model = memory(spark, spark.table(name));
    for (int i = 0; i < STATEMENTS; i++) {
      model.createOrReplaceTempView("model");
      String statement;
      String expected;
      if (random.nextInt(3) == 0) {
        String condition = RandomConditions.nested(random, 2, RowChangeTest::condition);
        statement = "DELETE FROM " + name + " WHERE " + condition;
        expected = "SELECT * FROM model WHERE NOT coalesce(" + condition + ", false)";
      } else if (random.nextBoolean()) {
        String condition = RandomConditions.nested(random, 2, RowChangeTest::condition);
        String set = "if(coalesce(" + condition + ", false), ";
        statement =
            "UPDATE " + name + " SET name = concat(name, 'u'), k = k + 1 WHERE " + condition;
        expected =
            "SELECT id, "
                + set
                + "k + 1, k) AS k, "
                + set
                + "concat(name, 'u'), name) AS name, list, map, wide, even, small, place FROM"
                + " model";
      } else {
        int from = random.nextInt(250);
        String range = " FROM range(" + from + ", " + (from + random.nextInt(80)) + ")";
        spark.sql("SELECT " + COLUMNS + range).createOrReplaceTempView("s");
        statement =
            "MERGE INTO "
                + name
                + " t USING s ON t.id = s.id WHEN MATCHED AND s.k = 2 THEN DELETE"
                + " WHEN MATCHED THEN UPDATE SET list = s.list, place = null"
                + " WHEN NOT MATCHED THEN INSERT *";
        expected =
            "SELECT t.id, t.k, t.name, if(s.id IS NULL, t.list, s.list) AS list, t.map, t.wide,"
                + " t.even, t.small, if(s.id IS NULL, t.place, null) AS place"
                + " FROM model t LEFT JOIN s ON t.id = s.id WHERE s.id IS NULL OR s.k != 2"
                + " UNION ALL SELECT * FROM s WHERE id NOT IN (SELECT id FROM model)";
      }
      model = memory(spark, spark.sql(expected));
      spark.sql(statement);
      assertThat(sorted(spark.table(name))).as(statement).isEqualTo(sorted(model));
    }
  }

  private static Dataset<Row> memory(SparkSession spark, Dataset<Row> rows) {
    return spark.createDataFrame(rows.collectAsList(), rows.schema());
  }

  private static String condition(Random random) {
    int value = random.nextInt(200);
    return switch (random.nextInt(8)) {
      case 0 -> "name IS NULL";
      case 1 -> "id < " + value / 3;
      case 2 -> "id IN (" + value + ", " + random.nextInt(200) + ")";
      case 3 -> "name LIKE '%" + value % 10 + "'";
      case 4 -> "k = " + value % 7;
      case 5 -> "id % 11 = " + value % 11;
      case 6 -> "id IN (SELECT max(id) FROM model)";
      default -> "place.d > DATE'2026-05-01'";
    };
  }

  /** Runs something once while a statement that calls the function runs. */
  /** Spark first finds the partitions of the rows, among them that of null. */
  @ParameterizedTest
  @ValueSource(strings = {" PARTITIONED BY (k)", " PARTITIONED BY (bucket(4, k))", ""})
  void changesRowsOfNullKeys(String clauses, SparkSession spark) {
    String key = "if(id % 3 = 0, null, concat('k', id % 3)) AS k";
    create(spark, clauses, "id, " + key, 12, 2);
    spark.sql("UPDATE " + name + " SET id = id + 100 WHERE k IS NULL AND length(id) = 1");
    assertThat(ids(spark))
        .containsExactly(1L, 2L, 4L, 5L, 7L, 8L, 10L, 11L, 100L, 103L, 106L, 109L);
    spark.sql("DELETE FROM " + name + " WHERE (k <=> null OR k = 'k1') AND length(id) = 3");
    assertThat(ids(spark)).containsExactly(1L, 2L, 4L, 5L, 7L, 8L, 10L, 11L);
    spark.sql("INSERT INTO " + name + " VALUES (20, null)");
    spark.sql(
        "MERGE INTO "
            + name
            + " t USING (SELECT id + 20 AS id, CAST(null AS STRING) AS k FROM range(2)) s"
            + " ON t.id = s.id AND t.k <=> s.k WHEN MATCHED THEN UPDATE SET t.id = -1"
            + " WHEN NOT MATCHED THEN INSERT *");
    assertThat(ids(spark)).containsExactly(-1L, 1L, 2L, 4L, 5L, 7L, 8L, 10L, 11L, 21L);
  }

  private static void meanwhile(SparkSession spark, Runnable action) {
    Meanwhile.ACTION.set(action);
    Meanwhile.register(spark, DataTypes.StringType);
  }

  private void append(long id) {
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, id);
        rows.setString(1, "other");
        rows.endRow();
      }
      writer.commit();
    }
  }

  @Test
  void isSerializableUnlessAskedForSnapshotIsolation(SparkSession spark) {
    create(spark, "", "id, concat('n', id) AS name", 10, 2);
    String update = "UPDATE " + name + " SET name = meanwhile(name) WHERE id < 5";
    meanwhile(spark, () -> append(100));
    spark.sql(update);
    assertThat(ids(spark)).as("a row that the statement cannot have read").hasSize(11);

    meanwhile(spark, () -> append(4));
    assertThatThrownBy(() -> spark.sql(update))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("should have read");
    assertThat(spark.table(name).filter("name = 'other'").count()).isEqualTo(2);
    assertThat(ids(spark)).hasSize(12);

    spark.conf().set("spark.datasource.albis.isolation-level", "snapshot");
    meanwhile(spark, () -> append(3));
    spark.sql(update);
    assertThat(ids(spark)).hasSize(13);
  }

  @Test
  void refusesRowsThatARollbackBringsBack(SparkSession spark) {
    create(spark, "", "id, concat('n', id) AS name", 10, 2);
    spark.sql("DELETE FROM " + name + " WHERE id < 5");
    meanwhile(
        spark,
        () -> {
          try (TableMaintenance table = TableMaintenance.open(uri)) {
            table.rollback(1);
          }
        });
    assertThatThrownBy(
            () -> spark.sql("UPDATE " + name + " SET name = meanwhile(name) WHERE id % 3 = 0"))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("should have read");
    assertThat(ids(spark)).hasSize(10);
  }

  @Test
  void refusesRowsThatOthersHaveChanged(SparkSession spark) {
    create(spark, "", "id, concat('n', id) AS name", 10, 2);
    spark.conf().set("spark.datasource.albis.isolation-level", "snapshot");
    SparkSession other = spark.newSession();
    meanwhile(spark, () -> other.sql("DELETE FROM " + name + " WHERE id = 1"));
    assertThatThrownBy(
            () -> spark.sql("UPDATE " + name + " SET name = meanwhile(name) WHERE id = 2"))
        .isInstanceOf(CommitConflictException.class);
    assertThat(ids(spark)).hasSize(9);
    assertThat(spark.table(name).filter("name = 'n2'").count()).isEqualTo(1);
  }

  @Test
  void refusesTablesWithColumnsOfThePlacesOfRows(SparkSession spark) {
    create(spark, "", "id, concat('n', id) AS name, id AS _Row_Index", 10, 2);
    assertThatThrownBy(() -> spark.sql("DELETE FROM " + name + " WHERE id = 1"))
        .hasStackTraceContaining("its column _Row_Index hides the metadata column");
    spark.sql("ALTER TABLE " + name + " RENAME COLUMN _Row_Index TO number");
    spark.sql("DELETE FROM " + name + " WHERE id = 1");
    assertThat(ids(spark)).hasSize(9);
  }

  private List<String> dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("t/data"))) {
      return files.filter(Files::isRegularFile).map(Path::toString).sorted().toList();
    }
  }

  @Test
  void leavesTheTableAsItWasIfACopyFails(SparkSession spark) throws IOException {
    create(spark, "", "id, concat('n', id) AS name", 40, 4);
    List<String> before = dataFiles();
    String faulty = "albis.`faulty:" + uri + "`";
    for (String method : List.of("createFile", "openFile")) {
      FaultyStorageProvider.failNext(method, false, new IOException("no space"));
      assertThatThrownBy(() -> spark.sql("DELETE FROM " + faulty + " WHERE id IN (2, 30)"))
          .hasStackTraceContaining("no space");
      assertThat(dataFiles()).isEqualTo(before);
    }
    FaultyStorageProvider.failNext(
        "publish", false, new NotPublishedException(new IOException("no space")));
    assertThatThrownBy(() -> spark.sql("DELETE FROM " + faulty + " WHERE id IN (2, 30)"))
        .hasStackTraceContaining("no space");
    assertThat(dataFiles()).isEqualTo(before);

    FaultyStorageProvider.failNext("publish", true, new IOException("lost answer"));
    spark.sql("DELETE FROM " + faulty + " WHERE id IN (2, 30)");
    assertThat(ids(spark)).hasSize(38);
  }

  /** What an outer join would shuffle, a semi join with the keys of the source leaves out. */
  @Test
  void filtersTheTargetOfAMergeByKeys(SparkSession spark) {
    create(spark, "", "id, concat('n', id) AS name", 40, 4);
    spark.sql("SELECT id, 'x' AS name FROM range(38, 42)").createOrReplaceTempView("s");
    String merge =
        "MERGE INTO "
            + name
            + " t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET name = s.name"
            + " WHEN NOT MATCHED THEN INSERT *";
    assertThat(spark.sql("EXPLAIN " + merge).first().getString(0)).contains("LeftSemi");
    spark.sql(merge);
    assertThat(ids(spark)).hasSize(42);
    assertThat(spark.table(name).filter("name = 'x'").count()).isEqualTo(4);
    // A constant key is a filter, and leaves no condition of the join.
    spark.sql(merge.replace("USING s", "USING (SELECT 99L AS id, 'x' AS name) s"));
    assertThat(ids(spark)).hasSize(43);
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    assertThat(spark.sql("EXPLAIN " + merge).first().getString(0)).doesNotContain("LeftSemi");
  }

  @Test
  void changesTablesOfTheSessionCatalog(SparkSession spark) {
    spark.sql("DROP TABLE IF EXISTS changed");
    spark.sql("CREATE TABLE changed USING albis LOCATION '" + uri + "' AS SELECT id FROM range(9)");
    spark.sql("UPDATE changed SET id = id + 100 WHERE id > 5");
    spark.sql("DELETE FROM changed WHERE id = 2");
    spark.sql(
        "MERGE INTO changed t USING (SELECT 0L AS id) s ON t.id = s.id"
            + " WHEN MATCHED THEN UPDATE SET id = -1");
    assertThat(ids(spark)).containsExactly(-1L, 1L, 3L, 4L, 5L, 106L, 107L, 108L);
    spark.sql("DROP TABLE changed");

    assertThatThrownBy(() -> spark.sql("DELETE FROM " + name + " VERSION AS OF 1 WHERE id = 1"))
        .isInstanceOf(Exception.class);
    assertThatThrownBy(() -> spark.sql("UPDATE albis.`/no/such` SET id = 1"))
        .isInstanceOf(AnalysisException.class);
  }
}
