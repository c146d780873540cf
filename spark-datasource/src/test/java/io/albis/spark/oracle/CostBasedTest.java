// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.oracle;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.spark.SparkTestSession;
import java.nio.file.Path;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Spark's optimizer estimates joins of tables with columns of all types, under conditions. */
@ExtendWith(SparkTestSession.class)
class CostBasedTest {

  @TempDir Path directory;

  @Test
  void estimatesJoinsWithColumnsOfAllTypes(SparkSession spark) {
    OracleSession.configure(spark);
    OracleSession.setCostBased(spark, true);
    OracleTable table = OracleTable.write(directory.resolve("t"), new Random(1), 2, 50);
    RandomPredicates predicates =
        new RandomPredicates(new Random(2), table.schema(), table.values());
    Dataset<Row> all = spark.read().format("albis").load(table.uri());
    int columns = 0;
    for (Field field : table.schema().fields()) {
      if (field.type().isNested()) {
        continue;
      }
      columns++;
      String name = '`' + field.name().replace("`", "``") + '`';
      Dataset<Row> other = all.select(col(name).as("k"), col(RandomColumns.ID).as("x"));
      Dataset<Row> third = all.select(col(RandomColumns.ID).as("y"), col(name).as("z"));
      Dataset<Row> query =
          all.filter(predicates.nextOf(field).and(predicates.next(1)))
              .join(other, col(name).equalTo(col("k")))
              .join(third, col("x").equalTo(col("y")).and(col("z").leq(col(name))));

      Statistics statistics = query.queryExecution().optimizedPlan().stats();

      assertThat(statistics.rowCount().isDefined()).as(name).isTrue();
    }
    assertThat(columns).isGreaterThan(24);
  }
}
