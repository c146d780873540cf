// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SparkTestSession.class)
class ReadTest {

  @TempDir Path directory;

  @Test
  void readsATable(SparkSession spark) {
    String uri = TestTables.append(directory.resolve("t"), 0, 1000);
    TestTables.append(directory.resolve("t"), 1000, 500);

    Dataset<Row> table = spark.read().format("albis").load(uri);

    assertThat(table.count()).isEqualTo(1500);
    assertThat(table.selectExpr("sum(id)", "sum(price)", "count(name)").first())
        .isEqualTo(
            org.apache.spark.sql.RowFactory.create(
                1500L * 1499 / 2, (1500L * 1499 / 2 - 10L * 150 * 149 / 2) / 2.0, 1285L));
    assertThat(table.schema().fieldNames()).containsExactly("id", "price", "name", "place", "tags");
  }

  @Test
  void readsAFile(SparkSession spark) {
    String uri = TestTables.file(directory.resolve("f.albis"), 0, 100);

    Dataset<Row> file = spark.read().format("albis").load(uri);

    assertThat(file.filter("id >= 90").select("name").collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly(
            "name 90", null, "name 92", "name 93", "name 94", "name 95", "name 96", "name 97", null,
            "name 99");
  }

  @Test
  void selectsBySqlWithThePath(SparkSession spark) {
    String uri = TestTables.append(directory.resolve("t"), 0, 100);
    TestTables.append(directory.resolve("t"), 100, 100);

    assertThat(spark.sql("SELECT sum(id) FROM albis.`" + uri + "`").first().getLong(0))
        .isEqualTo(19900);
    assertThat(
            spark.sql("SELECT sum(id) FROM albis.`" + uri + "` VERSION AS OF 1").first().getLong(0))
        .isEqualTo(4950);
  }
}
