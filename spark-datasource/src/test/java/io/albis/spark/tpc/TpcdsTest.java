// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.tpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkTestSession;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The queries of TPC-DS give the same results from Albis as from Parquet. The property {@code
 * albis.tpcds} names queries, such as {@code q1,q14a}, or is {@code all}; {@code albis.tpcds.scale}
 * is the scale factor.
 */
@ExtendWith(SparkTestSession.class)
class TpcdsTest {

  private static final QueryTexts QUERIES = new QueryTexts(Path.of(""), "tpcds");
  private static final String CHOICE = System.getProperty("albis.tpcds", "q3,q7,q42,q52,q79,q98");
  private static final double SCALE =
      Double.parseDouble(System.getProperty("albis.tpcds.scale", "0.01"));

  @TempDir Path directory;

  @Test
  void queriesGiveTheResultsOfParquet(SparkSession albis) {
    SparkSession parquet = albis.newSession();
    // Some sums are 0 at this scale, and queries divide by them.
    albis.conf().set("spark.sql.ansi.enabled", false);
    parquet.conf().set("spark.sql.ansi.enabled", false);
    TpcdsTables tables = new TpcdsTables(directory, SCALE, albis, parquet);
    int withRows = 0;
    List<String> names = names();
    for (String name : names) {
      String query = QUERIES.unlimited(name);
      tables.makeThoseOf(query);
      List<String> expected = QueryTexts.rows(parquet, query);
      assertThat(QueryTexts.rows(albis, query)).as(name).isEqualTo(expected);
      withRows += expected.isEmpty() ? 0 : 1;
    }
    assertThat(withRows).as("queries with rows").isGreaterThan(names.size() / 2);
  }

  private static List<String> names() {
    if (!CHOICE.equals("all")) {
      return List.of(CHOICE.split(","));
    }
    List<String> names = QUERIES.names();
    assertThat(names).hasSize(103);
    return names;
  }
}
