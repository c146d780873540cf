// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.reader.Table;
import io.albis.spark.internal.table.AlbisTable;
import io.albis.spark.internal.write.RowsWriteBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.LogicalWriteInfoImpl;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rows with other columns than the table: the option {@code mergeSchema}, and SQL. */
@ExtendWith(SparkTestSession.class)
class MergeSchemaTest {

  private static final String MERGE_SETTING = "spark.datasource.albis.mergeSchema";

  @TempDir Path directory;

  private String uri;
  private String name;

  @BeforeEach
  void create(SparkSession spark) {
    uri = directory.resolve("t").toString();
    name = "albis.`" + uri + "`";
    spark.sql("CREATE TABLE " + name + " (id INT, s STRUCT<a: INT>, l ARRAY<STRUCT<x: INT>>)");
    spark.sql("INSERT INTO " + name + " VALUES (1, struct(2), array(struct(3)))");
  }

  private void save(Dataset<Row> rows, SaveMode mode) {
    rows.write().format("albis").option("mergeSchema", true).mode(mode).save(uri);
  }

  private List<String> rows(SparkSession spark) {
    return spark.table(name).sort("id").toJSON().collectAsList();
  }

  private String columns(SparkSession spark) {
    return spark.table(name).schema().toDDL();
  }

  private long snapshotId() {
    try (Table table = Table.open(uri)) {
      return table.snapshot().id();
    }
  }

  @Test
  void addsColumnsAndFieldsByTheCommitOfTheRows(SparkSession spark) {
    save(
        spark.sql(
            "SELECT 'n' AS name, struct('b' AS b) AS s, array(struct(5L AS y)) AS l, 7L AS ID,"
                + " struct(1 AS p) AS added"),
        SaveMode.Append);
    assertThat(snapshotId()).isEqualTo(3);
    assertThat(columns(spark))
        .isEqualTo(
            "id BIGINT,s STRUCT<a: INT, b: STRING>,l ARRAY<STRUCT<x: INT, y: BIGINT>>,name STRING,"
                + "added STRUCT<p: INT>");
    assertThat(rows(spark))
        .containsExactly(
            "{\"id\":1,\"s\":{\"a\":2},\"l\":[{\"x\":3}]}",
            "{\"id\":7,\"s\":{\"b\":\"b\"},\"l\":[{\"y\":5}],\"name\":\"n\",\"added\":{\"p\":1}}");
    // The snapshot before has neither the columns nor the row.
    assertThat(spark.sql("SELECT * FROM " + name + " VERSION AS OF 2").schema().size())
        .isEqualTo(3);
    // Columns that the rows lack are null.
    save(spark.sql("SELECT 9 AS id"), SaveMode.Append);
    assertThat(rows(spark).get(2)).isEqualTo("{\"id\":9}");
  }

  @Test
  void replacesRowsAndKeepsColumns(SparkSession spark) {
    save(spark.sql("SELECT 7L AS id, 1 AS n"), SaveMode.Overwrite);
    assertThat(rows(spark)).containsExactly("{\"id\":7,\"n\":1}");
    assertThat(columns(spark))
        .isEqualTo("id BIGINT,s STRUCT<a: INT>,l ARRAY<STRUCT<x: INT>>,n INT");
    assertThat(snapshotId()).isEqualTo(3);
  }

  @Test
  void writesByTheNameOfTheTable(SparkSession spark) throws Exception {
    spark.sql("SELECT 7 AS id, 1 AS n").writeTo(name).option("mergeSchema", "true").append();
    spark.conf().set(MERGE_SETTING, "true");
    try {
      spark.sql("SELECT 8 AS id, 2 AS m").writeTo(name).append();
      spark.sql("SELECT 9 AS id, 3 AS k").writeTo(name).overwrite(functions.col("id").equalTo(7));
      assertThatThrownBy(
              () ->
                  spark
                      .sql("SELECT 9 AS id, 3 AS other")
                      .writeTo(name)
                      .option("mergeSchema", "false")
                      .append())
          .hasMessageContaining("other");
      // Statements of SQL assign columns by their positions, and change none.
      spark.sql("INSERT INTO " + name + " (id) VALUES (10)");
    } finally {
      spark.conf().unset(MERGE_SETTING);
    }
    assertThat(rows(spark).subList(1, 4))
        .containsExactly("{\"id\":8,\"m\":2}", "{\"id\":9,\"k\":3}", "{\"id\":10}");
  }

  @Test
  void replacesPartitions(SparkSession spark) throws Exception {
    String parts = "albis.`" + directory.resolve("p") + "`";
    spark.sql("CREATE TABLE " + parts + " (p INT, v INT) PARTITIONED BY (p)");
    spark.sql("INSERT INTO " + parts + " VALUES (1, 10), (2, 20)");
    spark
        .sql("SELECT 2 AS p, 21L AS v, 'new' AS w")
        .writeTo(parts)
        .option("mergeSchema", "true")
        .overwritePartitions();
    assertThat(spark.table(parts).sort("p").toJSON().collectAsList())
        .containsExactly("{\"p\":1,\"v\":10}", "{\"p\":2,\"v\":21,\"w\":\"new\"}");
  }

  @Test
  void namesTheOptionIfItIsNotSet(SparkSession spark) {
    Dataset<Row> rows = spark.sql("SELECT 7 AS id, struct(1 AS a, 2 AS z) AS s, 3 AS n");
    assertThatThrownBy(() -> rows.write().format("albis").mode(SaveMode.Append).save(uri))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("it does not have the columns s.z, n of the rows")
        .hasMessageContaining("set the option mergeSchema to true");
    assertThatThrownBy(() -> rows.writeTo(name).append())
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("set the option mergeSchema to true");
    assertThat(snapshotId()).isEqualTo(2);
  }

  @Test
  void leavesTheTableAsItWasIfTheJobFails(SparkSession spark) {
    String before = columns(spark);
    Dataset<Row> rows =
        spark.range(10).selectExpr("cast(id AS BIGINT) AS id", "raise_error('no') AS n");
    assertThatThrownBy(() -> save(rows.selectExpr("id", "string(n) AS n"), SaveMode.Append))
        .hasStackTraceContaining("no");
    assertThat(columns(spark)).isEqualTo(before);
    assertThat(snapshotId()).isEqualTo(2);
    // Spark's cast refuses the string, and the column keeps its type.
    assertThatThrownBy(() -> save(spark.sql("SELECT 'x' AS id"), SaveMode.Append))
        .isInstanceOf(AnalysisException.class);
    assertThat(columns(spark)).isEqualTo(before);
  }

  @Test
  void refusesColumnsThatOthersHaveChanged(SparkSession spark) {
    StructType columns = spark.table(name).schema();
    AlbisTable analyzed =
        (AlbisTable) new AlbisDataSource().getTable(columns, null, Map.of("path", uri));
    StructType evolved = columns.add("n", "int");
    LogicalWriteInfo write =
        new LogicalWriteInfoImpl(
            "query", evolved, CaseInsensitiveStringMap.empty(), Optional.empty(), Optional.empty());
    RowsWriteBuilder builder =
        new RowsWriteBuilder(analyzed.target(), write, Map.of()).evolvingTo(evolved);
    assertThat(builder.plan().types()).isEqualTo(evolved);
    // A column that another writer has dropped does not come back.
    spark.sql("ALTER TABLE " + name + " DROP COLUMN l");
    assertThatThrownBy(builder::plan)
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("another writer has changed its columns");
    assertThat(columns(spark)).isEqualTo("id INT,s STRUCT<a: INT>");
  }

  @Test
  void storesNullsOfNoTypeInExistingColumns(SparkSession spark) {
    save(spark.sql("SELECT 7 AS id, null AS s, 1 AS n"), SaveMode.Append);
    assertThat(rows(spark).get(1)).isEqualTo("{\"id\":7,\"n\":1}");
    assertThatThrownBy(() -> save(spark.sql("SELECT 7 AS id, null AS v"), SaveMode.Append))
        .hasMessageContaining("Cannot store column v");
  }

  @Test
  void cachedTablesShowTheNewRows(SparkSession spark) {
    spark.table(name).cache();
    try {
      assertThat(spark.table(name).count()).isEqualTo(1);
      save(spark.sql("SELECT 7 AS id, 1 AS n"), SaveMode.Append);
      assertThat(spark.table(name).count()).isEqualTo(2);
    } finally {
      spark.catalog().clearCache();
    }
  }

  @Test
  void mergesRowsWithSchemaEvolution(SparkSession spark) {
    spark.sql("SELECT 1L AS id, 'x' AS n UNION ALL SELECT 2, 'y'").createOrReplaceTempView("src");
    spark.sql(
        "MERGE WITH SCHEMA EVOLUTION INTO "
            + name
            + " t USING src ON t.id = src.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN"
            + " INSERT *");
    assertThat(columns(spark))
        .isEqualTo("id BIGINT,s STRUCT<a: INT>,l ARRAY<STRUCT<x: INT>>,n STRING");
    assertThat(rows(spark))
        .containsExactly(
            "{\"id\":1,\"s\":{\"a\":2},\"l\":[{\"x\":3}],\"n\":\"x\"}", "{\"id\":2,\"n\":\"y\"}");
  }
}
