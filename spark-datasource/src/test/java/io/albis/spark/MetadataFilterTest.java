// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.HasPartitionStatistics;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Conditions on metadata columns: what they select is all that is planned and read. */
@ExtendWith(SparkTestSession.class)
class MetadataFilterTest {

  private static final int ROW_GROUPS = 5;
  private static final int ROWS = 100;

  @TempDir Path directory;

  private Dataset<Row> table;

  /** The files and numbers of the row groups, in the order of their ids. */
  private List<String> files;

  private List<Long> numbers;

  /** A table of row groups in a file each. */
  @BeforeEach
  void write(SparkSession spark) {
    for (int i = 0; i < ROW_GROUPS; i++) {
      TestTables.append(directory.resolve("t"), (long) ROWS * i, ROWS);
    }
    table = spark.read().format("albis").load(directory.resolve("t").toString());
    List<Row> rows =
        table.filter("id % 100 = 0").select("_file", "_row_group").orderBy("id").collectAsList();
    files = rows.stream().map(row -> row.getString(0)).toList();
    numbers = rows.stream().map(row -> row.getLong(1)).toList();
    assertThat(files).hasSize(ROW_GROUPS).doesNotHaveDuplicates();
  }

  private static List<Long> ids(Dataset<Row> query) {
    return query.select("id").collectAsList().stream().map(row -> row.getLong(0)).sorted().toList();
  }

  private static List<Long> idsOf(int... rowGroups) {
    return LongStream.range(0, (long) ROW_GROUPS * ROWS)
        .filter(id -> List.of(box(rowGroups)).contains((int) (id / ROWS)))
        .boxed()
        .toList();
  }

  private static Integer[] box(int... numbers) {
    return Arrays.stream(numbers).boxed().toArray(Integer[]::new);
  }

  private static long metric(Dataset<Row> query, String name) {
    BatchScanExec scan = Plans.scanNodes(query).get(0);
    return (Long) scan.metrics().apply(name).value();
  }

  private static int tasks(Dataset<Row> query) {
    return Plans.scans(query).get(0).toBatch().planInputPartitions().length;
  }

  private String format(String condition) {
    String text = condition;
    for (int i = 0; i < ROW_GROUPS; i++) {
      text = text.replace("F" + i, "'" + files.get(i) + "'").replace("N" + i, "" + numbers.get(i));
    }
    return text;
  }

  /** Checks the rows, and that only row groups with some of them are planned and read. */
  private void selects(String condition, int... rowGroups) {
    Dataset<Row> query = table.filter(format(condition)).select("id");

    assertThat(ids(query)).as(condition).isEqualTo(idsOf(rowGroups));
    readsOnly(query, rowGroups.length);
  }

  private static void readsOnly(Dataset<Row> query, int rowGroups) {
    query.collectAsList();
    assertThat(metric(query, "rowGroupsRead")).isEqualTo(rowGroups);
    assertThat(metric(query, "rowGroupsSkipped")).isEqualTo(ROW_GROUPS - rowGroups);
    assertThat(tasks(query)).isLessThanOrEqualTo(rowGroups);
  }

  @Test
  void readsOnlyRowGroupsThatMatch() {
    selects("_file = F2", 2);
    selects("F2 = _file", 2);
    selects("_file <=> F2", 2);
    selects("_file IN (F0, F3, 'none')", 0, 3);
    selects("_row_group = N1", 1);
    selects("_row_group = cast(N1 as int)", 1);
    selects("_row_group = N1.0BD", 1);
    selects("_row_group IN (N0, N4, 10000000)", 0, 4);
    selects("_row_group > N2", 3, 4);
    selects("N2 >= _row_group", 0, 1, 2);
    selects("_row_group < N2 AND _row_group >= N1", 1);
    selects("_row_group <> N3", 0, 1, 2, 4);
    selects("NOT (_row_group IN (N0, N3) OR _file = F1)", 2, 4);
    selects("_row_group = N1 OR _file = F4", 1, 4);
    selects("endswith(_file, 'none') OR _row_group = N1", 1);
    selects("_file LIKE '%/data/%' AND _row_group BETWEEN N1 AND N2", 1, 2);
    selects("_snapshot = 5 AND _row_group = N0", 0);
  }

  /** Planning makes splits several times. */
  @Test
  void countsOnceWhatStatisticsSkip() {
    selects("id >= 400", 4);
  }

  @Test
  void readsNothingIfNoneMatches() {
    selects("_file = '/none'");
    selects("_file = concat(F1, '/')");
    selects("_row_group = -1");
    selects("_row_group > 9223372036854775807");
    selects("_row_group = N1 AND _file = F2");
    selects("_snapshot < 5");
    selects("_snapshot IS NULL");
    for (String never : List.of("_file = null", "_row_group IN (null)", "_row_group <=> null")) {
      assertThat(table.filter(never).count()).as(never).isZero();
    }
  }

  @Test
  void combinesThemWithConditionsOnOtherColumns() {
    Dataset<Row> both = table.filter(format("_file = F2 AND id >= 250")).select("id");
    assertThat(ids(both)).hasSize(50).startsWith(250L);
    readsOnly(both, 1);
    Dataset<Row> perRowGroup =
        table.filter(
            format(
                "(_row_group = N1 AND endswith(name, '01'))"
                    + " OR (_file = F3 AND endswith(name, '302'))"));
    assertThat(ids(perRowGroup)).containsExactly(101L, 302L);
    readsOnly(perRowGroup.select("id"), 2);
    Dataset<Row> bySpark = table.filter(format("hash(_file) = hash(F2) AND _row_group <= N3"));
    assertThat(ids(bySpark)).isEqualTo(idsOf(2));
    readsOnly(bySpark.select("id"), 4);
    // Neither part rules out a row group.
    Dataset<Row> either = table.filter(format("_row_group = N1 OR id = 499")).select("id");
    assertThat(ids(either)).hasSize(101).endsWith(199L, 499L);
    readsOnly(either, ROW_GROUPS);
  }

  /** Other files are not even opened. */
  @Test
  void needsNoOtherFiles() throws Exception {
    for (int i = 0; i < ROW_GROUPS; i++) {
      if (i != 3) {
        Files.delete(Path.of(URI.create(files.get(i))));
      }
    }

    Dataset<Row> query = table.filter(format("_file = F3")).selectExpr("sum(id)", "count(name)");

    assertThat(query.first()).hasToString("[34950,85]");
  }

  /** Statistics have the counts and bounds of all row groups. */
  @Test
  void aggregatesOnlyRowGroupsThatMatch() {
    for (String last : List.of("max(id)", "sum(id)")) {
      String[] aggregates = {"count(*)", "min(id)", last};
      assertThat(table.filter(format("_file = F2")).selectExpr(aggregates).first().toString())
          .startsWith("[100,200,");
      assertThat(table.filter(format("_row_group IN (N1, N4)")).selectExpr(aggregates).first() + "")
          .startsWith("[200,100,");
      assertThat(table.filter("_row_group = -1").selectExpr(aggregates).first().toString())
          .isEqualTo("[0,null,null]");
    }
    Dataset<Row> count = table.filter(format("_file = F2")).selectExpr("count(*)");
    assertThat(count.queryExecution().executedPlan().toString()).contains("LocalTableScan");
    assertThat(table.filter(format("_file = F2 AND id < 250")).count()).isEqualTo(50);
  }

  @Test
  void limitsAndSortsOnlyRowGroupsThatMatch() {
    Dataset<Row> matching = table.filter(format("_row_group >= N3")).select("id");

    assertThat(ids(matching.limit(150))).hasSize(150).allMatch(id -> id >= 300);
    assertThat(ids(matching.offset(150))).hasSize(50).allMatch(id -> id >= 300);
    assertThat(matching.orderBy("id").limit(2).collectAsList()).hasToString("[[300], [301]]");
    Dataset<Row> few = table.filter(format("_row_group < N2")).orderBy(table.col("id").desc());
    assertThat(few.limit(1).select("id").first().getLong(0)).isEqualTo(199);
    assertThat(table.filter(format("_row_group = N0")).limit(1000).count()).isEqualTo(100);
    assertThat(table.sample(0.5, 7).filter(format("_file = F1")).collectAsList())
        .isNotEmpty()
        .allMatch(row -> row.getLong(0) / ROWS == 1);
  }

  @Test
  void describesAndEstimatesWhatItReads(SparkSession spark) {
    Dataset<Row> query = table.filter(format("_file = F2")).select("id");

    assertThat(query.queryExecution().executedPlan().toString())
        .contains("PushedPredicates: [_file = '" + files.get(2) + "'")
        .doesNotContain("Filter (");
    assertThat(query.queryExecution().optimizedPlan().stats().rowCount().get().longValue())
        .isEqualTo(100);
    assertThat(Plans.scans(query)).isNotEqualTo(Plans.scans(table.select("id")));
    Dataset<Row> union = query.union(table.filter(format("_file = F3")).select("id"));
    assertThat(ids(union)).isEqualTo(idsOf(2, 3));
  }

  /** Spark evaluates such conditions; tasks read no rows before and behind those that match. */
  @Test
  void readsOnlyRowsNearThoseThatMatch() {
    assertThat(plannedRows("_row_group = N2 AND _row_index BETWEEN 10 AND 12")).isEqualTo(3);
    assertThat(plannedRows("_row_group = N2 AND _row_index IN (99, 3, -1, 500)")).isEqualTo(97);
    assertThat(plannedRows("_row_group = N2 AND (_row_index = 7 OR 8 > _row_index)")).isEqualTo(8);
    assertThat(plannedRows("_file = F1 AND _row_index = 99")).isEqualTo(1);
    assertThat(plannedRows("_row_group = N2 AND _row_index > 98")).isEqualTo(1);
    assertThat(plannedRows("_row_index < 5")).isBetween(25L, 405L);
    assertThat(plannedRows("_row_index >= 98 AND id >= 400")).isEqualTo(2);
    for (String none :
        List.of(
            "_row_index = 100",
            "_row_index < 0",
            "_row_index = -1",
            "_row_index > 9223372036854775807",
            "_row_index = 1 AND _row_index = 3")) {
      assertThat(plannedRows(none)).as(none).isZero();
    }
    for (String any : List.of("_row_index <> 5", "_row_index = 5 OR id = 7", "_row_index >= -5")) {
      assertThat(plannedRows(any)).as(any).isEqualTo(500);
    }
    assertThat(table.filter("_row_index < 5").count()).isEqualTo(25);
    assertThat(table.filter("_row_index < 5").limit(7).collectAsList()).hasSize(7);
    assertThat(table.filter("_row_index = 5").selectExpr("max(id)").first().getLong(0))
        .isEqualTo(405);
    Dataset<Row> different =
        table
            .filter("_row_index = 1")
            .select("id")
            .union(table.filter("_row_index = 2").select("id"));
    assertThat(different.count()).isEqualTo(10);
    assertThat(different.queryExecution().executedPlan().toString())
        .contains("RowIndexes: 1 to 1", "RowIndexes: 2 to 2");
  }

  /** Compares the result with that of the same condition on the ids, from which it follows. */
  private long plannedRows(String condition) {
    String rows = format(condition);
    String onIds = rows.replace("_row_index", "(id % 100)");
    for (int i = 0; i < ROW_GROUPS; i++) {
      onIds = onIds.replace("_row_group = " + numbers.get(i), "floor(id / 100) = " + i);
    }
    Dataset<Row> query = table.filter(rows).select("id");
    assertThat(ids(query)).as(condition).isEqualTo(ids(table.filter(onIds)));
    long planned = 0;
    // Spark itself finds out that some conditions are never true, and plans no scan.
    for (Scan scan : Plans.scans(query)) {
      for (InputPartition partition : scan.toBatch().planInputPartitions()) {
        planned += ((HasPartitionStatistics) partition).numRows().getAsLong();
      }
    }
    return planned;
  }

  @Test
  void worksWithRuntimeFiltersAndPartitions(SparkSession spark) {
    String uri = TestTables.keyed(directory.resolve("p"), Partitioning.identity("key"), 800);
    Dataset<Row> keyed = spark.read().format("albis").load(uri);
    long first = keyed.filter("key = 1").select("_row_group").first().getLong(0);
    Dataset<Row> keys =
        spark.range(0, 10).selectExpr("cast(id as int) as key", "id as x").filter("x < 2");

    Dataset<Row> join = keyed.filter("_row_group = " + first).join(keys, "key");

    assertThat(join.select("key").distinct().collectAsList()).hasToString("[[1]]");
    assertThat(join.count()).isEqualTo(100);
    Dataset<Row> groups = keyed.filter("_row_group <> " + first).groupBy("key").count();
    assertThat(groups.collectAsList()).hasSize(7).allMatch(row -> row.getLong(1) == 100);
  }

  @Test
  void readsOnlySourcesThatMatch(SparkSession spark) {
    String other = TestTables.file(directory.resolve("f.albis"), 1000, 10);
    Dataset<Row> both = spark.read().format("albis").load(directory.resolve("t").toString(), other);

    assertThat(ids(both.filter("_file = 'file://" + other + "'"))).hasSize(10).contains(1000L);
    assertThat(ids(both.filter("_snapshot IS NULL"))).hasSize(10).contains(1000L);
    assertThat(ids(both.filter("_snapshot = 5"))).hasSize(500).doesNotContain(1000L);
    assertThat(ids(both.filter("NOT (_snapshot = 5)"))).isEmpty();
    assertThat(ids(both.filter(format("_file IN (F4, 'file://" + other + "')")))).hasSize(110);
  }

  @Test
  void knowsTheColumnsByTheirNames(SparkSession spark) {
    selects("_FILE = F2 AND _Row_Group = N2", 2);
    String own = directory.resolve("own").toString();
    try (TableWriter writer =
        TableWriter.create(own, Schema.of(Field.required("_row_group", Type.int64()))).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long i = 0; i < 10; i++) {
          rows.setLong(0, i % 2);
          rows.endRow();
        }
      }
      writer.commit();
    }
    Dataset<Row> stored = spark.read().format("albis").load(own);
    assertThat(stored.filter("_row_group = 1").count()).isEqualTo(5);
    assertThat(stored.filter("_row_group = 1 AND _snapshot = 1").count()).isEqualTo(5);
    assertThat(stored.filter("_row_group = 1 AND _snapshot = 2").count()).isZero();
    spark.conf().set("spark.sql.caseSensitive", "true");
    selects("_file = F2", 2);
  }
}
