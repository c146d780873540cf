// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.schema.SortColumn;
import io.albis.reader.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.LogicalWriteInfoImpl;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What users of Spark write: frames, statements of SQL, and tables of the session catalog. */
@ExtendWith(SparkTestSession.class)
class WriteTest {

  @TempDir Path directory;

  private String uri;
  private String name;

  @BeforeEach
  void name() {
    uri = directory.resolve("t").toString();
    name = "albis.`" + uri + "`";
  }

  @AfterEach
  void drop(SparkSession spark) {
    spark.sql("DROP TABLE IF EXISTS t");
  }

  /** Ids, and names for half of them. */
  private static Dataset<Row> rows(SparkSession spark, long from, long to) {
    return spark.range(from, to).selectExpr("id", "if(id % 2 = 0, concat('n', id), null) AS name");
  }

  private void save(Dataset<Row> rows, SaveMode mode) {
    rows.write().format("albis").mode(mode).save(uri);
  }

  private static List<Long> ids(SparkSession spark, String table) {
    return spark.table(table).sort("id").collectAsList().stream()
        .map(row -> row.getLong(row.fieldIndex("id")))
        .toList();
  }

  private static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private long snapshotCount() {
    try (Table table = Table.open(uri)) {
      return table.snapshot().id();
    }
  }

  @Test
  void savesFramesInAllModes(SparkSession spark) {
    save(rows(spark, 0, 10), SaveMode.Append);
    assertThat(ids(spark, name)).isEqualTo(range(0, 10));
    assertThat(spark.table(name).filter("name = 'n4'").count()).isEqualTo(1);
    assertThat(spark.table(name).filter("name IS NULL").count()).isEqualTo(5);

    save(rows(spark, 10, 15), SaveMode.Append);
    assertThat(ids(spark, name)).isEqualTo(range(0, 15));

    assertThatThrownBy(() -> save(rows(spark, 0, 1), SaveMode.ErrorIfExists))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("TABLE_OR_VIEW_ALREADY_EXISTS");
    save(rows(spark, 0, 1), SaveMode.Ignore);
    assertThat(ids(spark, name)).isEqualTo(range(0, 15));

    save(rows(spark, 20, 23), SaveMode.Overwrite);
    assertThat(ids(spark, name)).isEqualTo(range(20, 23));
    assertThat(snapshotCount()).isEqualTo(3);
    assertThat(spark.sql("SELECT count(*) FROM " + name + " VERSION AS OF 2").first().getLong(0))
        .isEqualTo(15);
  }

  @Test
  void createsTablesInAllModes(SparkSession spark) {
    for (SaveMode mode : SaveMode.values()) {
      uri = directory.resolve(mode.name()).toString();
      save(rows(spark, 0, 10), mode);
      assertThat(ids(spark, "albis.`" + uri + "`")).isEqualTo(range(0, 10));
      assertThat(snapshotCount()).isEqualTo(1);
    }
  }

  /** Columns are found by their names, and values are cast as in all tables of Spark. */
  @Test
  void appendsByName(SparkSession spark) {
    save(rows(spark, 0, 2), SaveMode.Append);
    save(spark.range(2, 4).selectExpr("'x' AS name", "CAST(id AS INT) AS id"), SaveMode.Append);
    assertThat(ids(spark, name)).isEqualTo(range(0, 4));

    assertThatThrownBy(() -> save(spark.range(1).selectExpr("id", "id AS other"), SaveMode.Append))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("other");
    assertThatThrownBy(
            () -> save(spark.range(1).selectExpr("id", "'a' AS name", "1 AS x"), SaveMode.Append))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("x");
    assertThatThrownBy(
            () -> save(spark.range(1).selectExpr("'a' AS id", "'a' AS name"), SaveMode.Append))
        .hasMessageContaining("id");
    assertThat(ids(spark, name)).isEqualTo(range(0, 4));
  }

  @Test
  void replacesColumnsOnlyIfAsked(SparkSession spark) {
    save(rows(spark, 0, 2), SaveMode.Append);
    Dataset<Row> others = spark.range(3).selectExpr("id", "id * 2 AS twice");

    assertThatThrownBy(() -> save(others, SaveMode.Overwrite))
        .isInstanceOf(AnalysisException.class);
    others.write().format("albis").option("overwriteSchema", "true").mode("overwrite").save(uri);
    assertThat(spark.table(name).columns()).containsExactly("id", "twice");
    assertThat(ids(spark, name)).isEqualTo(range(0, 3));
    assertThatThrownBy(
            () ->
                others
                    .write()
                    .format("albis")
                    .option("overwriteSchema", "true")
                    .mode("append")
                    .save(uri))
        .hasMessageContaining("overwriteSchema")
        .hasMessageContaining("expected mode overwrite");
  }

  @Test
  void runsStatements(SparkSession spark) {
    spark.sql("CREATE TABLE " + name + " (id BIGINT NOT NULL COMMENT 'key', name STRING)");
    assertThat(spark.table(name).count()).isZero();
    assertThat(spark.table(name).schema().fields()[0].nullable()).isFalse();
    spark.sql("INSERT INTO " + name + " VALUES (1, 'a'), (2, 'b')");
    spark.sql("INSERT INTO " + name + " (name, id) VALUES ('c', 3)");
    spark.sql("INSERT INTO " + name + " (id) VALUES (4)");
    assertThat(ids(spark, name)).isEqualTo(range(1, 5));
    assertThatThrownBy(() -> spark.sql("INSERT INTO " + name + " VALUES (null, 'a')"))
        .hasMessageContaining("NOT_NULL");
    // A table can be read while it is replaced.
    spark.sql("INSERT OVERWRITE " + name + " SELECT id + 10, name FROM " + name);
    assertThat(ids(spark, name)).isEqualTo(range(11, 15));
    assertThatThrownBy(() -> spark.sql("CREATE TABLE " + name + " (id INT)"))
        .hasMessageContaining("TABLE_OR_VIEW_ALREADY_EXISTS");
    spark.sql("CREATE TABLE IF NOT EXISTS " + name + " (id INT)");
    assertThat(spark.table(name).count()).isEqualTo(4);
  }

  @Test
  void createsAndReplacesTablesByQueries(SparkSession spark) throws Exception {
    assertThatThrownBy(() -> spark.sql("REPLACE TABLE " + name + " AS SELECT 1L AS id"))
        .isInstanceOf(AnalysisException.class);
    spark.sql(
        "CREATE TABLE "
            + name
            + " TBLPROPERTIES ('team' = 'sales') AS SELECT id, id % 3 AS key FROM range(6)");
    assertThat(ids(spark, name)).isEqualTo(range(0, 6));
    try (Table table = Table.open(uri)) {
      assertThat(table.properties()).containsEntry("team", "sales");
    }
    spark.sql("REPLACE TABLE " + name + " AS SELECT id + 1 AS id FROM " + name);
    assertThat(ids(spark, name)).isEqualTo(range(1, 7));
    spark.sql("CREATE OR REPLACE TABLE " + name + " (id BIGINT) PARTITIONED BY (bucket(4, id))");
    assertThat(spark.table(name).count()).isZero();
    spark.table(name).writeTo(name).append();
    rows(spark, 0, 5).select("id").writeTo(name).append();
    assertThat(ids(spark, name)).isEqualTo(range(0, 5));
    rows(spark, 7, 9).writeTo(name).createOrReplace();
    assertThat(spark.table(name).columns()).containsExactly("id", "name");
    assertThat(ids(spark, name)).isEqualTo(range(7, 9));
    assertThat(snapshotCount()).isEqualTo(6);
  }

  /** A query that fails leaves nothing, or the table as it was. */
  @Test
  void failedQueriesChangeNothing(SparkSession spark) throws Exception {
    String failing =
        "SELECT id, if(id = 900, raise_error('stop'), 'a') AS name FROM range(0, 1000, 1, 1)";
    assertThatThrownBy(() -> spark.sql("CREATE TABLE " + name + " AS " + failing))
        .hasMessageContaining("stop");
    assertThat(spark.catalog().tableExists(name)).isFalse();
    save(rows(spark, 0, 3).coalesce(1), SaveMode.Append);
    for (String statement :
        List.of(
            "INSERT INTO " + name, "INSERT OVERWRITE " + name, "REPLACE TABLE " + name + " AS")) {
      assertThatThrownBy(() -> spark.sql(statement + " " + failing)).hasMessageContaining("stop");
    }
    assertThat(ids(spark, name)).isEqualTo(range(0, 3));
    assertThat(snapshotCount()).isEqualTo(1);
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.filter(file -> file.toString().endsWith(".albis"))).hasSize(1);
    }
  }

  @Test
  void partitionsAndSorts(SparkSession spark) {
    spark
        .range(0, 1000, 1, 4)
        .selectExpr("id % 5 AS key", "999 - id AS id", "timestamp_seconds(id * 9000) AS ts")
        .write()
        .format("albis")
        .option("partition-by", "key, month(ts)")
        .option("sort-by", "id")
        .option("column-groups", "key,id")
        .save(uri);
    try (Table table = Table.open(uri)) {
      assertThat(table.partitioning()).hasToString("[key, month(ts)]");
      assertThat(table.sortOrders()).containsValue(List.of(SortColumn.ascending("id")));
      assertThat(table.rowGroups()).allMatch(group -> group.sortOrderId() == 1).hasSizeLessThan(40);
    }
    assertThat(ids(spark, name)).isEqualTo(range(0, 1000));
    spark.sql(
        "CREATE OR REPLACE TABLE "
            + name
            + " PARTITIONED BY (key) AS SELECT id % 5 AS key, id"
            + " FROM range(0, 1000, 1, 4)");
    try (Table table = Table.open(uri)) {
      assertThat(table.rowGroups()).hasSize(5);
    }
    spark
        .range(1000, 1010)
        .selectExpr("id % 5 AS key", "id")
        .write()
        .format("albis")
        .partitionBy("key")
        .mode("append")
        .save(uri);
    assertThat(ids(spark, name)).isEqualTo(range(0, 1010));
    assertThatThrownBy(
            () ->
                spark
                    .table(name)
                    .write()
                    .format("albis")
                    .option("sort-by", "id")
                    .mode("append")
                    .save(uri))
        .hasMessageContaining("sort-by");
  }

  @Test
  void writesTablesOfTheSessionCatalog(SparkSession spark) throws Exception {
    spark.sql("CREATE TABLE t USING albis LOCATION '" + uri + "' AS SELECT id FROM range(3)");
    assertThat(ids(spark, "t")).isEqualTo(range(0, 3));
    spark.sql("INSERT INTO t VALUES (3)");
    spark.range(4, 6).toDF().writeTo("t").append();
    spark.range(6, 7).toDF().write().insertInto("t");
    spark.range(7, 8).toDF().write().format("albis").mode("append").saveAsTable("t");
    assertThat(ids(spark, "t")).isEqualTo(range(0, 8));
    spark.sql("INSERT OVERWRITE t SELECT id FROM range(2)");
    assertThat(ids(spark, "t")).isEqualTo(range(0, 2));
    spark.sql("DROP TABLE t");
    assertThat(ids(spark, name)).isEqualTo(range(0, 2));

    assertThatThrownBy(
            () -> spark.sql("CREATE TABLE t USING albis LOCATION '" + uri + "' AS SELECT 9L AS id"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("there is a table at");
    assertThat(ids(spark, name)).isEqualTo(range(0, 2));
    spark.range(5).write().format("albis").saveAsTable("t");
    assertThat(ids(spark, "t")).isEqualTo(range(0, 5));
  }

  private void createKeyed(SparkSession spark) {
    spark.sql(
        "CREATE OR REPLACE TABLE "
            + name
            + " PARTITIONED BY (key) AS SELECT id % 4 AS key, id FROM range(8)");
  }

  @Test
  void overwritesPartitions(SparkSession spark) throws Exception {
    createKeyed(spark);
    spark.sql("INSERT OVERWRITE " + name + " PARTITION (key = 1) SELECT 100L");
    assertThat(ids(spark, name)).containsExactly(0L, 2L, 3L, 4L, 6L, 7L, 100L);

    spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
    spark.sql("INSERT OVERWRITE " + name + " VALUES (2L, 200L), (9L, 900L)");
    assertThat(ids(spark, name)).containsExactly(0L, 3L, 4L, 7L, 100L, 200L, 900L);
    spark.range(300, 301).selectExpr("3L AS key", "id").writeTo(name).overwritePartitions();
    assertThat(ids(spark, name)).containsExactly(0L, 4L, 100L, 200L, 300L, 900L);
    spark
        .range(500, 501)
        .selectExpr("5L AS key", "id")
        .writeTo(name)
        .overwrite(functions.expr("key IN (0, 1) OR key = 9"));
    assertThat(ids(spark, name)).containsExactly(200L, 300L, 500L);
    spark.range(0).selectExpr("5L AS key", "id").writeTo(name).overwritePartitions();
    assertThat(ids(spark, name)).containsExactly(200L, 300L, 500L);

    assertThatThrownBy(
            () ->
                spark
                    .range(1)
                    .selectExpr("5L AS key", "id")
                    .writeTo(name)
                    .overwrite(functions.expr("key = 2 OR length(key) = 7")))
        .isInstanceOf(Exception.class);
    assertThat(ids(spark, name)).containsExactly(200L, 300L, 500L);
    spark.sql("CREATE OR REPLACE TABLE " + name + " AS SELECT 1L AS key, 7L AS id");
    spark.range(8, 9).selectExpr("5L AS key", "id").writeTo(name).overwritePartitions();
    assertThat(ids(spark, name)).containsExactly(8L);
  }

  @Test
  void deletesWholeRowGroups(SparkSession spark) {
    createKeyed(spark);
    spark.sql("DELETE FROM " + name + " WHERE key = 1 OR key = 2");
    assertThat(ids(spark, name)).containsExactly(0L, 3L, 4L, 7L);
    // Decided by the statistics of the row group, and by its rows.
    spark.sql("DELETE FROM " + name + " WHERE id = 3 OR id = 7");
    assertThat(ids(spark, name)).containsExactly(0L, 4L);
    spark.sql("DELETE FROM " + name + " WHERE id = 5");
    assertThat(ids(spark, name)).containsExactly(0L, 4L);
    assertThat(snapshotCount()).isEqualTo(3);
    spark.sql("TRUNCATE TABLE " + name);
    assertThat(spark.table(name).count()).isZero();
    spark.sql("INSERT INTO " + name + " VALUES (1, 1)");
    spark.sql("DELETE FROM " + name);
    assertThat(spark.table(name).count()).isZero();
    spark.sql("INSERT INTO " + name + " VALUES (1, null), (null, null)");
    spark.sql("DELETE FROM " + name + " WHERE key = 1 OR key IS NULL");
    assertThat(spark.table(name).count()).isZero();
  }

  /** Random conditions delete exactly the rows for which Spark says that they are true. */
  @Test
  void deletesWhatSparkSelects(SparkSession spark) {
    Random random = new Random(Long.getLong("albis.seed", 7));
    int deletions = 0;
    for (int round = 0; round < 40; round++) {
      if (round % 4 == 0) {
        spark
            .range(0, 60, 1, 3)
            .selectExpr(
                "if(id % 6 = 5, null, id % 6) AS key",
                "id", "if(id % 4 = 0, null, concat('n', id % 6)) AS name")
            .writeTo(name)
            .partitionedBy(functions.col("key"))
            .createOrReplace();
      }
      String condition = RandomConditions.nested(random, 2, WriteTest::condition);
      Dataset<Row> before = spark.table(name);
      List<Long> kept =
          before
              .filter("NOT coalesce(" + condition + ", false)")
              .sort("id")
              .collectAsList()
              .stream()
              .map(row -> row.getLong(1))
              .toList();
      long snapshots = snapshotCount();
      spark.sql("DELETE FROM " + name + " WHERE " + condition);
      deletions += snapshotCount() > snapshots ? 1 : 0;
      assertThat(ids(spark, name)).as(condition).isEqualTo(kept);
    }
    assertThat(deletions).isGreaterThan(5);
  }

  private static String condition(Random random) {
    int value = random.nextInt(7);
    return switch (random.nextInt(7)) {
      case 0 -> "key IS NULL";
      case 1 -> "key < " + value;
      case 2 -> "key IN (" + value + ", " + random.nextInt(7) + ")";
      case 3 -> "name = 'n" + value + "'";
      case 4 -> "name IS NOT NULL";
      case 5 -> "id >= " + 10 * value;
      default -> "key = " + value;
    };
  }

  @Test
  void altersTables(SparkSession spark) {
    save(
        rows(spark, 0, 4).selectExpr("id", "name", "named_struct('a', 1) AS place"),
        SaveMode.Append);
    spark.sql(
        "ALTER TABLE " + name + " ADD COLUMNS (late INT COMMENT 'later' AFTER id, last DATE)");
    spark.sql("ALTER TABLE " + name + " ADD COLUMN place.b STRING");
    spark.sql("ALTER TABLE " + name + " RENAME COLUMN name TO title");
    spark.sql("ALTER TABLE " + name + " ALTER COLUMN late TYPE BIGINT");
    spark.sql("ALTER TABLE " + name + " ALTER COLUMN title COMMENT 'of a book'");
    spark.sql("ALTER TABLE " + name + " ALTER COLUMN last FIRST");
    spark.sql("ALTER TABLE " + name + " ALTER COLUMN last AFTER title");
    spark.sql("ALTER TABLE " + name + " SET TBLPROPERTIES ('team' = 'sales', 'x' = 'y')");
    spark.sql("ALTER TABLE " + name + " UNSET TBLPROPERTIES ('x')");
    assertThat(spark.sql("SHOW TBLPROPERTIES " + name).collectAsList().toString())
        .contains("[team,sales]")
        .doesNotContain("[x,");
    assertThat(spark.table(name).schema().simpleString())
        .isEqualTo(
            "struct<id:bigint,late:bigint,title:string,last:date,place:struct<a:int,b:string>>");
    assertThat(spark.table(name).schema().fields()[2].getComment().get()).isEqualTo("of a book");
    spark.sql("INSERT INTO " + name + " VALUES (9, 5, 'x', DATE'2026-01-01', struct(1, 'b'))");
    assertThat(spark.table(name).filter("late IS NULL AND place.b IS NULL").count()).isEqualTo(4);
    assertThat(spark.table(name).filter("place.b = 'b' AND late = 5").count()).isEqualTo(1);
    spark.sql("ALTER TABLE " + name + " DROP COLUMNS (last, place)");
    spark.sql("ALTER TABLE " + name + " DROP COLUMN IF EXISTS last");
    assertThat(spark.table(name).columns()).containsExactly("id", "late", "title");
    for (String change :
        List.of(
            "ALTER COLUMN late TYPE INT", "ALTER COLUMN late SET NOT NULL", "DROP COLUMN other")) {
      assertThatThrownBy(() -> spark.sql("ALTER TABLE " + name + " " + change)).isNotNull();
    }
    assertThat(ids(spark, name)).isEqualTo(List.of(0L, 1L, 2L, 3L, 9L));
  }

  @Test
  void refusesColumnsThatOthersHaveChanged(SparkSession spark) {
    save(rows(spark, 0, 4), SaveMode.Append);
    StructType columns = spark.table(name).schema();
    SupportsWrite analyzed =
        (SupportsWrite) new AlbisDataSource().getTable(columns, null, Map.of("path", uri));
    LogicalWriteInfo write =
        new LogicalWriteInfoImpl(
            "query", columns, CaseInsensitiveStringMap.empty(), Optional.empty(), Optional.empty());
    assertThat(analyzed.newWriteBuilder(write).build()).isNotNull();
    spark.sql("ALTER TABLE " + name + " ADD COLUMN late STRING AFTER id");
    assertThatThrownBy(() -> analyzed.newWriteBuilder(write).build())
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining(
            "expected struct<id:bigint,name:string>, found"
                + " struct<id:bigint,late:string,name:string>");
  }

  @Test
  void reportsWhatIsWritten(SparkSession spark) {
    Dataset<Row> rows = rows(spark, 0, 1000);
    save(rows, SaveMode.Append);
    assertThat(spark.read().format("albis").load(uri).count()).isEqualTo(1000);
    for (Map.Entry<String, String> invalid :
        Map.of(
                "row-group-size",
                "much",
                "packing",
                "none",
                "sort-by",
                "nothing",
                "distribute",
                "no")
            .entrySet()) {
      String other = directory.resolve(invalid.getKey()).toString();
      assertThatThrownBy(
              () ->
                  rows.write()
                      .format("albis")
                      .option(invalid.getKey(), invalid.getValue())
                      .save(other))
          .hasMessageContaining(invalid.getValue());
      assertThat(Files.exists(Path.of(other))).isFalse();
    }
  }

  /** Rows that are not in Spark's binary form, of many columns, and batches that strings end. */
  @Test
  void writesWideAndLongRows(SparkSession spark) {
    Dataset<Row> wide =
        spark
            .range(0, 3000, 1, 2)
            .select(
                LongStream.range(0, 130)
                    .mapToObj(
                        i ->
                            functions
                                .expr("if(id % 7 = " + i % 7 + ", null, id + " + i + ")")
                                .as("c" + i))
                    .toArray(org.apache.spark.sql.Column[]::new));
    wide.write().format("albis").save(uri);
    assertThat(spark.table(name).exceptAll(wide).count()).isZero();
    assertThat(spark.table(name).count()).isEqualTo(3000);
    Dataset<Row> strings =
        spark.range(300).selectExpr("id", "repeat(id, 100000) AS text", "array(id, null) AS list");
    String other = directory.resolve("strings").toString();
    strings.write().format("albis").save(other);
    assertThat(spark.read().format("albis").load(other).exceptAll(strings).count()).isZero();
  }
}
