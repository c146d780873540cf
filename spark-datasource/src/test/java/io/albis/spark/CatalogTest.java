// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables and namespaces of a warehouse directory. */
@ExtendWith(SparkTestSession.class)
class CatalogTest {

  @TempDir Path directory;

  private SparkSession spark;
  private Path warehouse;

  @BeforeEach
  void connect(SparkSession session) {
    spark = session;
    warehouse = directory.resolve("the warehouse");
    spark.conf().set("spark.sql.catalog.wh", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.wh.warehouse", warehouse.toString());
  }

  private List<Row> sql(String statement) {
    return spark.sql(statement).collectAsList();
  }

  private void run(String... statements) {
    for (String statement : statements) {
      spark.sql(statement);
    }
  }

  private List<String> names(String statement, String column) {
    return sql(statement).stream()
        .map(row -> row.getString(row.fieldIndex(column)))
        .sorted()
        .toList();
  }

  private List<String> tables(String namespace) {
    return names("SHOW TABLES IN " + namespace, "tableName");
  }

  private List<String> namespaces(String namespace) {
    return names("SHOW NAMESPACES IN " + namespace, "namespace");
  }

  private List<Long> ids(String table) {
    return sql("SELECT id FROM " + table + " ORDER BY id").stream()
        .map(row -> row.getLong(0))
        .toList();
  }

  private AbstractThrowableAssert<?, ?> refused(String statement) {
    return assertThatThrownBy(() -> spark.sql(statement))
        .as(statement)
        .isInstanceOf(AnalysisException.class);
  }

  @Test
  void namesTables() {
    run(
        "CREATE NAMESPACE wh.a",
        "CREATE TABLE wh.a.t (id BIGINT, name STRING COMMENT 'of it')",
        "INSERT INTO wh.a.t VALUES (1, 'x'), (2, 'y')",
        "CREATE TABLE wh.a.u PARTITIONED BY (name) AS SELECT * FROM wh.a.t",
        "CREATE TABLE wh.root AS SELECT 7L AS id",
        "INSERT INTO wh.a.u SELECT id + 10, name FROM wh.a.t",
        "CREATE OR REPLACE TABLE wh.a.t AS SELECT 5L AS id");

    assertThat(tables("wh.a")).containsExactly("t", "u");
    assertThat(tables("wh")).containsExactly("root");
    assertThat(namespaces("wh")).containsExactly("a");
    assertThat(ids("wh.a.t")).containsExactly(5L);
    assertThat(ids("wh.a.u")).containsExactly(1L, 2L, 11L, 12L);
    assertThat(ids("wh.a.u VERSION AS OF 1")).containsExactly(1L, 2L);
    assertThat(ids("wh.a.u TIMESTAMP AS OF '2100-01-01'")).hasSize(4);
    assertThat(ids("wh.`" + warehouse + "/a/u`")).hasSize(4);
    assertThat(warehouse.resolve("a/u/_albis")).isDirectory();

    refused("CREATE TABLE wh.a.t (id INT)").hasMessageContaining("TABLE_OR_VIEW_ALREADY_EXISTS");
    refused("REPLACE TABLE wh.a.none AS SELECT 1 AS id").hasMessageContaining("cannot be found");
    refused("SELECT * FROM wh.a.none").hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    refused("INSERT INTO wh.a.none VALUES (1)").hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    refused("DROP TABLE wh.a.none").hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    run("DROP TABLE IF EXISTS wh.a.none", "CREATE TABLE IF NOT EXISTS wh.a.t (id INT)");
  }

  @Test
  void writesFrames() throws Exception {
    run("CREATE NAMESPACE wh.a", "USE wh.a");
    spark.range(3).writeTo("wh.a.t").create();
    spark.range(3, 5).writeTo("t").append();
    assertThat(ids("t")).containsExactly(0L, 1L, 2L, 3L, 4L);
    spark.range(1).write().mode(SaveMode.Overwrite).saveAsTable("t");
    assertThat(ids("wh.a.t")).containsExactly(0L);
    spark.range(1, 2).write().insertInto("t");
    spark.range(2, 3).write().format("albis").mode(SaveMode.Append).saveAsTable("wh.a.t");
    assertThat(ids("wh.a.t")).containsExactly(0L, 1L, 2L);
    assertThat(spark.catalog().tableExists("wh.a.t")).isTrue();
    assertThat(spark.catalog().listTables("wh.a").count()).isEqualTo(1);
    assertThat(spark.read().table("t").count()).isEqualTo(3);
  }

  @Test
  void altersTables() {
    run(
        "CREATE TABLE wh.t (id BIGINT) TBLPROPERTIES ('team' = 'a', 'kept' = '1')",
        "INSERT INTO wh.t VALUES (1)",
        "ALTER TABLE wh.t ADD COLUMN place STRUCT<x: INT>",
        "ALTER TABLE wh.t ADD COLUMN place.y INT",
        "ALTER TABLE wh.t RENAME COLUMN place.x TO z",
        "ALTER TABLE wh.t SET TBLPROPERTIES ('team' = 'b', 'other' = 'c')",
        "ALTER TABLE wh.t UNSET TBLPROPERTIES ('other', 'none')",
        "COMMENT ON TABLE wh.t IS 'all of them'");
    assertThat(spark.table("wh.t").schema().toDDL())
        .isEqualTo("id BIGINT,place STRUCT<z: INT, y: INT>");
    assertThat(ids("wh.t")).containsExactly(1L);
    assertThat(sql("SHOW TBLPROPERTIES wh.t").stream().map(Row::toString).toList())
        .contains("[kept,1]", "[team,b]")
        .noneMatch(property -> property.contains("other"));
    assertThatThrownBy(() -> spark.sql("ALTER TABLE wh.t SET LOCATION '/elsewhere'"))
        .hasMessageContaining("Cannot alter a table by setting its location");
  }

  @Test
  void describesTables() {
    run(
        "CREATE NAMESPACE wh.a",
        "CREATE TABLE wh.a.t (id BIGINT NOT NULL, name STRING COMMENT 'of it')"
            + " PARTITIONED BY (name) COMMENT 'all' TBLPROPERTIES ('team' = 'sales')");
    List<String> lines =
        sql("DESCRIBE EXTENDED wh.a.t").stream()
            .map(row -> row.getString(0) + ": " + row.getString(1) + ", " + row.getString(2))
            .toList();
    assertThat(lines)
        .contains("id: bigint, null", "name: string, of it", "Type: MANAGED, ", "Comment: all, ")
        .contains("Provider: albis, ", "Table: t, ")
        .anyMatch(line -> line.startsWith("Location: file:") && line.contains("/a/t"))
        .anyMatch(line -> line.startsWith("Table Properties:") && line.contains("team=sales"))
        .anyMatch(line -> line.contains("Partition"));

    String create = sql("SHOW CREATE TABLE wh.a.t").get(0).getString(0);
    assertThat(create)
        .contains("CREATE TABLE wh.a.t", "USING albis", "PARTITIONED BY (name)", "COMMENT 'all'")
        .contains("'team' = 'sales'", "NOT NULL")
        .doesNotContain("LOCATION", "is_managed_location");
    run("DROP TABLE wh.a.t", create);
    assertThat(sql("SHOW CREATE TABLE wh.a.t").get(0).getString(0)).isEqualTo(create);
    assertThat(sql("SHOW TABLE EXTENDED IN wh.a LIKE 't'").get(0).toString())
        .contains("Type: MANAGED");
  }

  /** Also those that Spark cannot use, so that the statement creates the same table again. */
  @Test
  void showsAllPartitions() {
    run(
        "CREATE TABLE wh.t (id BIGINT, name STRING, at TIMESTAMP, `a.b` INT) PARTITIONED BY"
            + " (bucket(16, id), truncate(3, name), days(at), `a.b`)");

    String create = sql("SHOW CREATE TABLE wh.t").get(0).getString(0);
    assertThat(create)
        .contains("PARTITIONED BY (bucket(16, id), truncate(3, name), days(at), `a.b`)");
    assertThat(sql("DESCRIBE wh.t").toString())
        .contains("bucket(16, id)", "truncate(3, name)", "days(at)");
    run("DROP TABLE wh.t", create);
    assertThat(sql("SHOW CREATE TABLE wh.t").get(0).getString(0)).isEqualTo(create);
    run("INSERT INTO wh.t VALUES (1, 'name', timestamp'2026-01-01 10:00:00', 7)");
    assertThat(sql("SELECT `a.b` FROM wh.t").toString()).isEqualTo("[[7]]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DROP TABLE wh.a.t", "DROP TABLE wh.a.t PURGE"})
  void dropsTables(String statement) {
    run(
        "CREATE NAMESPACE wh.a",
        "CREATE TABLE wh.a.t AS SELECT 1L AS id",
        "INSERT INTO wh.a.t VALUES (2)",
        "CREATE TABLE wh.a.u AS SELECT 1L AS id",
        statement);
    assertThat(warehouse.resolve("a/t")).doesNotExist();
    assertThat(tables("wh.a")).containsExactly("u");
    refused("SELECT * FROM wh.a.t").hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    run("CREATE TABLE wh.a.t AS SELECT 9L AS id");
    assertThat(ids("wh.a.t")).containsExactly(9L);
  }

  /** The remains of an interrupted creation or removal are not listed as a table. */
  @Test
  void ignoresWhatFailuresLeave() throws IOException {
    run("CREATE NAMESPACE wh.a");
    Files.createDirectories(warehouse.resolve("a/t/_albis/snapshots/00000000000000000"));
    Files.createDirectories(warehouse.resolve("a/t/data"));
    Files.writeString(warehouse.resolve("a/t/data/x.albis"), "ALBIS");
    Files.createDirectories(warehouse.resolve("a/u/data"));

    assertThat(tables("wh.a")).isEmpty();
    assertThat(namespaces("wh.a")).isEmpty();
    refused("SELECT * FROM wh.a.t").hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    run("CREATE TABLE wh.a.t AS SELECT 9L AS id", "CREATE TABLE wh.a.u AS SELECT 8L AS id");
    assertThat(ids("wh.a.t")).containsExactly(9L);
    assertThat(tables("wh.a")).containsExactly("t", "u");
    run("DROP NAMESPACE wh.a CASCADE");
    assertThat(warehouse).isEmptyDirectory();
  }

  /** A path is dropped only if the statement says that its files are deleted. */
  @Test
  void dropsPathsOnlyWithPurge() {
    String uri = TestTables.append(directory.resolve("t"), 0, 10);
    refused("DROP TABLE wh.`" + uri + "`").hasMessageContaining("use DROP TABLE ... PURGE");
    assertThat(spark.table("wh.`" + uri + "`").count()).isEqualTo(10);
    run("DROP TABLE wh.`" + uri + "` PURGE");
    assertThat(directory.resolve("t")).doesNotExist();
  }

  @Test
  void renamesTables() throws IOException {
    run(
        "CREATE NAMESPACE wh.a",
        "CREATE NAMESPACE wh.b",
        "CREATE TABLE wh.a.t AS SELECT 1L AS id",
        "CREATE TABLE wh.a.u AS SELECT 2L AS id",
        "ALTER TABLE wh.a.t RENAME TO v");
    assertThat(tables("wh.a")).containsExactly("u", "v");
    run("ALTER TABLE wh.a.v RENAME TO b.t");
    assertThat(tables("wh.a")).containsExactly("u");
    assertThat(ids("wh.b.t")).containsExactly(1L);
    run("INSERT INTO wh.b.t VALUES (3)");
    assertThat(ids("wh.b.t")).containsExactly(1L, 3L);
    assertThat(warehouse.resolve("a/t")).doesNotExist();

    refused("ALTER TABLE wh.b.t RENAME TO a.u").hasMessageContaining("ALREADY_EXISTS");
    refused("ALTER TABLE wh.b.t RENAME TO none.t").hasMessageContaining("SCHEMA_NOT_FOUND");
    refused("ALTER TABLE wh.b.none RENAME TO t").hasMessageContaining("NOT_FOUND");
    refused("ALTER TABLE wh.b.t RENAME TO `..`.t").hasMessageContaining("Invalid name: '..'");
    Files.createDirectory(warehouse.resolve("a/other"));
    refused("ALTER TABLE wh.b.t RENAME TO a.other")
        .hasMessageContaining("there is a directory with that name");
    String path = "`" + warehouse + "/b/t`";
    refused("ALTER TABLE wh." + path + " RENAME TO x").hasMessageContaining("named by its path");
    assertThat(ids("wh.b.t")).containsExactly(1L, 3L);
  }

  @Test
  void namesNamespaces() throws IOException {
    run(
        "CREATE NAMESPACE wh.a COMMENT 'first' WITH DBPROPERTIES ('k' = 'v', 'é' = 'ü=\\n')",
        "CREATE NAMESPACE wh.a.b",
        "CREATE TABLE wh.a.b.t AS SELECT 1L AS id",
        "ALTER NAMESPACE wh.a SET PROPERTIES ('k' = 'w', 'l' = 'x')",
        "ALTER NAMESPACE wh.a UNSET PROPERTIES ('l')",
        "COMMENT ON NAMESPACE wh.a IS 'second'");
    assertThat(namespaces("wh")).containsExactly("a");
    assertThat(namespaces("wh.a")).containsExactly("a.b");
    assertThat(sql("DESCRIBE NAMESPACE EXTENDED wh.a").stream().map(Row::toString).toList())
        .contains("[Comment,second]")
        .anyMatch(line -> line.startsWith("[Location,file:") && line.endsWith("/a]"))
        .contains("[Properties,((k,w), (é,ü=\n))]");
    try (var files = Files.list(warehouse.resolve("a"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "b",
              "_namespace-1.properties",
              "_namespace-2.properties",
              "_namespace-3.properties",
              "_namespace-4.properties");
    }

    refused("CREATE NAMESPACE wh.a").hasMessageContaining("SCHEMA_ALREADY_EXISTS");
    run("CREATE NAMESPACE IF NOT EXISTS wh.a");
    refused("CREATE NAMESPACE wh.none.b").hasMessageContaining("SCHEMA_NOT_FOUND");
    refused("SHOW TABLES IN wh.none").hasMessageContaining("SCHEMA_NOT_FOUND");
    refused("USE wh.none").hasMessageContaining("SCHEMA_NOT_FOUND");
    refused("CREATE TABLE wh.none.t (id INT)").hasMessageContaining("SCHEMA_NOT_FOUND");
    refused("CREATE NAMESPACE wh.a.b.t").hasMessageContaining("there is a table with that name");
    refused("CREATE TABLE wh.a.b (id INT)")
        .hasMessageContaining("there is a namespace with that name");
    refused("CREATE NAMESPACE wh.c LOCATION '/x'")
        .hasMessageContaining("namespaces are directories of the warehouse");
  }

  @Test
  void dropsNamespaces() throws IOException {
    run(
        "CREATE NAMESPACE wh.a",
        "CREATE NAMESPACE wh.a.b",
        "CREATE TABLE wh.a.b.t AS SELECT 1L AS id",
        "CREATE TABLE wh.a.t AS SELECT 1L AS id",
        "CREATE NAMESPACE wh.empty",
        "DROP NAMESPACE wh.empty");
    assertThat(warehouse.resolve("empty")).doesNotExist();
    refused("DROP NAMESPACE wh.a").hasMessageContaining("SCHEMA_NOT_EMPTY");
    refused("DROP NAMESPACE wh.a.b").hasMessageContaining("SCHEMA_NOT_EMPTY");
    refused("DROP NAMESPACE wh.none").hasMessageContaining("SCHEMA_NOT_FOUND");
    run("DROP NAMESPACE IF EXISTS wh.none");
    Path other = Files.createDirectories(warehouse.resolve("a/other")).resolve("file");
    Files.writeString(other, "of somebody else");

    run("DROP NAMESPACE wh.a CASCADE");
    assertThat(namespaces("wh")).isEmpty();
    assertThat(warehouse.resolve("a/t")).doesNotExist();
    assertThat(warehouse.resolve("a/b")).doesNotExist();
    assertThat(other).exists();
    // A directory becomes a namespace with the tables that are in it.
    TestTables.append(warehouse.resolve("a/written"), 0, 10);
    run("CREATE NAMESPACE wh.a");
    assertThat(tables("wh.a")).containsExactly("written");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", ".", "", ".hidden", "_albis", "a/b", "a:b", "a*", "a\\b", "{a,b}"})
  void refusesNamesThatAreNotThoseOfDirectories(String name) {
    run("CREATE NAMESPACE wh.a", "CREATE TABLE wh.a.t AS SELECT 1L AS id");
    String quoted = "`" + name + "`";
    for (String statement :
        List.of(
            "CREATE TABLE wh.a." + quoted + " (id INT)",
            "CREATE TABLE wh." + quoted + ".t AS SELECT 1 AS id",
            "CREATE NAMESPACE wh." + quoted,
            "ALTER TABLE wh.a.t RENAME TO a." + quoted)) {
      assertThatThrownBy(() -> spark.sql(statement)).as(statement).isInstanceOf(Exception.class);
    }
    assertThatThrownBy(() -> spark.sql("SELECT * FROM wh.a." + quoted))
        .isInstanceOf(AnalysisException.class);
    assertThat(tables("wh.a")).containsExactly("t");
    assertThat(namespaces("wh")).containsExactly("a");
    assertThat(directory).isDirectoryContaining(path -> path.equals(warehouse));
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void takesNamesWithOtherCharacters() {
    for (String name : List.of("with space", "100%", "a#b", "ünï", "a%20b", "T")) {
      String table = "wh.`" + name + "`.`" + name + "`";
      run("CREATE NAMESPACE wh.`" + name + "`", "CREATE TABLE " + table + " AS SELECT 1L AS id");
      run("INSERT INTO " + table + " VALUES (2)");
      assertThat(ids(table)).containsExactly(1L, 2L);
      assertThat(tables("wh.`" + name + "`")).containsExactly(name);
      assertThat(warehouse.resolve(name).resolve(name).resolve("_albis")).isDirectory();
      run("ALTER TABLE " + table + " RENAME TO `" + name + " again`");
      run("DROP TABLE wh.`" + name + "`.`" + name + " again`", "DROP NAMESPACE wh.`" + name + "`");
    }
    assertThat(warehouse).isEmptyDirectory();
  }

  @Test
  void refusesLocations() {
    refused("CREATE TABLE wh.t (id INT) LOCATION '" + directory + "/x'")
        .hasMessageContaining("Cannot create table t at")
        .hasMessageContaining("name the table by its path");
    refused("CREATE TABLE wh.t LOCATION '" + directory + "/x' AS SELECT 1 AS id")
        .hasMessageContaining("Cannot create table t at");
  }

  /** Without a warehouse, tables have paths only. */
  @Test
  void namesPathsOnlyWithoutAWarehouse() {
    refused("CREATE TABLE albis.t (id INT)")
        .hasMessageContaining("such as albis.`/data/sales`")
        .hasMessageContaining("set spark.sql.catalog.albis.warehouse");
    refused("CREATE NAMESPACE albis.a").hasMessageContaining("spark.sql.catalog.albis.warehouse");
    refused("SHOW TABLES IN albis.a").hasMessageContaining("SCHEMA_NOT_FOUND");
    assertThat(tables("albis")).isEmpty();
    assertThat(namespaces("albis")).isEmpty();
    refused("SELECT * FROM albis.t").hasMessageContaining("albis");
    refused("DROP NAMESPACE albis.a").hasMessageContaining("SCHEMA_NOT_FOUND");
  }

  /** Options of the catalog are options of its tables. */
  @Test
  void passesOptionsOn() {
    spark.conf().set("spark.sql.catalog.opt", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.opt.warehouse", warehouse.toString());
    spark.conf().set("spark.sql.catalog.opt.split-size", "none");
    run("CREATE TABLE wh.t AS SELECT 1L AS id");
    assertThatThrownBy(() -> spark.sql("SELECT * FROM opt.t"))
        .hasMessageContaining("Invalid option split-size: none");
  }
}
