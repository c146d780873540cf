// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.format.schema.ColumnGroupSpec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Compares what a row costs in queries of Spark, whose source has the same batch in memory in
 * several forms. The forms take turns, query by query, and the query of each with the least CPU
 * time counts: so other processes of the machine disturb all alike, and hardly any.
 *
 * <p>A filter that is always true has another literal for each form: Spark thus generates, and the
 * JIT compiler profiles, a class for each.
 *
 * <p>Arguments: {@code vectors}, to compare vectors of Albis and of Spark, or {@code rows}, to
 * compare vectors and rows of a table in one column group; then the seconds for each cell (default
 * 4).
 */
public final class QueryRatios {

  private static final int ROWS = 1 << 21;

  /** Values, not rows, of a wide table. */
  private static final int WIDE_VALUES = 1 << 22;

  private static final int VECTOR_BATCH = 1 << 14;
  private static final int WIDE_BATCH = 1 << 10;

  private final SparkSession spark = BenchmarkSession.start();
  private final double seconds;

  /** The position of a name is the literal of its filter. */
  private final List<String> names = new ArrayList<>();

  private QueryRatios(double seconds) {
    this.seconds = seconds;
  }

  /** Prints a table. */
  public static void main(String[] arguments) throws Exception {
    QueryRatios ratios =
        new QueryRatios(arguments.length > 1 ? Double.parseDouble(arguments[1]) : 4);
    if (arguments[0].equals("vectors")) {
      ratios.compareVectors(0);
      ratios.compareVectors(5);
    } else {
      for (int columns : new int[] {20, 95, 200}) {
        ratios.compareRows(columns);
      }
    }
    ratios.spark.close();
  }

  private Dataset<Row> load(String name) {
    if (!names.contains(name)) {
      names.add(name);
    }
    return spark
        .read()
        .format(MemorySource.class.getName())
        .option(MemorySource.NAME, name)
        .load()
        .filter("n >= " + (-1 - names.indexOf(name)));
  }

  private void compareVectors(int nullPercent) throws Exception {
    BenchmarkValues values = new BenchmarkValues(VECTOR_BATCH, nullPercent);
    Map<VectorKind, VectorColumns> columns = new EnumMap<>(VectorKind.class);
    for (VectorKind kind : VectorKind.values()) {
      columns.put(kind, VectorColumns.create(kind, values));
      MemorySource.put(
          kind.name(),
          new MemorySource.Content(
              null,
              columns.get(kind).batch(),
              VectorColumns.type(values),
              ScanPath.COLUMNS,
              ROWS / VECTOR_BATCH));
    }
    heading(nullPercent + " % nulls, ns per row", columns.keySet());
    for (String aggregate :
        List.of(
            "sum(i)",
            "sum(l)",
            "sum(d)",
            "sum(m)",
            "sum(octet_length(s))",
            "count_if(s = 'Jewelry')",
            "sum(i), sum(l), sum(d), sum(m)")) {
      Map<VectorKind, Runnable> queries = new EnumMap<>(VectorKind.class);
      String[] columnsOfResult = aggregate.split(", ");
      for (VectorKind kind : columns.keySet()) {
        queries.put(kind, () -> load(kind.name()).selectExpr(columnsOfResult).collectAsList());
      }
      compare(aggregate, ROWS, queries);
    }
    for (VectorColumns each : columns.values()) {
      each.close();
    }
  }

  private void compareRows(int columnCount) throws Exception {
    try (WideTable table = new WideTable(columnCount, WIDE_BATCH, ColumnGroupSpec.all())) {
      String[] aggregates =
          table.schema().fields().stream()
              .map(
                  field ->
                      (field.type().isVariableLength() ? "count(" : "sum(") + field.name() + ")")
              .toArray(String[]::new);
      Map<ScanPath, Runnable> rows = new EnumMap<>(ScanPath.class);
      Map<ScanPath, Runnable> sums = new EnumMap<>(ScanPath.class);
      int times = WIDE_VALUES / columnCount / WIDE_BATCH + 1;
      for (ScanPath path : ScanPath.values()) {
        MemorySource.put(path.name(), MemorySource.Content.of(table.batch(), path, times));
        Supplier<Dataset<Row>> all = () -> load(path.name());
        rows.put(path, () -> all.get().write().format("noop").mode("overwrite").save());
        sums.put(path, () -> all.get().selectExpr(aggregates).collectAsList());
      }
      heading(columnCount + " columns, ns per row", rows.keySet());
      compare("make rows of Spark", times * WIDE_BATCH, rows);
      compare("sum all columns", times * WIDE_BATCH, sums);
    }
  }

  private static void heading(String text, Iterable<?> forms) {
    System.out.printf(Locale.ROOT, "%-32s", text);
    forms.forEach(form -> System.out.printf(Locale.ROOT, " %14s", form));
    System.out.println();
  }

  /**
   * Prints the CPU time of each query.
   *
   * @param queries plan anew each time: Spark skips the scan if a plan that exchanges rows runs
   *     again
   */
  private <K extends Enum<K>> void compare(String name, int rowCount, Map<K, Runnable> queries) {
    Map<K, Long> best = new LinkedHashMap<>();
    long end = System.nanoTime() + (long) (seconds * 1e9 * queries.size());
    while (System.nanoTime() < end) {
      for (Map.Entry<K, Runnable> query : queries.entrySet()) {
        query.getValue().run();
        best.merge(query.getKey(), MemorySource.cpuNanos(), Math::min);
      }
    }
    System.out.printf(Locale.ROOT, "%-32s", name);
    best.values().forEach(ns -> System.out.printf(Locale.ROOT, " %14.2f", (double) ns / rowCount));
    System.out.println();
  }
}
