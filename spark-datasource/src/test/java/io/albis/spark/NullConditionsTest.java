// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Queries with conditions of which Spark folds a part to a null or cannot make a predicate. */
@ExtendWith(SparkTestSession.class)
class NullConditionsTest {

  private static final List<String> CONDITIONS =
      List.of(
          "coalesce(b < 500, false)",
          "nvl(b > 500, true)",
          "(id < 87 and b = null) is not true",
          "(id < 87 or b = null) is unknown",
          "not (id < 87 and b < 500)",
          "(id < 87 and b < 500) <=> (id < 90)",
          "(id < 87 and b > 500) is false",
          "(id < 87) in (true, null)",
          "not (id < 87 and place.x = null)",
          "not (isnull(tags) and b < 500)",
          "not (cast(id as boolean) or b < 500)",
          "not (flags[0] and id < 87)",
          "case when id < 5 and b < 500 then true when not (id < 87 and null) then null end");

  @TempDir Path directory;

  @Test
  void giveTheResultsOfParquet(SparkSession spark) {
    String uri = TestTables.append(directory.resolve("t"), 0, 200);
    String parquet = directory.resolve("parquet").toString();
    spark.read().format("albis").load(uri).write().parquet(parquet);
    String table = "select *, tinyint(price) b, array(id < 10) flags from ";
    spark.sql(table + "albis.`" + uri + "`").createOrReplaceTempView("a");
    spark.sql(table + "parquet.`" + parquet + "`").createOrReplaceTempView("p");
    for (String condition : CONDITIONS) {
      for (String query :
          List.of(
              "select id from %s where " + condition + " order by id",
              "select count(" + condition + "), max(" + condition + ") from %s",
              "select " + condition + " c, count(*) from %s group by c order by c",
              "select id from %s order by " + condition + " desc, id limit 7")) {
        Dataset<Row> found = spark.sql(String.format(query, "a"));

        assertThat(found.collectAsList())
            .as(query)
            .isEqualTo(spark.sql(String.format(query, "p")).collectAsList());
      }
    }
  }
}
