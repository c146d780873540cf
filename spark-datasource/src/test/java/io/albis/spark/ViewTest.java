// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.ViewAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Views in a warehouse. */
@ExtendWith(SparkTestSession.class)
class ViewTest {

  @TempDir Path directory;

  private SparkSession spark;

  @BeforeEach
  void create(SparkSession session) {
    spark = session;
    spark.conf().set("spark.sql.catalog.lake", AlbisViewCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.lake.warehouse", directory.toString());
    spark.sql("CREATE NAMESPACE lake.a");
    spark.sql("CREATE TABLE lake.a.t (id BIGINT, name STRING)");
    spark.sql("INSERT INTO lake.a.t VALUES (1, 'x'), (2, 'y')");
  }

  private List<String> strings(String sql) {
    return spark.sql(sql).collectAsList().stream().map(Row::toString).toList();
  }

  private List<String> files() throws Exception {
    Path views = directory.resolve("a/_views");
    if (!Files.exists(views)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(views)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void createsAndReplacesViews() throws Exception {
    spark.sql(
        "CREATE VIEW lake.a.v (n COMMENT 'number', text) COMMENT 'all of t'"
            + " TBLPROPERTIES ('k' = 'v') AS SELECT id, name FROM lake.a.t");
    assertThat(strings("SELECT n, text FROM lake.a.v ORDER BY n"))
        .containsExactly("[1,x]", "[2,y]");
    assertThat(strings("SHOW VIEWS IN lake.a")).containsExactly("[a,v,false]");
    assertThat(strings("DESCRIBE lake.a.v")).contains("[n,bigint,number]", "[text,string,null]");
    assertThat(strings("DESCRIBE EXTENDED lake.a.v").toString())
        .contains("all of t", "SELECT id, name FROM lake.a.t");
    assertThat(strings("SHOW TBLPROPERTIES lake.a.v").toString()).contains("[k,v]");

    spark.sql("CREATE OR REPLACE VIEW lake.a.v AS SELECT max(id) AS last FROM lake.a.t");
    assertThat(strings("SELECT * FROM lake.a.v")).containsExactly("[2]");
    spark.sql("ALTER VIEW lake.a.v AS SELECT min(id) AS first FROM lake.a.t");
    assertThat(strings("SELECT first FROM lake.a.v")).containsExactly("[1]");
    spark.sql("ALTER VIEW lake.a.v SET TBLPROPERTIES ('k' = 'w')");
    assertThat(strings("SHOW TBLPROPERTIES lake.a.v ('k')")).containsExactly("[k,w]");
    assertThat(files()).containsExactly("v-1.json", "v-2.json", "v-3.json", "v-4.json");

    spark.sql("ALTER VIEW lake.a.v RENAME TO a.w");
    assertThat(strings("SELECT * FROM lake.a.w")).containsExactly("[1]");
    spark.sql("DROP VIEW lake.a.w");
    assertThat(files()).isEmpty();
    assertThat(directory.resolve("a/_views")).doesNotExist();
    assertThatThrownBy(() -> spark.sql("SELECT * FROM lake.a.w"))
        .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    spark.sql("DROP VIEW IF EXISTS lake.a.w");
    assertThatThrownBy(() -> spark.sql("DROP VIEW lake.a.w")).isInstanceOf(AnalysisException.class);
  }

  @Test
  void sharesNamesWithTablesAndNamespaces() {
    spark.sql("CREATE VIEW lake.a.v AS SELECT * FROM lake.a.t");

    assertThatThrownBy(() -> spark.sql("CREATE VIEW lake.a.t AS SELECT 1 AS one"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("ALREADY_EXISTS");
    assertThatThrownBy(() -> spark.sql("CREATE OR REPLACE VIEW lake.a.t AS SELECT 1 AS one"))
        .isInstanceOf(AnalysisException.class);
    assertThatThrownBy(() -> spark.sql("CREATE VIEW lake.a.v AS SELECT 1 AS one"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("ALREADY_EXISTS");
    spark.sql("CREATE NAMESPACE lake.a.b");
    assertThatThrownBy(() -> spark.sql("CREATE VIEW lake.a.b AS SELECT 1 AS one"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("ALREADY_EXISTS");
    assertThatThrownBy(() -> spark.sql("CREATE TABLE lake.a.v (id INT)"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("ALREADY_EXISTS");
    assertThatThrownBy(() -> spark.sql("CREATE OR REPLACE TABLE lake.a.v (id INT)"))
        .isInstanceOf(AnalysisException.class);
    assertThatThrownBy(() -> spark.sql("ALTER TABLE lake.a.t RENAME TO a.v"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("ALREADY_EXISTS");
    assertThatThrownBy(() -> spark.sql("CREATE NAMESPACE lake.a.v"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("there is a view with that name");
    assertThatThrownBy(() -> spark.sql("DROP TABLE lake.a.v"))
        .isInstanceOf(AnalysisException.class);
    assertThat(strings("SELECT count(*) FROM lake.a.v")).containsExactly("[2]");
  }

  @Test
  void dropsNamespacesWithTheirViews() {
    spark.sql("CREATE NAMESPACE lake.b");
    spark.sql("CREATE VIEW lake.b.v AS SELECT * FROM lake.a.t");

    assertThatThrownBy(() -> spark.sql("DROP NAMESPACE lake.b"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("SCHEMA_NOT_EMPTY");
    spark.sql("DROP NAMESPACE lake.b CASCADE");
    assertThat(directory.resolve("b")).doesNotExist();
    assertThatThrownBy(() -> spark.sql("CREATE VIEW lake.b.v AS SELECT 1 AS one"))
        .isInstanceOf(AnalysisException.class);
    assertThatThrownBy(() -> spark.sql("CREATE VIEW lake.v AS SELECT 1 AS one"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Spark reads views only in a namespace");
  }

  /** Names without a catalog are those of the session that has created the view. */
  @Test
  void resolvesNamesAsWhereItWasCreated() {
    spark.sql("USE lake.a");
    spark.sql("CREATE VIEW v AS SELECT id + 1 AS next FROM t");
    spark.sql("CREATE VIEW w AS SELECT next FROM v WHERE next > 2");
    spark.sql("USE spark_catalog.default");

    assertThat(strings("SELECT * FROM lake.a.w")).containsExactly("[3]");
    assertThatThrownBy(() -> spark.sql("CREATE OR REPLACE VIEW lake.a.v AS SELECT * FROM lake.a.w"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("RECURSIVE_VIEW");
  }

  @Test
  void needsAWarehouseAndAName() {
    spark.conf().set("spark.sql.catalog.paths", AlbisViewCatalog.class.getName());

    assertThatThrownBy(() -> spark.sql("CREATE VIEW paths.v AS SELECT 1 AS one"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("set spark.sql.catalog.paths.warehouse to a directory");
    assertThatThrownBy(() -> spark.sql("CREATE VIEW lake.`/data/v` AS SELECT 1 AS one"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("views are named, and only tables have paths");
    assertThatThrownBy(() -> spark.sql("CREATE VIEW lake.a._v AS SELECT 1 AS one"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Invalid name: '_v'");
    String path = directory.resolve("a/t").toString();
    assertThat(strings("SELECT count(*) FROM lake.`" + path + "`")).containsExactly("[2]");
  }

  @Test
  void refusesOtherFiles() throws Exception {
    spark.sql("CREATE VIEW lake.a.v AS SELECT 1 AS one");
    Path file = directory.resolve("a/_views/v-1.json");
    String json = Files.readString(file);

    Files.writeString(file, json.replace("\"formatVersion\" : \"1\"", "\"formatVersion\" : \"2\""));
    assertThatThrownBy(() -> spark.sql("SELECT * FROM lake.a.v"))
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining("its version is 2 (expected 1)");
    for (String other : List.of("", "[]", "{\"formatVersion\": \"1\"}", json.substring(50))) {
      Files.writeString(file, other);
      assertThatThrownBy(() -> spark.sql("SELECT * FROM lake.a.v"))
          .isInstanceOf(AlbisIOException.class)
          .hasMessageContaining("Failed to read view a.v");
    }
    spark.sql("DROP VIEW lake.a.v");
  }

  private AlbisViewCatalog catalog() {
    AlbisViewCatalog catalog = new AlbisViewCatalog();
    catalog.initialize(
        "lake", new CaseInsensitiveStringMap(java.util.Map.of("warehouse", directory.toString())));
    return catalog;
  }

  private static View view(String query) {
    return new View.Builder()
        .withQueryText(query)
        .withSchema(new StructType().add("one", "int"))
        .build();
  }

  /** One of those that create a view at once succeeds; whoever replaces it then reads one. */
  @Test
  void createsOnceAndReplacesInOneStep() throws Exception {
    Identifier name = Identifier.of(new String[] {"a"}, "v");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 20; round++) {
        List<Callable<Boolean>> creations = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          String query = "SELECT " + i;
          creations.add(
              () -> {
                SparkSession.setActiveSession(spark);
                try {
                  catalog().createView(name, view(query));
                  return true;
                } catch (ViewAlreadyExistsException e) {
                  return false;
                }
              });
        }
        assertThat(threads.invokeAll(creations).stream().map(ViewTest::get)).containsOnlyOnce(true);

        List<Callable<Boolean>> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          String query = "SELECT 1" + i;
          others.add(
              () -> {
                SparkSession.setActiveSession(spark);
                catalog().createOrReplaceView(name, view(query));
                return catalog().loadView(name).queryText().startsWith("SELECT 1");
              });
        }
        assertThat(threads.invokeAll(others).stream().map(ViewTest::get)).containsOnly(true);
        assertThat(catalog().dropView(name)).isTrue();
        assertThat(catalog().viewExists(name)).isFalse();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void keepsTenEarlierFiles() throws Exception {
    Identifier name = Identifier.of(new String[] {"a"}, "v");
    for (int i = 1; i <= 15; i++) {
      catalog().createOrReplaceView(name, view("SELECT " + i));
    }
    assertThat(catalog().loadView(name).queryText()).isEqualTo("SELECT 15");
    assertThat(files()).hasSize(11).contains("v-5.json", "v-15.json");
    assertThat(catalog().dropView(name)).isTrue();
    assertThat(files()).isEmpty();
  }

  private static boolean get(Future<Boolean> result) {
    try {
      return result.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
