// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.spark.Plans;
import io.albis.spark.SparkTestSession;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.type.SparkTypes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The same rows in the row layout, with each column in a group of its own, and with some columns
 * together: columns of all types, nulls, nested fields, predicates, and what else is pushed down.
 */
@ExtendWith(SparkTestSession.class)
class LayoutTest {

  private static final String ROWS = "all";
  private static final String COLUMNS = "single";
  private static final String MIXED = "id,c1,c3,c11,s;c5,c6,c9,r.inner";
  private static final long SEED = 20260101;
  private static final int BATCHES = 4;
  private static final int BATCH = 150;

  @TempDir static Path directory;

  private static final Map<String, OracleTable> TABLES = new TreeMap<>();

  private SparkSession spark;

  /** The rows in Spark's memory. */
  private Dataset<Row> expected;

  @BeforeEach
  void configure(SparkSession session) {
    spark = session;
    OracleSession.configure(spark);
    OracleTable table = table(COLUMNS);
    expected =
        spark.createDataFrame(
            JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(SparkValues.rows(table.schema(), table.rows()), 2),
            SparkTypes.toSpark(table.schema()));
  }

  @AfterAll
  static void closeTables() {
    OpenDatasets.closeIdle();
    TABLES.clear();
  }

  private static OracleTable table(String groups) {
    return TABLES.computeIfAbsent(
        groups,
        spec ->
            OracleTable.write(
                directory.resolve("t" + TABLES.size()),
                new Random(SEED),
                BATCHES,
                BATCH,
                ColumnGroupSpec.parse(spec)));
  }

  private Dataset<Row> load(String groups) {
    return spark.read().format("albis").load(table(groups).uri());
  }

  private void check(String groups, UnaryOperator<Dataset<Row>> query) {
    List<String> rows = Results.of(query.apply(expected));
    assertThat(rows).isNotEmpty().noneMatch(row -> row.startsWith("error"));
    assertThat(Results.of(query.apply(load(groups)))).isEqualTo(rows);
  }

  @ParameterizedTest
  @ValueSource(strings = {ROWS, COLUMNS, MIXED})
  void readsAllTypesAndNulls(String groups) {
    check(groups, query -> query);
    spark.conf().set("spark.sql.codegen.wholeStage", "false");
    spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
    check(groups, query -> query);
  }

  @ParameterizedTest
  @ValueSource(strings = {ROWS, MIXED})
  void readsEachColumnByItself(String groups) {
    for (String name : load(groups).columns()) {
      check(groups, query -> query.select(col("`" + name.replace("`", "``") + "`")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ROWS, COLUMNS, MIXED})
  void readsOnlySelectedFields(String groups) {
    UnaryOperator<Dataset<Row>> query =
        rows -> rows.selectExpr("s.inner.e", "r.inner.d", "s.`y.z`", "id", "m['a']");
    assertThat(Plans.scans(query.apply(load(groups))).get(0).readSchema().fieldNames())
        .containsExactlyInAnyOrder("id", "s", "r", "m");
    assertThat(Plans.scans(load(groups).selectExpr("s.inner.e")).get(0).readSchema().simpleString())
        .isEqualTo("struct<s:struct<inner:struct<e:string>>>");
    check(groups, query);
    check(groups, rows -> rows.selectExpr("s.x is null", "s is null", "s.inner is null", "id"));
    check(groups, rows -> rows.selectExpr("s.later", "added", "addedText", "addedNull"));
  }

  @ParameterizedTest
  @ValueSource(strings = {ROWS, COLUMNS, MIXED})
  void evaluatesFilters(String groups) {
    for (String filter :
        List.of(
            "id between 100 and 420",
            "id >= 590 or id < 5",
            "c3 is null",
            "c11 is not null and c3 > 0",
            "s.x < 0",
            "s.inner.e > 'a'",
            "s is null",
            "c0",
            "c10 >= date'1970-01-01'",
            "c20 is not null and id > 10")) {
      check(groups, rows -> rows.filter(filter).selectExpr("id", "c11", "s.inner", "t"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ROWS, COLUMNS, MIXED})
  void skipsRowGroupsAndSegments(String groups) {
    Dataset<Row> query = load(groups).filter("id < 20").select("id", "c11", "l");
    assertThat(query.collectAsList()).hasSize(20);
    Map<String, Long> metrics = new TreeMap<>();
    CollectionConverters.asJava(Plans.scanNodes(query).get(0).metrics())
        .forEach((name, metric) -> metrics.put(name, (Long) metric.value()));
    assertThat(metrics.get("rowsSkipped")).isGreaterThanOrEqualTo((BATCHES - 1) * BATCH);
    assertThat(metrics.get("numOutputRows")).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(strings = {ROWS, MIXED})
  void numbersRowsLikeTheColumnLayout(String groups) {
    String[] metadata = {"id", "_row_group", "_row_index", "_snapshot", "s.x"};
    for (String filter : List.of("true", "id > 333 and c3 is not null", "id = 7")) {
      List<String> rows = Results.of(load(groups).filter(filter).selectExpr(metadata));
      assertThat(rows)
          .isNotEmpty()
          .isEqualTo(Results.of(load(COLUMNS).filter(filter).selectExpr(metadata)));
    }
    assertThat(load(groups).selectExpr("count(distinct _file) > 0").first().getBoolean(0)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {ROWS, MIXED})
  void limitsAndSamplesLikeTheColumnLayout(String groups) {
    List<UnaryOperator<Dataset<Row>>> queries =
        List.of(
            rows -> rows.limit(170),
            rows -> rows.offset(455),
            rows -> rows.orderBy("id").limit(33),
            rows -> rows.orderBy(col("c11").desc_nulls_last(), col("id")).limit(33),
            rows -> rows.sample(0.2, 5),
            rows -> rows.filter("id > 100").orderBy("id").limit(12));
    for (UnaryOperator<Dataset<Row>> query : queries) {
      List<String> rows = Results.of(query.apply(load(groups)));
      assertThat(rows).isNotEmpty().isEqualTo(Results.of(query.apply(load(COLUMNS))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ROWS, COLUMNS, MIXED})
  void aggregatesAndSorts(String groups) {
    check(groups, rows -> rows.selectExpr("count(*)", "count(c3)", "min(id)", "max(c10)"));
    check(groups, rows -> rows.groupBy("c1").agg(Map.of("id", "max", "c11", "min")));
    check(groups, rows -> rows.orderBy("c9", "id"));
    check(groups, rows -> rows.repartition(3, col("c11")));
  }
}
