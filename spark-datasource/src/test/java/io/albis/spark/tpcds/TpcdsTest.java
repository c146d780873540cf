// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.tpcds;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkTestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The queries of TPC-DS give the same results from Albis as from Parquet. The build takes their
 * texts from Spark's own tests. The property {@code albis.tpcds} names queries, such as {@code
 * q1,q14a}, or is {@code all}; {@code albis.tpcds.scale} is the scale factor.
 */
@ExtendWith(SparkTestSession.class)
class TpcdsTest {

  private static final Path QUERIES = Path.of("target", "tpcds-queries", "tpcds");
  private static final String CHOICE = System.getProperty("albis.tpcds", "q3,q7,q42,q52,q79,q98");
  private static final double SCALE =
      Double.parseDouble(System.getProperty("albis.tpcds.scale", "0.01"));

  @TempDir Path directory;

  @Test
  void queriesGiveTheResultsOfParquet(SparkSession albis) throws IOException {
    SparkSession parquet = albis.newSession();
    // Some sums are 0 at this scale, and queries divide by them.
    albis.conf().set("spark.sql.ansi.enabled", false);
    parquet.conf().set("spark.sql.ansi.enabled", false);
    TpcdsTables tables = new TpcdsTables(directory, SCALE, albis, parquet);
    int withRows = 0;
    List<String> names = names();
    for (String name : names) {
      // Rows that are equal by the order of a query are not the same ones with every source.
      String query =
          Files.readString(QUERIES.resolve(name + ".sql")).replaceAll("(?i)\\blimit\\s+\\d+", "");
      tables.makeThoseOf(query);
      List<String> expected = rows(parquet, query);
      assertThat(rows(albis, query)).as(name).isEqualTo(expected);
      withRows += expected.isEmpty() ? 0 : 1;
    }
    assertThat(withRows).as("queries with rows").isGreaterThan(names.size() / 2);
  }

  private static List<String> names() throws IOException {
    if (!CHOICE.equals("all")) {
      return List.of(CHOICE.split(","));
    }
    try (Stream<Path> files = Files.list(QUERIES)) {
      List<String> names =
          new ArrayList<>(
              files.map(file -> file.getFileName().toString().replace(".sql", "")).toList());
      names.sort(null);
      // 99 queries, four of them in two variants.
      assertThat(names).hasSize(103);
      return names;
    }
  }

  private static List<String> rows(SparkSession session, String query) {
    SparkSession.setActiveSession(session);
    return session.sql(query).collectAsList().stream().map(TpcdsTest::text).sorted().toList();
  }

  private static String text(Row row) {
    return CollectionConverters.asJava(row.toSeq()).stream()
        .map(TpcdsTest::text)
        .collect(Collectors.joining(", "));
  }

  /** Sums of floating-point numbers differ in the last digits with the order of the rows. */
  private static String text(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.6e", number)
        : String.valueOf(value);
  }
}
