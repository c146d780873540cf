// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.SortColumn;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** Queries for the first rows of a sort. */
@ExtendWith(SparkTestSession.class)
class TopRowsTest {

  @TempDir Path directory;

  private Dataset<Row> table;

  @BeforeEach
  void write(SparkSession spark) {
    String uri = directory.resolve("t").toString();
    for (int i = 0; i < 5; i++) {
      TestTables.append(directory.resolve("t"), 100L * i, 100);
    }
    table = spark.read().format("albis").load(uri);
  }

  private static Map<String, Long> metrics(Dataset<Row> query) {
    Map<String, Long> metrics = new TreeMap<>();
    CollectionConverters.asJava(Plans.scanNodes(query).get(0).metrics())
        .forEach((name, metric) -> metrics.put(name, (Long) metric.value()));
    return metrics;
  }

  private static List<String> rows(Dataset<Row> query) {
    return query.collectAsList().stream().map(Row::toString).toList();
  }

  @Test
  void skipsRowGroupsThatStatisticsRuleOut() {
    Dataset<Row> query = table.orderBy(functions.desc("id")).select("id").limit(150);

    assertThat(rows(query)).hasSize(150).startsWith("[499]").endsWith("[350]");
    assertThat(query.queryExecution().executedPlan().toString()).contains("TopN: 150 by [");
    assertThat(metrics(query)).containsEntry("rowGroupsRead", 2L);
  }

  @Test
  void countsOnlyRowsThatMatchTheFilter() {
    Dataset<Row> query =
        table.filter("id >= 250 and id < 460").orderBy("id").select("id").limit(60);

    assertThat(rows(query)).hasSize(60).startsWith("[250]").endsWith("[309]");
    // The first row group matches in part: how many of its rows do, statistics do not say.
    assertThat(metrics(query)).containsEntry("rowGroupsRead", 2L);
  }

  /** A filter that Spark evaluates prevents that the order is pushed down. */
  @Test
  void returnsTheSameRowsAsWithoutPushdown() {
    int[] limits = {1, 60, 120, 499, 700};
    int next = 0;
    for (String column : List.of("id", "price", "name", "place.x", "place.y")) {
      Column by = table.col(column);
      for (Column order :
          List.of(
              by.asc_nulls_first(),
              by.asc_nulls_last(),
              by.desc_nulls_first(),
              by.desc_nulls_last())) {
        for (String filter : List.of("true", "id > 130", "price < 200", "name > 'name 3'")) {
          Dataset<Row> rows = table.filter(filter);
          Column[] orders = {order, functions.col("id").asc()};
          List<String> expected = rows(rows.filter("hash(id) is not null").orderBy(orders));
          // Two limits of each; every limit meets every order, and every filter.
          for (int limit : new int[] {limits[next++ % 5], limits[next++ % 5]}) {
            Dataset<Row> query = rows.orderBy(orders).limit(limit);

            assertThat(query.queryExecution().optimizedPlan().toString())
                .as("%s %s %d", order, filter, limit)
                .contains("RelationV2");
            assertThat(rows(query))
                .as("%s %s %d", order, filter, limit)
                .isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
          }
        }
      }
    }
  }

  @Test
  void readsOnlyTheFirstRowsOfSortedTasks(SparkSession spark) {
    String uri = directory.resolve("sorted").toString();
    try (TableWriter writer =
        TableWriter.create(uri, TestTables.SCHEMA).sortBy(SortColumn.ascending("id")).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        TestTables.write(out, 0, 1000);
      }
      writer.commit();
    }
    Dataset<Row> sorted = spark.read().format("albis").load(uri);

    Dataset<Row> query = sorted.orderBy("id").select("id").limit(5);

    assertThat(rows(query)).containsExactly("[0]", "[1]", "[2]", "[3]", "[4]");
    assertThat(metrics(query)).containsEntry("numOutputRows", 5L);
    Dataset<Row> last = sorted.orderBy(functions.desc("id")).select("id").limit(2);
    assertThat(rows(last)).containsExactly("[999]", "[998]");
    Dataset<Row> filtered = sorted.filter("id > 500").orderBy("id").select("id").limit(2);
    assertThat(rows(filtered)).containsExactly("[501]", "[502]");
    assertThat(metrics(filtered)).containsEntry("numOutputRows", 2L);
  }

  @Test
  void leavesOutRowsThatComeAfterOthers(SparkSession spark) {
    String uri = directory.resolve("shuffled").toString();
    try (TableWriter writer = TableWriter.create(uri, TestTables.KEYED).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        for (int i = 0; i < 100_000; i++) {
          int id = (int) (i * 7919L % 100_000);
          out.setInt(0, id % 8);
          out.setLong(1, id);
          if (id % 3 != 0) {
            out.setString(2, "v" + id);
          }
          out.endRow();
        }
      }
      writer.commit();
    }
    Dataset<Row> shuffled = spark.read().format("albis").load(uri);

    Dataset<Row> query = shuffled.orderBy(functions.desc("id")).select("id", "value").limit(3);
    assertThat(rows(query)).containsExactly("[99999,null]", "[99998,v99998]", "[99997,v99997]");
    assertThat(metrics(query).get("numOutputRows")).isLessThan(3_000L);
    Dataset<Row> ties = shuffled.orderBy("key", "id").select("id").limit(3);
    assertThat(rows(ties)).containsExactly("[0]", "[8]", "[16]");
    assertThat(metrics(ties).get("numOutputRows")).isBetween(12_500L, 16_000L);
    Dataset<Row> texts =
        shuffled.orderBy(functions.desc("value"), functions.col("id")).select("value").limit(2);
    assertThat(rows(texts)).containsExactly("[v99998]", "[v99997]");
    assertThat(metrics(texts).get("numOutputRows")).isLessThan(3_000L);
  }

  @Test
  void skipsOffsets() {
    Dataset<Row> query = table.orderBy("id").select("id").limit(10).offset(7);
    assertThat(rows(query)).containsExactly("[7]", "[8]", "[9]");
    assertThat(rows(table.orderBy("id").select("id").offset(495).limit(3)))
        .containsExactly("[495]", "[496]", "[497]");
  }
}
