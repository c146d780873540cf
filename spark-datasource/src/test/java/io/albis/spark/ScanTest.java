// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is pushed down to scans, and that the rows stay the same. */
@ExtendWith(SparkTestSession.class)
class ScanTest {

  @TempDir Path directory;

  private Dataset<Row> table;

  @BeforeEach
  void write(SparkSession spark) {
    String uri = TestTables.append(directory.resolve("t"), 0, 1000);
    TestTables.append(directory.resolve("t"), 1000, 500);
    table = spark.read().format("albis").load(uri);
  }

  private static String plan(Dataset<Row> query) {
    return query.queryExecution().executedPlan().toString();
  }

  private static String readSchema(Dataset<Row> query) {
    return Plans.scans(query).get(0).readSchema().toDDL();
  }

  @Test
  void readsOnlySelectedFields() {
    Dataset<Row> query = table.selectExpr("id", "place.y", "tags.n");

    assertThat(readSchema(query))
        .isEqualTo("id BIGINT NOT NULL,place STRUCT<y: INT>,tags ARRAY<STRUCT<n: INT>>");
    assertThat(query.filter("id between 7 and 8").collectAsList().toString())
        .isEqualTo("[[7,-7,ArraySeq(7)], [8,-8,ArraySeq(8, 9)]]");
  }

  @Test
  void readsFieldsWithDotsInTheirNames() {
    assertThat(table.filter("id = 11").selectExpr("place.`note.text`").collectAsList().toString())
        .isEqualTo("[[note 11]]");
  }

  @Test
  void tellsNullStructsFromStructsOfNulls() {
    assertThat(table.filter("place is null").count()).isEqualTo(300);
    assertThat(table.filter("place is not null and place.y is null").count()).isEqualTo(400);
    assertThat(table.filter("place.y is null").count()).isEqualTo(700);
  }

  @Test
  void evaluatesFiltersInTheScan() {
    Dataset<Row> query = table.filter("id > 990 and price < 500 and name is not null");

    assertThat(plan(query)).contains("PushedPredicates").doesNotContain("Filter (");
    assertThat(query.select("id").collectAsList())
        .extracting(row -> row.getLong(0))
        .containsExactly(991L, 992L, 993L, 995L, 996L, 997L, 998L, 999L);
  }

  @Test
  void countsWithoutColumns() {
    assertThat(table.count()).isEqualTo(1500);
    assertThat(table.filter("id >= 1200").count()).isEqualTo(300);
  }

  @Test
  void readsOnlyTheRowsOfALimit() {
    Dataset<Row> query = table.select("id").limit(1100);

    assertThat(plan(query)).doesNotContain("GlobalLimit").doesNotContain("CollectLimit");
    assertThat(query.collectAsList()).hasSize(1100);
    assertThat(table.select("id").limit(0).collectAsList()).isEmpty();
    assertThat(table.select("id").limit(5000).count()).isEqualTo(1500);
  }

  @Test
  void limitsThePartitionsOfAFilteredScan() {
    Dataset<Row> query = table.filter("id % 2 = 0 and id > 3").select("id").limit(7);
    assertThat(query.collectAsList()).hasSize(7).allMatch(row -> row.getLong(0) % 2 == 0);

    Dataset<Row> exact = table.filter("id > 3").select("id").limit(7);
    assertThat(plan(exact)).contains("PartitionLimit: 7");
    assertThat(exact.collectAsList()).hasSize(7).allMatch(row -> row.getLong(0) > 3);
  }

  @Test
  void skipsTheRowsOfAnOffset() {
    Dataset<Row> query = table.select("id").offset(1400);

    assertThat(plan(query)).doesNotContain("Offset");
    assertThat(ids(query)).hasSize(100).contains(1400L, 1499L).doesNotContain(1399L);
    assertThat(ids(table.select("id").offset(990).limit(20)))
        .hasSize(20)
        .contains(990L, 1009L)
        .doesNotContain(989L);
    assertThat(ids(table.select("id").limit(20).offset(15)))
        .containsExactly(15L, 16L, 17L, 18L, 19L);
    assertThat(table.filter("id > 10").offset(1480).collectAsList()).hasSize(9);
    assertThat(table.offset(2000).collectAsList()).isEmpty();
  }

  private static List<Long> ids(Dataset<Row> query) {
    return query.collectAsList().stream().map(row -> row.getLong(0)).toList();
  }

  @Test
  void readsWithoutCodeGeneration(SparkSession spark) {
    spark.conf().set("spark.sql.codegen.wholeStage", "false");
    spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");

    assertThat(table.selectExpr("sum(id)", "count(place.x)").first().toString())
        .isEqualTo("[1124250,1200]");
  }
}
