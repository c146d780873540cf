// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.spark.internal.read.KeyedScanPartition;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** What scans report to Spark, and what Spark makes of it. */
@ExtendWith(SparkTestSession.class)
class FeatureTest {

  @TempDir Path directory;

  private Dataset<Row> load(SparkSession spark, String uri) {
    return spark.read().format("albis").load(uri);
  }

  private static String plan(Dataset<Row> query) {
    return query.queryExecution().executedPlan().toString();
  }

  private String plain() {
    String uri = TestTables.append(directory.resolve("t"), 0, 1000);
    TestTables.append(directory.resolve("t"), 1000, 500);
    return uri;
  }

  @Test
  void hasMetadataColumns(SparkSession spark) {
    Dataset<Row> table = load(spark, plain());

    List<Row> rows =
        table
            .selectExpr("id", "_row_group", "_row_index", "_snapshot", "_file")
            .filter("id in (0, 999, 1001)")
            .orderBy("id")
            .collectAsList();

    assertThat(rows).extracting(row -> row.getLong(2)).containsExactly(0L, 999L, 1L);
    assertThat(rows.get(0).getLong(1)).isEqualTo(rows.get(1).getLong(1));
    assertThat(rows.get(2).getLong(1)).isNotEqualTo(rows.get(1).getLong(1));
    assertThat(rows).allMatch(row -> row.getLong(3) == 2);
    assertThat(rows)
        .allMatch(row -> row.getString(4).startsWith("file://" + directory.resolve("t/data/")));
    assertThat(table.columns()).doesNotContain("_file");
    assertThat(table.selectExpr("count(distinct _row_group)").first().getLong(0)).isEqualTo(2);
  }

  @Test
  void namesTheFileOfRows(SparkSession spark) {
    List<Row> rows =
        load(spark, plain())
            .selectExpr("_file", "input_file_name()", "input_file_block_start()")
            .distinct()
            .collectAsList();

    assertThat(rows).hasSize(2);
    assertThat(rows).allMatch(row -> row.getString(0).equals(row.getString(1)));
    assertThat(rows).allMatch(row -> row.getLong(2) == 0);
  }

  @Test
  void hasMetadataColumnsOfFiles(SparkSession spark) {
    String uri = TestTables.file(directory.resolve("f.albis"), 0, 10);

    Row row = load(spark, uri).selectExpr("_file", "_snapshot", "max(_row_index) over ()").first();

    assertThat(row.getString(0)).isEqualTo("file://" + uri);
    assertThat(row.isNullAt(1)).isTrue();
    assertThat(row.getLong(2)).isEqualTo(9);
  }

  @Test
  void estimatesRowsAndBytes(SparkSession spark) {
    spark.conf().set("spark.sql.cbo.enabled", "true");
    Dataset<Row> query = load(spark, plain()).select("id", "price").filter("id >= 1000");

    Statistics statistics =
        ((SupportsReportStatistics) Plans.scans(query).get(0)).estimateStatistics();

    assertThat(statistics.numRows()).hasValue(500);
    assertThat(statistics.sizeInBytes()).isPresent();
    assertThat(statistics.sizeInBytes().getAsLong()).isBetween(3200L, 4000L);
    Map<String, org.apache.spark.sql.connector.read.colstats.ColumnStatistics> columns =
        new TreeMap<>();
    statistics.columnStats().forEach((name, column) -> columns.put(name.describe(), column));
    assertThat(columns.get("id").min()).contains(1000L);
    assertThat(columns.get("id").max()).contains(1499L);
    assertThat(columns.get("price").nullCount()).hasValue(50);
  }

  @Test
  void estimatesColumnsWhoseNamesNeedQuotes(SparkSession spark) {
    spark.conf().set("spark.sql.cbo.enabled", "true");
    Schema schema =
        Schema.of(
            Field.required("unit price", Type.int64()), Field.required("a.b`c", Type.int64()));
    String uri = directory.resolve("quoted").toString();
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        out.setLong(0, 1);
        out.setLong(1, 2);
        out.endRow();
      }
      writer.commit();
    }

    Statistics statistics =
        ((SupportsReportStatistics) Plans.scans(load(spark, uri)).get(0)).estimateStatistics();

    assertThat(statistics.columnStats().keySet())
        .extracting(name -> List.of(name.fieldNames()))
        .containsExactlyInAnyOrder(List.of("unit price"), List.of("a.b`c"));
  }

  @Test
  void joinsPartitionsWithoutShuffle(SparkSession spark) {
    for (Partitioning partitioning :
        List.of(Partitioning.identity("key"), Partitioning.bucket("key", 4))) {
      String suffix = partitioning.toString().replaceAll("[^a-z0-9]", "_");
      Dataset<Row> left =
          load(spark, TestTables.keyed(directory.resolve("a" + suffix), partitioning, 800));
      Dataset<Row> right =
          load(spark, TestTables.keyed(directory.resolve("b" + suffix), partitioning, 80));
      spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");

      Dataset<Row> join = left.join(right, "key").selectExpr("count(*)", "sum(key)");

      assertThat(plan(join)).as(partitioning.toString()).doesNotContain("hashpartitioning");
      assertThat(join.first().toString()).isEqualTo("[8000,28000]");
      assertThat(partitionKeys(Plans.scanNodes(left.select("key")).get(0))).isGreaterThan(1);
    }
  }

  /** As a stream leaves them that nothing merges. */
  @Test
  void readsPartitionsInManyPiecesInTheOrderOfTheTable(SparkSession spark) throws Exception {
    Path table = directory.resolve("pieces");
    String uri = TestTables.keyed(table, Partitioning.identity("key"), 800);
    for (int i = 1; i < 50; i++) {
      try (TableWriter writer = TableWriter.append(uri).open()) {
        try (RowWriter out = writer.newRowWriter()) {
          for (int key = 0; key < 8; key++) {
            out.setInt(0, key);
            out.setLong(1, 800 + i);
            out.endRow();
          }
        }
        writer.commit();
      }
    }
    Dataset<Row> rows = load(spark, uri).select("key");
    assertThat(partitionKeys(Plans.scanNodes(rows).get(0))).isZero();
    assertThat(rows.count()).isEqualTo(800 + 49 * 8);
    Dataset<Row> byPartition =
        spark.read().format("albis").option("preserve-partitions", "true").load(uri).select("key");
    assertThat(partitionKeys(Plans.scanNodes(byPartition).get(0))).isEqualTo(8);
  }

  private static long partitionKeys(BatchScanExec scan) {
    return CollectionConverters.asJava(scan.inputPartitions()).stream()
        .filter(KeyedScanPartition.class::isInstance)
        .map(partition -> ((KeyedScanPartition) partition).partitionKey())
        .distinct()
        .count();
  }

  @Test
  void reportsTheOrderOfRows(SparkSession spark) {
    String uri = directory.resolve("sorted").toString();
    try (TableWriter writer =
        TableWriter.create(uri, TestTables.KEYED).sortBy(SortColumn.ascending("id")).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        for (int i = 0; i < 1000; i++) {
          out.setInt(0, i % 8);
          out.setLong(1, i);
          out.endRow();
        }
      }
      writer.commit();
    }
    Dataset<Row> table = load(spark, uri);

    assertThat(Plans.scanNodes(table).get(0).outputOrdering().toString()).contains("id#");
    assertThat(plan(table.sortWithinPartitions("id"))).doesNotContain("Sort [");
    assertThat(table.orderBy("id").select("id").collectAsList())
        .extracting(row -> row.getLong(0))
        .isSorted()
        .hasSize(1000);
  }

  @Test
  void multipliesSizesByAFactor(SparkSession spark) {
    String uri = plain();

    assertThat(size(spark, uri, "1")).isEqualTo(2 * size(spark, uri, "0.5"));
    for (String invalid : List.of("0", "-1", "NaN", "Infinity", "much")) {
      assertThatThrownBy(() -> size(spark, uri, invalid))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(
              "Invalid option size-factor: " + invalid + " (expected a number above 0)");
    }
  }

  private static long size(SparkSession spark, String uri, String factor) {
    Dataset<Row> table =
        spark.read().format("albis").option("size-factor", factor).load(uri).select("id");
    return ((SupportsReportStatistics) Plans.scans(table).get(0))
        .estimateStatistics()
        .sizeInBytes()
        .getAsLong();
  }

  @Test
  void samplesRowGroups(SparkSession spark) {
    String uri = plain();
    for (int i = 0; i < 6; i++) {
      TestTables.append(directory.resolve("t"), 1500 + 100 * i, 100);
    }
    load(spark, uri).createOrReplaceTempView("t");
    String query = "SELECT count(id) FROM t TABLESAMPLE SYSTEM (50 PERCENT) WHERE id >= 0";

    long rows = spark.sql(query).first().getLong(0);

    // Row groups have 1000, 500 and 100 rows.
    assertThat(rows % 100).isZero();
    assertThat(plan(spark.sql("SELECT id FROM t TABLESAMPLE SYSTEM (50 PERCENT)")))
        .contains("Sample: Sample[from=0.0, to=0.5");
    assertThat(spark.sql("SELECT * FROM t TABLESAMPLE (10 ROWS)").collectAsList()).hasSize(10);
    assertThat(spark.sql("SELECT count(*) FROM t TABLESAMPLE (50 PERCENT)").first().getLong(0))
        .isBetween(500L, 1600L);
  }

  @Test
  void showsMetrics(SparkSession spark) {
    Dataset<Row> query = load(spark, plain()).select("id").filter("id >= 1200");
    assertThat(query.collectAsList()).hasSize(300);

    Map<String, Long> metrics = new TreeMap<>();
    CollectionConverters.asJava(Plans.scanNodes(query).get(0).metrics())
        .forEach((name, metric) -> metrics.put(name, (Long) metric.value()));

    assertThat(metrics)
        .containsEntry("numOutputRows", 300L)
        .containsEntry("rowGroupsRead", 1L)
        .containsEntry("rowsRead", 500L)
        .containsEntry("rowsFiltered", 200L)
        .containsKeys("bytesRead", "requests", "waitTime", "checksumTime");
    assertThat(metrics.get("bytesRead")).isBetween(4000L, 5000L);
  }

  @Test
  void countsInputBytes(SparkSession spark) throws Exception {
    InputListener listener =
        listen(spark, () -> load(spark, plain()).selectExpr("sum(id)").collectAsList());
    assertThat(listener.bytes()).isBetween(12_000L, 13_000L);
    assertThat(listener.rows()).isEqualTo(1500);
  }

  /** Also if the metrics of a moment before have been reported. */
  @Test
  void reportsWhatATaskHasReadThatEndsEarly(SparkSession spark) throws Exception {
    String uri = directory.resolve("many").toString();
    TestTables.write(TableWriter.create(uri, TestTables.SCHEMA).segmentSize(4096), 0, 20_000);
    Dataset<Row> query = load(spark, uri).filter("pmod(hash(id), 2) >= 0").select("id").limit(3000);

    InputListener listener = listen(spark, query::collectAsList);

    Object read = Plans.scanNodes(query).get(0).metrics().apply("rowsRead").value();
    assertThat((Long) read).isBetween(3000L, 19_999L).isEqualTo(listener.rows());
    assertThat(listener.bytes()).isBetween(3000L * Long.BYTES, 21_000L * Long.BYTES);
  }

  private static InputListener listen(SparkSession spark, Runnable query) throws Exception {
    InputListener listener = new InputListener();
    spark.sparkContext().addSparkListener(listener);
    try {
      query.run();
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } finally {
      spark.sparkContext().removeSparkListener(listener);
    }
    return listener;
  }
}
