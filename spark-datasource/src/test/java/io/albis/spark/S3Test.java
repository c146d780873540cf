// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.hdfs.internal.S3Server;
import io.albis.writer.TableWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables in an object store, with the settings of the session. */
@ExtendWith(SparkTestSession.class)
class S3Test {

  private static final String HADOOP = "hadoop.";

  @RegisterExtension static final S3Server server = new S3Server();

  private String uri;

  @BeforeEach
  void write() {
    uri = server.directory().toString();
    TableWriter.Builder builder = TableWriter.create(uri, TestTables.SCHEMA);
    server.options().forEach(builder::option);
    TestTables.write(builder, 0, 5000);
  }

  /** What {@code --conf spark.hadoop.NAME} sets for all sessions, this sets for one. */
  private static void connect(SparkSession spark) {
    server
        .options()
        .forEach((key, value) -> spark.conf().set(key.substring(HADOOP.length()), value));
  }

  @Test
  void readsWithTheSettingsOfTheSession(SparkSession spark) {
    connect(spark);
    Dataset<Row> table =
        spark.read().format("albis").option("split-size", "20k").load(uri).filter("id >= 100");

    assertThat(table.selectExpr("count(*)", "sum(id)", "count(price)").first().toString())
        .isEqualTo("[4900,12492550,4410]");
    assertThat(spark.sql("SELECT count(*) FROM albis.`" + uri + "`").first().getLong(0))
        .isEqualTo(5000);
    String directory = uri.substring(0, uri.lastIndexOf('/'));
    String name = uri.substring(uri.lastIndexOf('/') + 1);
    assertThat(spark.read().format("albis").load(directory + "/{none," + name + "}").count())
        .isEqualTo(5000);
  }

  @Test
  void readsWithTheOptionsOfTheRead(SparkSession spark) {
    Dataset<Row> table = spark.read().format("albis").options(server.options()).load(uri);

    assertThat(table.selectExpr("sum(id)").first().getLong(0)).isEqualTo(12_497_500);
  }

  /** An object store has no empty directories, and renames none. */
  @Test
  void namesTablesOfAWarehouse(SparkSession spark) {
    connect(spark);
    spark.conf().set("spark.sql.catalog.wh", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.wh.warehouse", uri + "-warehouse");
    assertThat(spark.sql("SHOW TABLES IN wh").isEmpty()).isTrue();
    spark.sql("CREATE NAMESPACE wh.a COMMENT 'of it'");
    assertThat(spark.sql("SHOW NAMESPACES IN wh").first().getString(0)).isEqualTo("a");
    assertThat(spark.sql("SHOW TABLES IN wh.a").isEmpty()).isTrue();
    spark.sql("CREATE TABLE wh.a.t AS SELECT 1L AS id");
    spark.sql("INSERT INTO wh.a.t VALUES (2)");
    spark.sql("ALTER NAMESPACE wh.a SET PROPERTIES ('k' = 'v')");

    assertThat(spark.sql("SHOW TABLES IN wh.a").first().getString(1)).isEqualTo("t");
    assertThat(spark.table("wh.a.t").count()).isEqualTo(2);
    assertThatThrownBy(() -> spark.sql("ALTER TABLE wh.a.t RENAME TO u"))
        .hasMessageContaining("this storage cannot rename a directory in one step")
        .hasMessageContaining("AS SELECT");
    spark.sql("DROP TABLE wh.a.t");
    assertThat(spark.sql("SHOW TABLES IN wh.a").isEmpty()).isTrue();
    spark.sql("DROP NAMESPACE wh.a");
    assertThat(spark.sql("SHOW NAMESPACES IN wh").isEmpty()).isTrue();
  }

  /** Plans and messages do not show secrets. */
  @Test
  void hidesSecrets(SparkSession spark) {
    connect(spark);
    String secret = "not-the-secret-of-the-server";
    Dataset<Row> table = spark.read().format("albis").load(uri);
    assertThat(table.queryExecution().toString()).doesNotContain("secret");

    spark.conf().set("fs.s3a.secret.key", secret);
    spark.conf().set("fs.s3a.attempts.maximum", "1");
    spark.conf().set("fs.s3a.retry.limit", "1");
    assertThatThrownBy(() -> spark.read().format("albis").load(uri).count())
        .satisfies(e -> assertThat(e).hasStackTraceContaining("403"))
        .satisfies(e -> assertThat(e.toString()).doesNotContain(secret));
  }
}
