// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CorruptFileException;
import io.albis.format.schema.Partitioning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.DelegatingCatalogExtension;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tables of the session catalog, and statements that cannot work. */
@ExtendWith(SparkTestSession.class)
class StatementTest {

  @TempDir Path directory;

  private String table(String name, long firstId, int rows) {
    return TestTables.append(directory.resolve(name), firstId, rows);
  }

  private static void create(SparkSession spark, String name, String uri) {
    spark.sql("CREATE TABLE " + name + " USING albis LOCATION '" + uri + "'");
  }

  @AfterEach
  void drop(SparkSession spark) {
    for (String name : List.of("t", "again", "other")) {
      spark.sql("DROP TABLE IF EXISTS " + name);
    }
  }

  private static AbstractThrowableAssert<?, ?> refused(ThrowingCallable statement) {
    return assertThatThrownBy(statement).isInstanceOf(AnalysisException.class);
  }

  private static void unsupported(ThrowingCallable statement, String what) {
    refused(statement)
        .hasMessageContaining("Cannot " + what)
        .hasMessageContaining("Spark creates, reads and writes Albis tables");
  }

  private void delete(String name) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve(name))) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void dropsAndReplacesTablesWhoseDataIsGone(SparkSession spark) throws Exception {
    for (String statement :
        List.of("DROP TABLE t", "CREATE OR REPLACE TABLE t USING albis LOCATION '%s'")) {
      boolean isReplaced = statement.contains("REPLACE");
      String uri = table("gone", 0, 10);
      String other = table("other " + isReplaced, 0, 5);
      create(spark, "t", uri);
      delete("gone");

      assertThat(spark.catalog().tableExists("t")).isTrue();
      assertThat(spark.catalog().listTables().filter("name = 't'").count()).isEqualTo(1);
      refused(() -> spark.table("t"))
          .hasMessageContaining("PATH_NOT_FOUND")
          .hasMessageContaining("/gone");
      refused(() -> spark.sql("SELECT no_such_column FROM t"))
          .hasMessageContaining("PATH_NOT_FOUND");
      spark.sql(statement.formatted(other));

      assertThat(spark.catalog().tableExists("t")).isEqualTo(isReplaced);
      if (isReplaced) {
        assertThat(spark.table("t").count()).isEqualTo(5);
      }
      spark.sql("DROP TABLE IF EXISTS t");
    }
  }

  @Test
  void dropsTablesWhoseSnapshotIsGone(SparkSession spark) throws Exception {
    String uri = table("t", 0, 10);
    table("t", 10, 10);
    spark.sql("CREATE TABLE t USING albis OPTIONS (versionAsOf '1') LOCATION '" + uri + "'");
    assertThat(spark.table("t").count()).isEqualTo(10);
    delete("t");
    table("t", 0, 5);
    spark.sql("ALTER TABLE t SET TBLPROPERTIES ('versionAsOf' = '7')");

    refused(() -> spark.table("t"))
        .hasMessageContaining("snapshot 7")
        .hasMessageContaining("there is none (the snapshots are [1])");
    spark.sql("DROP TABLE t");
    assertThat(spark.catalog().tableExists("t")).isFalse();
  }

  /** A table that cannot be read is never created, and none is dropped for it. */
  @Test
  void createsOnlyTablesThatExist(SparkSession spark) {
    String uri = table("t", 0, 10);
    String none = directory.resolve("none").toString();

    for (String statement :
        List.of("CREATE TABLE other USING albis", "CREATE TABLE other (id INT) USING albis")) {
      unsupported(() -> spark.sql(statement), "create a table USING albis without the LOCATION");
      refused(() -> spark.sql(statement + " LOCATION '" + none + "'"))
          .hasMessageContaining("PATH_NOT_FOUND");
    }
    refused(() -> spark.sql("CREATE TABLE other (id INT) USING albis LOCATION '" + uri + "'"))
        .hasMessageContaining("id");
    assertThat(spark.catalog().tableExists("other")).isFalse();

    create(spark, "t", uri);
    refused(() -> spark.sql("CREATE OR REPLACE TABLE t USING albis LOCATION '" + none + "'"))
        .hasMessageContaining("PATH_NOT_FOUND");
    assertThat(spark.table("t").count()).isEqualTo(10);
  }

  @Test
  void showsWhatTheCatalogStores(SparkSession spark) {
    String uri = TestTables.keyed(directory.resolve("k"), Partitioning.identity("key"), 80);
    spark.sql(
        "CREATE TABLE t USING albis OPTIONS ('split-size' '1m') LOCATION '"
            + uri
            + "' COMMENT 'first'");
    // Spark forgets the comment of a table of this catalog when its properties are altered.
    spark.sql("ALTER TABLE t SET TBLPROPERTIES ('team' = 'sales')");
    spark.sql("COMMENT ON TABLE t IS 'all keys'");

    assertThat(description(spark, "t"))
        .contains("Type: EXTERNAL", "Provider: albis", "Comment: all keys")
        .contains("Location: file:" + uri)
        .anyMatch(line -> line.startsWith("Table Properties:") && line.contains("team=sales"));
    String statement = spark.sql("SHOW CREATE TABLE t").first().getString(0);
    assertThat(statement).contains("'split-size' = '1m'", "'team' = 'sales'", "all keys");

    String again = statement.replace("spark_catalog.default.t", "spark_catalog.default.again");
    spark.sql(again);
    assertThat(spark.table("again").count()).isEqualTo(80);
    assertThat(spark.sql("SHOW CREATE TABLE again").first().getString(0)).isEqualTo(again);
    assertThat(description(spark, "albis.`" + uri + "`"))
        .contains("Type: EXTERNAL", "Provider: albis");
  }

  /** The session catalog deletes the files of a table that it has put into its own directory. */
  @Test
  void showsTheTypeOfTheCatalog(SparkSession spark) {
    spark.sql("CREATE TABLE owned USING albis AS SELECT 1 AS id");

    assertThat(description(spark, "owned")).contains("Type: MANAGED", "Provider: albis");
    spark.sql("COMMENT ON TABLE owned IS 'mine'");
    assertThat(description(spark, "owned")).contains("Type: MANAGED", "Comment: mine");
    spark.sql("DROP TABLE owned");
  }

  private static List<String> description(SparkSession spark, String name) {
    return spark.sql("DESCRIBE EXTENDED " + name).collectAsList().stream()
        .map(row -> row.getString(0) + ": " + row.getString(1))
        .toList();
  }

  @Test
  void lengthensStrings(SparkSession spark) {
    String name = "albis.`" + directory.resolve("texts") + "`";
    spark.sql("CREATE TABLE " + name + " (v VARCHAR(2), t VARCHAR(2))");
    assertThatThrownBy(() -> spark.sql("INSERT INTO " + name + " VALUES ('abc', 'a')"))
        .hasMessageContaining("EXCEED_LIMIT_LENGTH");
    spark.sql("ALTER TABLE " + name + " ALTER COLUMN v TYPE VARCHAR(3)");
    spark.sql("ALTER TABLE " + name + " ALTER COLUMN t TYPE STRING");
    spark.sql("INSERT INTO " + name + " VALUES ('abc', 'abcde')");

    assertThat(spark.table(name).first().toString()).isEqualTo("[abc,abcde]");
    assertThat(spark.sql("DESCRIBE " + name).collectAsList().toString())
        .contains("v,varchar(3)", "t,string");
    assertThatThrownBy(() -> spark.sql("INSERT INTO " + name + " VALUES ('abcd', 'a')"))
        .hasMessageContaining("EXCEED_LIMIT_LENGTH");
    assertThatThrownBy(
            () -> spark.sql("ALTER TABLE " + name + " ALTER COLUMN t TYPE STRING COLLATE UNICODE"))
        .hasMessageContaining("Cannot change column t");
  }

  @Test
  void refusesStatementsThatWouldChangeNothing(SparkSession spark) {
    String uri = table("t", 0, 10);
    create(spark, "t", uri);

    for (String column :
        List.of(
            "ADD COLUMN late INT",
            "RENAME COLUMN id TO key",
            "ALTER COLUMN id COMMENT 'key'",
            "DROP COLUMN name")) {
      refused(() -> spark.sql("ALTER TABLE t " + column))
          .hasMessageContaining("name the table by its path");
    }
    refused(() -> spark.sql("DROP TABLE albis.`" + uri + "`"))
        .hasMessageContaining("Cannot drop table " + uri)
        .hasMessageContaining("use DROP TABLE ... PURGE");
    unsupported(
        () -> spark.sql("CREATE OR REPLACE TABLE t USING albis AS SELECT 1 AS id"), "replace t");
    assertThat(spark.table("t").count()).isEqualTo(10);
    spark.sql("ALTER TABLE t RENAME TO other");
    assertThat(spark.table("other").count()).isEqualTo(10);
    spark.sql("ALTER TABLE other SET LOCATION '" + table("moved", 0, 3) + "'");
    assertThat(spark.table("other").count()).isEqualTo(3);
  }

  @Test
  void refusesToWriteWhatIsNoTable(SparkSession spark) throws Exception {
    String uri = table("t", 0, 10);
    String none = directory.resolve("none").toString();
    Dataset<Row> rows = spark.range(3).toDF();

    refused(() -> rows.writeTo("albis.`" + none + "`").append())
        .hasMessageContaining("PATH_NOT_FOUND");
    refused(() -> spark.sql("INSERT INTO albis.`" + none + "` VALUES (1)"))
        .hasMessageContaining("PATH_NOT_FOUND");
    refused(() -> spark.sql("DELETE FROM albis.`" + none + "`"))
        .hasMessageContaining("PATH_NOT_FOUND");
    refused(() -> spark.sql("CREATE TABLE albis.no_path (id INT)"))
        .hasMessageContaining("its tables are named by paths");
    for (String mode : List.of("append", "overwrite")) {
      assertThatThrownBy(() -> rows.write().format("albis").mode(mode).save(directory + "/n*"))
          .hasMessageContaining("PATH_NOT_FOUND");
      refused(() -> rows.write().format("albis").mode(mode).option("versionAsOf", "1").save(uri))
          .hasMessageContaining("an older snapshot was asked for");
    }
    assertThat(Files.exists(Path.of(none))).isFalse();
    String parquet = directory.resolve("p").toString();
    rows.write().parquet(parquet);
    for (String mode : List.of("append", "overwrite", "errorifexists", "ignore")) {
      refused(() -> rows.write().format("albis").mode(mode).save(parquet))
          .hasMessageContaining("it is a directory without an Albis table");
    }
    assertThat(spark.read().parquet(parquet).count()).isEqualTo(3);
  }

  @Test
  void saysWhichTablesExist(SparkSession spark) throws Exception {
    String uri = table("t", 0, 10);
    String broken = table("broken", 0, 10);
    try (Stream<Path> files = Files.walk(Path.of(broken))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.write(file, "ALBIS".getBytes(StandardCharsets.US_ASCII));
      }
    }
    spark.range(3).write().parquet(directory.resolve("p").toString());
    create(spark, "t", uri);

    assertThat(spark.catalog().tableExists("t")).isTrue();
    assertThat(spark.catalog().tableExists("none")).isFalse();
    assertThat(spark.catalog().tableExists("albis.`" + uri + "`")).isTrue();
    assertThatThrownBy(() -> spark.catalog().tableExists("albis.`" + broken + "`"))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("invalid tail");
    String none = "albis.`" + directory + "/none`";
    assertThat(spark.catalog().tableExists(none)).isFalse();
    refused(() -> spark.sql("DESCRIBE " + none)).hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    refused(() -> spark.catalog().tableExists("albis.`" + directory + "/p`"))
        .hasMessageContaining("is a Parquet file");
  }

  @Test
  void namesWhatIsNotATable(SparkSession spark) throws Exception {
    String none = directory.resolve("none").toString();
    refused(() -> spark.read().format("albis").load(none))
        .hasMessageContaining("PATH_NOT_FOUND")
        .hasMessageContaining(none);
    refused(() -> spark.read().format("albis").option("versionAsOf", "1").load(none))
        .hasMessageContaining("PATH_NOT_FOUND");
    refused(() -> spark.sql("SELECT * FROM albis.`" + none + "`"))
        .hasMessageContaining("PATH_NOT_FOUND")
        .hasMessageContaining(none);
    refused(() -> spark.read().format("albis").load(directory + "/none-*"))
        .hasMessageContaining("PATH_NOT_FOUND");

    String parquet = directory.resolve("p").toString();
    spark.range(3).coalesce(1).write().parquet(parquet);
    Path part;
    try (Stream<Path> files = Files.list(Path.of(parquet))) {
      part = files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    named(spark, part.toString(), "it is a Parquet file", "albis convert");
    named(spark, parquet, "it is a directory without an Albis table", "is a Parquet file");
    Path text = directory.resolve("ids.csv");
    Files.writeString(text, "id,name\n1,é\n");
    named(spark, text.toString(), "it is a text file", "albis convert");
    Files.write(text, new byte[0]);
    named(spark, text.toString(), "it is an empty file");
    Files.write(text, new byte[] {1, 0, 2});
    named(spark, text.toString(), "it is a file of another format");
    Files.createDirectory(directory.resolve("empty"));
    named(spark, directory + "/empty", "the directory holds no Albis table");
  }

  private static void named(SparkSession spark, String path, String... parts) {
    refused(() -> spark.read().format("albis").load(path))
        .hasMessageContaining(path)
        .hasMessageContainingAll(parts);
  }

  @Test
  void namesSnapshotsThatAreNotThere(SparkSession spark) {
    String uri = table("t", 0, 10);

    refused(() -> spark.sql("SELECT * FROM albis.`" + uri + "` VERSION AS OF 9"))
        .hasMessageContaining("Cannot open snapshot 9")
        .hasMessageContaining("the snapshots are [1]");
    refused(() -> spark.read().format("albis").option("versionAsOf", "9").load(uri))
        .hasMessageContaining("Cannot open snapshot 9");
  }

  /**
   * A session catalog that is not Spark's own, such as Delta's, gets relations of Spark's older
   * interface, which Spark keeps from one query to the next.
   */
  @Test
  void usesTablesOfOtherSessionCatalogs(SparkSession spark) throws Exception {
    spark.conf().set("spark.sql.catalog.spark_catalog", OtherSessionCatalog.class.getName());
    String uri = table("t", 0, 10);
    create(spark, "t", uri);

    assertThat(spark.sql("SELECT sum(id) FROM t WHERE id > 7").first().getLong(0)).isEqualTo(17);
    table("t", 10, 10);
    Dataset<Row> query = spark.sql("SELECT a.id FROM t a JOIN t b ON a.id = b.id");
    assertThat(query.count()).isEqualTo(20);
    assertThat(Plans.scans(query)).hasSize(2);
    spark.sql("INSERT INTO t SELECT * FROM t WHERE id < 3");
    assertThat(spark.table("t").count()).isEqualTo(23);
    unsupported(() -> spark.sql("CREATE TABLE other USING albis"), "create a table");
    delete("t");
    refused(() -> spark.table("t")).hasMessageContaining("PATH_NOT_FOUND");
    spark.sql("DROP TABLE t");
    assertThat(spark.catalog().tableExists("t")).isFalse();
  }

  /** What Delta's catalog does with tables of other formats. */
  public static final class OtherSessionCatalog extends DelegatingCatalogExtension {}
}
