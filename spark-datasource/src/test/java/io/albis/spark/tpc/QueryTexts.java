// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.tpc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/** The queries of a benchmark: the build takes their texts from Spark's own tests. */
public final class QueryTexts {

  private final Path directory;

  /**
   * Creates an instance.
   *
   * @param module the directory of this module
   * @param benchmark {@code tpcds} or {@code tpch}
   */
  public QueryTexts(Path module, String benchmark) {
    this.directory = module.resolve(Path.of("target", "tpc-queries", benchmark));
  }

  /** Returns the names of all queries: 22 of TPC-H, 99 of TPC-DS, four of them in two variants. */
  public List<String> names() {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString().replace(".sql", ""))
          .sorted(Comparator.comparingInt(QueryTexts::number).thenComparing(name -> name))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to list the queries in " + directory, e);
    }
  }

  private static int number(String name) {
    return Integer.parseInt(name.replaceAll("\\D", ""));
  }

  /** Returns the text of a query, with the names of columns that the generator uses. */
  public String text(String name) {
    Path file = directory.resolve(name + ".sql");
    try {
      // Version 2 of the specification, which the generator follows, has renamed this column.
      return Files.readString(file).replaceAll("\\bc_last_review_date\\b", "$0_sk");
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to read the query " + file, e);
    }
  }

  /**
   * Returns the text of a query without its limit: rows that are equal by the order of a query are
   * not the same ones with every source.
   */
  public String unlimited(String name) {
    return text(name).replaceAll("(?i)\\blimit\\s+\\d+", "");
  }

  /** Runs a query, and returns its rows as text, sorted. */
  public static List<String> rows(SparkSession session, String query) {
    SparkSession.setActiveSession(session);
    return rows(session.sql(query).collectAsList());
  }

  /**
   * Runs a query whose result may have millions of rows, and returns its number of rows and the sum
   * of their digests, which does not depend on their order.
   */
  public static String digest(SparkSession session, String query) {
    SparkSession.setActiveSession(session);
    BigInteger sum = BigInteger.ZERO;
    long count = 0;
    Iterator<Row> rows = session.sql(query).toLocalIterator();
    while (rows.hasNext()) {
      sum = sum.add(new BigInteger(1, DigestUtils.sha256(rowText(rows.next()))));
      count++;
    }
    return count + " rows, " + sum.toString(16);
  }

  /** Returns rows as text, sorted. */
  public static List<String> rows(List<Row> rows) {
    return rows.stream().map(QueryTexts::rowText).sorted().toList();
  }

  private static String rowText(Row row) {
    return CollectionConverters.asJava(row.toSeq()).stream()
        .map(QueryTexts::valueText)
        .collect(Collectors.joining(", "));
  }

  /** Sums of floating-point numbers differ in the last digits with the order of the rows. */
  private static String valueText(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.6e", number)
        : String.valueOf(value);
  }
}
