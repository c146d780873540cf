// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Partitioning;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Conditions that are known only when a query runs. */
@ExtendWith(SparkTestSession.class)
class RuntimeFilterTest {

  @TempDir Path directory;

  private Dataset<Row> load(SparkSession spark, String uri) {
    // A scan of groups would leave out rows by the keys of the join alone.
    return spark.read().format("albis").option("aggregates", "false").load(uri);
  }

  @Test
  void skipsRowGroupsByTheKeysOfAJoin(SparkSession spark) {
    Dataset<Row> few =
        spark.range(0, 10).selectExpr("cast(id as int) as key", "id as x").filter("x < 2");

    assertJoinReadsTwoKeys(spark, few);
  }

  /** The scan evaluates the filter of the other table; Spark must see it nevertheless. */
  @Test
  void skipsRowGroupsByTheKeysOfAnotherTable(SparkSession spark) {
    String uri = TestTables.append(directory.resolve("t"), 0, 1000);
    Dataset<Row> few = load(spark, uri).filter("id < 2").selectExpr("cast(id as int) as key");

    assertJoinReadsTwoKeys(spark, few);
  }

  private void assertJoinReadsTwoKeys(SparkSession spark, Dataset<Row> few) {
    Dataset<Row> table =
        load(spark, TestTables.keyed(directory.resolve("p"), Partitioning.identity("key"), 800));
    Dataset<Row> join = table.join(few, "key").selectExpr("sum(id)");

    assertThat(join.collectAsList().get(0).getLong(0)).isEqualTo(2 * 39_600 + 100);
    BatchScanExec scan = Plans.scanNodes(join).get(0);
    assertThat(scan.runtimeFilters().toString()).contains("dynamicpruning");
    assertThat(rowGroupsRead(join)).isEqualTo(2);
  }

  /** Rows are not clustered by it: Spark would run the plan of the other side for nothing. */
  @Test
  void plansNoRuntimeFilterOfOtherColumns(SparkSession spark) {
    Dataset<Row> table =
        load(spark, TestTables.keyed(directory.resolve("p"), Partitioning.identity("key"), 800));

    Dataset<Row> join = table.join(spark.range(0, 1000).filter("id < 5"), "id");

    assertThat(join.count()).isEqualTo(5);
    assertThat(Plans.scanNodes(join).get(0).runtimeFilters().isEmpty()).isTrue();
  }

  /** Functions of users have no translation; Spark evaluates them on the values of partitions. */
  @Test
  void skipsPartitionsByFunctionsOfTheUser(SparkSession spark) {
    Dataset<Row> table =
        load(spark, TestTables.keyed(directory.resolve("p"), Partitioning.identity("key"), 800));
    spark.udf().register("isOdd", (Integer key) -> key % 2 == 1, DataTypes.BooleanType);

    Dataset<Row> query = table.filter("isOdd(key) and id < 700").selectExpr("sum(id)", "count(*)");

    assertThat(query.collectAsList().toString()).isEqualTo("[[122500,350]]");
    assertThat(rowGroupsRead(query)).isEqualTo(4);
    Dataset<Row> bySubquery =
        table
            .filter("hash(key) = (select hash(cast(max(id) as int)) from range(6))")
            .selectExpr("sum(key)");
    assertThat(bySubquery.first().getLong(0)).isEqualTo(500);
    Dataset<Row> withNoMatch = table.filter("isOdd(key) and isOdd(key + 1)");
    assertThat(withNoMatch.count()).isZero();
  }

  private static long rowGroupsRead(Dataset<Row> query) {
    return (Long) Plans.scanNodes(query).get(0).metrics().apply("rowGroupsRead").value();
  }

  @Test
  void countsWhatItSkips(SparkSession spark) {
    Dataset<Row> table =
        load(spark, TestTables.keyed(directory.resolve("p"), Partitioning.identity("key"), 800));
    Dataset<Row> few =
        spark.range(0, 10).selectExpr("cast(id as int) as key", "id as x").filter("x < 2");
    Dataset<Row> join = table.join(few, "key");

    assertThat(join.collectAsList()).hasSize(200);
    BatchScanExec scan = Plans.scanNodes(join).get(0);
    assertThat(scan.metrics().apply("rowGroupsSkipped").value()).isEqualTo(6L);
    assertThat(scan.metrics().apply("rowsSkipped").value()).isEqualTo(600L);
  }

  /** Spark may execute a scan again with other filters, or with none. */
  @Test
  void holdsForOneBatch(SparkSession spark) {
    Dataset<Row> table =
        load(spark, TestTables.keyed(directory.resolve("p"), Partitioning.identity("key"), 800));
    SupportsRuntimeV2Filtering scan = (SupportsRuntimeV2Filtering) Plans.scans(table).get(0);
    InputPartition[] all = scan.toBatch().planInputPartitions();

    scan.filter(new Predicate[] {isKey(1)});
    InputPartition[] first = scan.toBatch().planInputPartitions();
    scan.filter(new Predicate[] {isKey(2)});
    scan.filter(new Predicate[] {isKey(3)});
    InputPartition[] ofBoth = scan.toBatch().planInputPartitions();

    assertThat(first).hasSize(1);
    assertThat(ofBoth).isEmpty();
    assertThat(scan.toBatch().planInputPartitions()).hasSameSizeAs(all);
    assertThat(scan.toBatch()).isEqualTo(scan.toBatch()).hasSameHashCodeAs(scan.toBatch());
  }

  private static Predicate isKey(int key) {
    return new Predicate(
        "=",
        new Expression[] {
          FieldReference.column("key"), new LiteralValue<>(key, DataTypes.IntegerType)
        });
  }
}
