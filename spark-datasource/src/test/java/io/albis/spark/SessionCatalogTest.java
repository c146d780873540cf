// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.sql.DeltaSparkSessionExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.catalog.DeltaCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables of Albis in the session catalog of Delta, with the extension of Delta. Iceberg has no
 * release for this version of Spark: {@code launchers/catalogs} tests both.
 */
@ExtendWith(SparkTestSession.class)
class SessionCatalogTest {

  @TempDir Path directory;

  private SparkSession spark;

  @BeforeEach
  void start() {
    spark =
        SparkSession.builder()
            .withExtensions(new DeltaSparkSessionExtension())
            .config("spark.sql.catalog.spark_catalog", DeltaCatalog.class.getName())
            .create();
    spark.sql("CREATE DATABASE other LOCATION '" + directory + "/other'");
    spark.sql("USE other");
  }

  @AfterEach
  void restore(SparkSession shared) {
    SparkSession.setDefaultSession(shared);
  }

  private List<String> rows(String query) {
    return spark.sql(query + " ORDER BY ALL").collectAsList().stream().map(Row::toString).toList();
  }

  @Test
  void changesRows() {
    spark.sql("CREATE TABLE t USING albis PARTITIONED BY (p) AS SELECT 1L AS id, 'a' AS p");
    assertThat(Files.exists(directory.resolve("other/t/_albis"))).isTrue();
    spark.sql("INSERT INTO t VALUES (2, 'a'), (3, 'b')");
    spark.sql("INSERT INTO t BY NAME SELECT 'c' AS p, id + 3 AS id FROM t");
    assertThat(rows("SELECT * FROM t"))
        .containsExactly("[1,a]", "[2,a]", "[3,b]", "[4,c]", "[5,c]", "[6,c]");
    spark.sql("INSERT OVERWRITE t PARTITION (p = 'c') SELECT id * 10 FROM t WHERE p = 'c'");
    spark.sql("UPDATE t SET p = 'u' WHERE id = 2");
    spark.sql("DELETE FROM t WHERE id IN (SELECT id FROM t WHERE id > 50)");
    assertThat(rows("SELECT * FROM t"))
        .containsExactly("[1,a]", "[2,u]", "[3,b]", "[40,c]", "[50,c]");
    spark.sql("CREATE TABLE s USING delta AS SELECT 3L AS id UNION ALL SELECT 7L");
    spark.sql(
        "MERGE INTO other.t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET p = 'm' WHEN NOT"
            + " MATCHED THEN INSERT (id, p) VALUES (s.id, 'n') WHEN NOT MATCHED BY SOURCE AND t.id"
            + " > 40 THEN DELETE");
    assertThat(rows("SELECT * FROM t"))
        .containsExactly("[1,a]", "[2,u]", "[3,m]", "[7,n]", "[40,c]");

    spark.sql("TRUNCATE TABLE t");
    assertThat(rows("SELECT * FROM t")).isEmpty();
    spark.sql("DROP TABLE t");
    assertThat(Files.exists(directory.resolve("other/t"))).isFalse();
  }

  @Test
  void writesFrames() throws Exception {
    Dataset<Row> first = spark.range(2).selectExpr("id", "'a' AS p");
    first.write().format("albis").partitionBy("p").saveAsTable("t");
    first.write().format("albis").mode("ignore").saveAsTable("t");
    assertThatThrownBy(() -> first.write().format("albis").saveAsTable("t"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("ALREADY_EXISTS");
    Dataset<Row> more = spark.sql("SELECT 'b' AS p, 5L AS id");
    more.write().format("albis").mode("append").saveAsTable("t");
    more.writeTo("other.t").append();
    more.select("id", "p").write().insertInto("t");
    assertThat(rows("SELECT * FROM t"))
        .containsExactly("[0,a]", "[1,a]", "[5,b]", "[5,b]", "[5,b]");
    spark.sql("SELECT 6L AS id, 'b' AS p").writeTo("t").overwritePartitions();
    spark
        .sql("SELECT 7L AS id, 'c' AS p, 1 AS added")
        .write()
        .format("albis")
        .mode("append")
        .option("mergeSchema", true)
        .saveAsTable("t");
    List<String> last = rows("SELECT * FROM t");
    assertThat(last).containsExactly("[0,a,null]", "[1,a,null]", "[6,b,null]", "[7,c,1]");

    assertThatThrownBy(() -> more.write().format("albis").mode("overwrite").saveAsTable("t"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("replace t of the session catalog by a query");
    assertThatThrownBy(() -> more.writeTo("none").append()).isInstanceOf(AnalysisException.class);
    assertThat(rows("SELECT * FROM t")).isEqualTo(last);
  }

  @Test
  void leavesNothingOfQueriesThatFail() {
    assertThatThrownBy(
            () -> spark.sql("CREATE TABLE t USING albis AS SELECT raise_error('no') AS id"))
        .hasStackTraceContaining("no");
    assertThat(spark.catalog().tableExists("t")).isFalse();
    spark.sql("CREATE TABLE t USING albis AS SELECT 1 AS id");
    assertThat(rows("SELECT * FROM t")).containsExactly("[1]");
    assertThatThrownBy(() -> spark.sql("CREATE OR REPLACE TABLE t USING albis AS SELECT 2 AS id"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("replace t of the session catalog by a query");
  }

  /** Tables of other formats stay what they are. */
  @Test
  void leavesOtherTables() throws Exception {
    spark.sql("CREATE TABLE o USING delta AS SELECT 1L AS id");
    spark.sql("INSERT INTO o VALUES (2)");
    spark.sql("SELECT 3L AS id").writeTo("o").append();
    spark.sql("SELECT 4L AS id").write().format("delta").mode("append").saveAsTable("o");
    spark.sql("CREATE TABLE p USING parquet AS SELECT 1L AS id");
    spark.sql("SELECT 2L AS id").write().format("parquet").mode("append").saveAsTable("p");
    spark.sql("INSERT INTO p SELECT id FROM o WHERE id > 2");
    for (String table : List.of("o", "p")) {
      assertThat(rows("SELECT * FROM " + table))
          .as(table)
          .containsExactly("[1]", "[2]", "[3]", "[4]");
    }
  }
}
