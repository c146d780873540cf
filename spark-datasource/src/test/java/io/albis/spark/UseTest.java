// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.cache.ColumnCache;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** The ways to name a table and to set options. */
@ExtendWith(SparkTestSession.class)
class UseTest {

  @TempDir Path directory;

  private String table(String name, long firstId, int rows) {
    return TestTables.append(directory.resolve(name), firstId, rows);
  }

  private static long sum(Dataset<Row> table) {
    return table.selectExpr("sum(id)").first().getLong(0);
  }

  @Test
  void readsSeveralPaths(SparkSession spark) {
    String first = table("a", 0, 100);
    String second = TestTables.file(directory.resolve("b.albis"), 100, 100);

    Dataset<Row> both = spark.read().format("albis").load(first, second);

    assertThat(sum(both)).isEqualTo(19900);
    assertThat(both.selectExpr("count(distinct _file)").first().getLong(0)).isEqualTo(2);
    assertThat(both.limit(150).select("id").collectAsList())
        .extracting(row -> row.getLong(0))
        .hasSize(150)
        .contains(0L, 149L)
        .doesNotContain(150L);
    assertThat(both.offset(150).select("id").collectAsList()).hasSize(50);
  }

  @Test
  void readsGlobs(SparkSession spark) {
    table("part-1", 0, 10);
    table("part-2", 10, 10);
    table("other", 20, 10);

    assertThat(sum(spark.read().format("albis").load(directory + "/part-*"))).isEqualTo(190);
    assertThat(sum(spark.read().format("albis").load(directory + "/{other,part-1}")))
        .isEqualTo(45 + 245);
    assertThatThrownBy(() -> spark.read().format("albis").load(directory + "/none-*"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("PATH_NOT_FOUND")
        .hasMessageContaining("/none-*");
  }

  @Test
  void readsPathsWithSpecialCharacters(SparkSession spark) {
    String uri = table("a b%20c[1]", 0, 10);

    assertThat(sum(spark.read().format("albis").load(uri))).isEqualTo(45);
  }

  @Test
  void refusesTablesWithOtherColumns(SparkSession spark) {
    String first = table("a", 0, 10);
    String second = directory.resolve("b").toString();
    try (TableWriter writer =
        TableWriter.create(second, Schema.of(Field.required("id", Type.int32()))).open()) {
      writer.commit();
    }

    assertThatThrownBy(() -> spark.read().format("albis").load(first, second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the types of column id are int64 and int32");
  }

  @Test
  void saysThatThereIsNoPath(SparkSession spark) {
    assertThatThrownBy(() -> spark.read().format("albis").load())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no path");
    assertThatThrownBy(() -> spark.sql("SELECT * FROM albis.nothing"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("UNSUPPORTED_DATASOURCE_FOR_DIRECT_QUERY");
  }

  @Test
  void refusesUnreadableColumnsByPath(SparkSession spark) {
    String uri = directory.resolve("nanos").toString();
    Schema schema =
        Schema.of(
            Field.nullable(
                "outer", Type.struct(Field.nullable("at", Type.timestamp(TimeUnit.NANOS)))));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      writer.commit();
    }

    assertThatThrownBy(() -> spark.read().format("albis").load(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("outer.at");
  }

  @Test
  void createsTablesInTheSessionCatalog(SparkSession spark) {
    String uri = table("t", 0, 10);
    spark.sql("CREATE TABLE used USING albis LOCATION '" + uri + "'");
    try {
      assertThat(spark.sql("SELECT sum(id) FROM used").first().getLong(0)).isEqualTo(45);
      table("t", 10, 10);
      assertThat(spark.table("used").count()).isEqualTo(20);
      try (TableUpdate update = TableUpdate.open(uri)) {
        update.addColumn(Field.nullable("late", Type.int32())).commit();
      }
      assertThat(spark.sql("SELECT count(*), count(late) FROM used").first().toString())
          .isEqualTo("[20,0]");
      assertThatThrownBy(() -> spark.sql("SELECT sum(id) FROM used WITH (versionAsOf = 1)"))
          .isInstanceOf(AnalysisException.class);
      assertThatThrownBy(
              () -> spark.sql("CREATE TABLE other (id INT) USING albis LOCATION '" + uri + "'"))
          .hasMessageContaining("DATA_SOURCE_TABLE_SCHEMA_MISMATCH");
    } finally {
      spark.sql("DROP TABLE used");
    }
    assertThat(spark.read().format("albis").load(uri).count()).isEqualTo(20);
  }

  @Test
  void describesColumnsOfFixedLength(SparkSession spark) {
    Schema schema =
        Schema.of(
            Field.nullable("c", Type.string())
                .withExtension(new Extension("char", Map.of("length", "5"))),
            Field.nullable("v", Type.string())
                .withExtension(new Extension("varchar", Map.of("length", "7"))));
    String uri = directory.resolve("fixed").toString();
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setString(0, "ab");
        rows.setString(1, "cd");
        rows.endRow();
      }
      writer.commit();
    }
    spark.sql("CREATE TABLE fixed USING albis LOCATION '" + uri + "'");
    try {
      for (String name : List.of("fixed", "albis.`" + uri + "`")) {
        assertThat(spark.sql("DESCRIBE " + name).limit(2).select("data_type").collectAsList())
            .extracting(row -> row.getString(0))
            .containsExactly("char(5)", "varchar(7)");
        assertThat(spark.table(name).schema().simpleString())
            .isEqualTo("struct<c:string,v:string>");
        assertThat(spark.sql("SELECT concat(c, v) FROM " + name).first().getString(0))
            .isEqualTo("ab   cd");
      }
      String query = "SELECT * FROM fixed";
      assertThat(spark.sql(query + " WHERE c = 'ab'").collectAsList().toString())
          .isEqualTo("[[ab   ,cd]]");
      // Spark then compares padded values with what is written in the query.
      spark.conf().set("spark.sql.preserveCharVarcharTypeInfo", true);
      assertThat(spark.sql(query + " WHERE c = 'ab   '").collectAsList().toString())
          .isEqualTo("[[ab   ,cd]]");
    } finally {
      spark.sql("DROP TABLE fixed");
    }
  }

  @Test
  void readsTemporaryViews(SparkSession spark) {
    String uri = table("t", 0, 10);
    spark.sql("CREATE TEMPORARY VIEW v USING albis OPTIONS (path '" + uri + "')");

    assertThat(spark.sql("SELECT sum(id) FROM v WHERE id > 7").first().getLong(0)).isEqualTo(17);
  }

  @Test
  void refusesAUserSchema(SparkSession spark) {
    String uri = table("t", 0, 10);

    assertThatThrownBy(
            () -> spark.read().schema(new StructType().add("id", "int")).format("albis").load(uri))
        .hasMessageContaining("does not support user specified schema");
  }

  @Test
  void takesOptionsFromTheReadAndTheSession(SparkSession spark) {
    String uri = table("t", 0, 20_000);
    Dataset<Row> byDefault = spark.read().format("albis").load(uri).select("id");
    Dataset<Row> byOption =
        spark.read().format("albis").option("split-size", "20k").load(uri).select("id");
    spark.conf().set("spark.datasource.albis.split-size", "50k");
    spark.conf().set("spark.datasource.albis.min-split-size", "50k");
    Dataset<Row> bySession = spark.read().format("albis").load(uri).select("id");
    Dataset<Row> bySql = spark.sql("SELECT id FROM albis.`" + uri + "`");

    assertThat(partitions(byOption)).isGreaterThanOrEqualTo(partitions(bySession));
    assertThat(partitions(bySession)).isGreaterThanOrEqualTo(partitions(byDefault));
    assertThat(partitions(bySql)).isEqualTo(partitions(bySession));
    assertThat(sum(byOption)).isEqualTo(sum(byDefault)).isEqualTo(sum(bySession));
    assertThatThrownBy(() -> spark.read().format("albis").option("split-size", "much").load(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Invalid option split-size: much");
  }

  /** Also options that matter when the data is read. */
  @Test
  void takesOptionsFromTheQuery(SparkSession spark) {
    String query = "SELECT id FROM albis.`" + table("t", 0, 20_000) + "`";
    Dataset<Row> byDefault = spark.sql(query);
    Dataset<Row> unchecked = spark.sql(query + " WITH (checksums = 'false')");

    assertThat(unchecked.collectAsList()).isEqualTo(byDefault.collectAsList());
    assertThat(checksumNanos(byDefault)).isPositive();
    assertThat(checksumNanos(unchecked)).isZero();
  }

  private static long checksumNanos(Dataset<Row> query) {
    return metric(query, "checksumTime");
  }

  private static long metric(Dataset<Row> query, String name) {
    return (Long) Plans.scanNodes(query).get(0).metrics().apply(name).value();
  }

  @Test
  void keepsSegmentsInTheCacheOfTheProcess(SparkSession spark) {
    String query = "SELECT id FROM albis.`" + table("t", 0, 20_000) + "`";
    spark.conf().set("spark.datasource.albis.cache-size", "16m");
    try {
      Dataset<Row> repeated = null;
      for (int i = 0; i < 3; i++) {
        repeated = spark.sql(query);
        assertThat(repeated.collectAsList()).hasSize(20_000);
      }
      Dataset<Row> uncached = spark.sql(query + " WITH (`cache-size` = '0')");
      assertThat(uncached.collectAsList()).hasSize(20_000);

      assertThat(metric(repeated, "bytesCached")).isPositive();
      assertThat(metric(repeated, "bytesRead")).isZero();
      assertThat(metric(uncached, "bytesCached")).isZero();
      assertThat(ColumnCache.shared().limit()).isEqualTo(16 << 20);
    } finally {
      OpenDatasets.closeIdle();
      ColumnCache.shared().clear();
    }
  }

  private static int partitions(Dataset<Row> query) {
    InputPartition[] partitions =
        CollectionConverters.asJava(Plans.scanNodes(query).get(0).inputPartitions())
            .toArray(InputPartition[]::new);
    return partitions.length;
  }

  @Test
  void leavesTheNameToTheUser(SparkSession spark) {
    String uri = table("t", 0, 10);
    spark.conf().set("spark.sql.catalog.albis", "org.example.Other");

    assertThat(sum(spark.read().format("albis").load(uri))).isEqualTo(45);
  }

  @Test
  void hasFunctionsOfPartitionTransforms(SparkSession spark) {
    assertThat(
            spark
                .sql(
                    "SELECT albis.bucket(16, 34), albis.days(DATE'1970-01-11'),"
                        + " albis.years(DATE'2017-01-01')")
                .first()
                .toString())
        .isEqualTo("[3,1970-01-11,47]");
  }
}
