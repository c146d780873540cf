// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Writes a table of sales with the SDK, lets Spark copy it to Parquet, runs the same queries on
 * both, requires equal results, and prints how long each took.
 */
public final class SparkDemo {

  private static final int ROUNDS = 3;

  /** Titles of queries, and what they are. {@code sales} is the name of the view. */
  private static final Map<String, String> QUERIES =
      Map.of(
          "1  sums of all numbers",
          "SELECT sum(id), sum(store), sum(item), sum(quantity), sum(price), sum(discount),"
              + " sum(tax), count(comment) FROM sales",
          "2  one column",
          "SELECT sum(price) FROM sales",
          "3  sales of one day",
          "SELECT count(*), sum(price) FROM sales WHERE day = date'2025-03-04'",
          "4  groups",
          "SELECT store, count(*), max(price) FROM sales GROUP BY store ORDER BY store",
          "5  longest comments",
          "SELECT item, max(length(comment)) n FROM sales GROUP BY item ORDER BY n DESC, item"
              + " LIMIT 5",
          "6  latest sales",
          "SELECT id, day, price FROM sales ORDER BY id DESC LIMIT 5",
          "7  count and bounds",
          "SELECT count(*), min(day), max(day) FROM sales");

  private final SparkSession spark;
  private final PrintStream out = System.out;
  private final Path directory;

  private SparkDemo(SparkSession spark, Path directory) {
    this.spark = spark;
    this.directory = directory;
  }

  /**
   * Runs the demo.
   *
   * @param arguments number of rows, and the directory of the table and the Parquet files
   */
  public static void main(String[] arguments) throws IOException {
    long rows = Long.parseLong(arguments[0]);
    Path directory = Path.of(arguments[1]);
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[*]")
            .appName("albis spark-demo")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
            .getOrCreate()) {
      new SparkDemo(spark, directory).run(rows);
    }
  }

  private void run(long rows) throws IOException {
    Path table = directory.resolve("sales");
    Path parquet = directory.resolve("sales.parquet");
    out.printf("1. Writing the Albis table %s of %,d sales with the Java SDK%n", table, rows);
    SalesTable.write(table, rows);
    out.println("2. Spark " + spark.version() + " reads it, and writes it to " + parquet);
    out.printf(
        "     spark.read().format(\"albis\").load(\"%s\").write().parquet(\"%s\")%n",
        table, parquet);
    Dataset<Row> albis = spark.read().format("albis").load(table.toString());
    albis.coalesce(2).write().mode("overwrite").parquet(parquet.toString());
    out.printf("     Albis %,d bytes, Parquet (snappy) %,d bytes%n", bytes(table), bytes(parquet));
    out.println("3. The same queries on both, median of " + ROUNDS + " runs, results compared");
    out.printf("%n%-26s%12s%12s%9s%n", "query", "Parquet ms", "Albis ms", "speed");
    QUERIES.keySet().stream().sorted().forEach(title -> compare(title, albis, parquet));
    out.printf(
        "%nAll results are equal. Queries 3 and 6 skip row groups by their statistics; query 7 is"
            + " answered%nby statistics alone, so that no task runs. In SQL, name the table by its"
            + " path:%n     SELECT count(*) FROM albis.`%s`%n",
        table);
    out.println("In your own Spark, add the jar: spark-shell --jars albis-spark_2.13-VERSION.jar");
  }

  private void compare(String title, Dataset<Row> albis, Path parquet) {
    List<Dataset<Row>> sources = List.of(spark.read().parquet(parquet.toString()), albis);
    List<List<Long>> times = List.of(new ArrayList<>(), new ArrayList<>());
    List<List<Row>> results = new ArrayList<>();
    // They take turns, so that both see the same machine. The first round is a warm-up.
    for (int round = 0; round <= ROUNDS; round++) {
      results.clear();
      for (int i = 0; i < sources.size(); i++) {
        sources.get(i).createOrReplaceTempView("sales");
        long start = System.nanoTime();
        results.add(spark.sql(QUERIES.get(title)).collectAsList());
        if (round > 0) {
          times.get(i).add(System.nanoTime() - start);
        }
      }
    }
    if (!results.get(0).equals(results.get(1))) {
      throw new IllegalStateException(
          "The results of query "
              + title
              + " differ: Parquet "
              + results.get(0)
              + ", Albis "
              + results.get(1));
    }
    double base = median(times.get(0));
    double own = median(times.get(1));
    out.printf("%-26s%12.1f%12.1f%7.1f x%n", title, base / 1e6, own / 1e6, base / own);
  }

  private static double median(List<Long> times) {
    return times.stream().sorted().toList().get(times.size() / 2);
  }

  private static long bytes(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).mapToLong(SparkDemo::size).sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
