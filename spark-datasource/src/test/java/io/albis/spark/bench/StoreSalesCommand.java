// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.spark.tpc.QueryTexts;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import io.albis.tools.result.QueryResult;
import io.albis.tools.sales.SalesBlock;
import io.albis.tools.sales.SalesColumn;
import io.albis.tools.sales.SalesGenerator;
import io.albis.writer.RowWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code measure store_sales}: sums of all columns. */
@Command(
    name = "store_sales",
    description = {
      "Sums all columns of store_sales of TPC-DS in Spark, on one core or more, with the table in",
      "several formats; and runs the scans by themselves, whose batches are not looked at."
    })
public final class StoreSalesCommand extends AlbisCommand {

  /** The type of amounts of money. */
  enum Money {
    /** As in TPC-DS. */
    DECIMAL,
    /** As in the benchmark of file formats. */
    DOUBLE
  }

  @Option(
      names = "--dir",
      paramLabel = "DIRECTORY",
      description = "Directory of the tables, which are kept (default: ${DEFAULT-VALUE}).",
      defaultValue = "albis-bench/spark")
  private Path directory;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Scale factor of TPC-DS; 1 has 2,880,404 rows (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private double scale;

  @Option(
      names = "--money",
      split = ",",
      paramLabel = "TYPE",
      description = "Types of amounts: ${COMPLETION-CANDIDATES} (default: all).",
      defaultValue = "decimal,double")
  private List<Money> types;

  @Option(
      names = "--formats",
      split = ",",
      paramLabel = "FORMAT",
      description = "Formats, compared with the first one (default: ${DEFAULT-VALUE}).",
      defaultValue = "albis,albis-rows,parquet-snappy,parquet-zstd,orc-snappy,orc-zstd")
  private List<String> formats;

  @Option(
      names = "--writes",
      description =
          "Write the table from Spark's own cache in memory, too, and copy the table of each format"
              + " to Albis, beside a scan of its rows alone. The written tables are deleted.")
  private boolean writes;

  @Option(
      names = "--cores",
      paramLabel = "COUNT",
      description = "Tasks at the same time (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int cores;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      description = "Measured rounds (default: ${DEFAULT-VALUE}).",
      defaultValue = "9")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "COUNT",
      description = "Rounds that do not count (default: ${DEFAULT-VALUE}).",
      defaultValue = "4")
  private int warmUps;

  @Mixin private ResultOptions output;

  /** Called by the command-line parser. */
  public StoreSalesCommand() {}

  @Override
  public Integer call() throws Exception {
    List<TableFormat> chosen = TableFormat.of(formats);
    SparkSession spark = BenchmarkSession.start(cores, Map.of());
    List<QueryResult> results = new ArrayList<>();
    Map<String, String> sizes = new LinkedHashMap<>();
    for (Money money : types) {
      BenchmarkTables tables = new BenchmarkTables(directory, spark);
      String name = name(money);
      create(tables, name, money, chosen);
      sizes.put(name, tables.sizes(chosen, List.of(name)));
      results.addAll(measure(spark, tables, name, chosen));
    }
    return output.write(out(), spec(), sizes, results);
  }

  private String name(Money money) {
    return "store_sales-" + scale + (money == Money.DECIMAL ? "-decimal" : "-double");
  }

  private void create(BenchmarkTables tables, String name, Money money, List<TableFormat> chosen)
      throws Exception {
    Schema schema = schema(money);
    for (TableFormat format : chosen) {
      if (tables.isComplete(format, name)) {
        continue;
      }
      try (Progress progress = Progress.start("store_sales, " + format.label(), 0, "rows")) {
        tables.create(
            format.isAlbis() ? format : TableFormat.ALBIS,
            name,
            schema,
            rows -> generate(rows, money, progress));
        if (!format.isAlbis()) {
          tables.convert(name, TableFormat.ALBIS, format);
        }
      }
    }
  }

  private static Schema schema(Money money) {
    List<Field> fields = new ArrayList<>();
    for (SalesColumn column : SalesColumn.ALL) {
      Type type =
          switch (column.kind()) {
            case INT -> Type.int32();
            case LONG -> Type.int64();
            case DOUBLE -> money == Money.DECIMAL ? Type.decimal(7, 2) : Type.float64();
          };
      fields.add(
          column.nullable()
              ? Field.nullable(column.name(), type)
              : Field.required(column.name(), type));
    }
    return Schema.of(fields);
  }

  private void generate(RowWriter rows, Money money, Progress progress) throws Exception {
    new SalesGenerator(scale, Runtime.getRuntime().availableProcessors())
        .generate(
            Long.MAX_VALUE,
            block -> {
              write(block, rows, money);
              progress.add(block.rowCount());
            });
  }

  private static void write(SalesBlock block, RowWriter rows, Money money) {
    for (int row = 0; row < block.rowCount(); row++) {
      for (int c = 0; c < SalesColumn.ALL.size(); c++) {
        if (block.isNull(c, row)) {
          continue;
        }
        switch (SalesColumn.ALL.get(c).kind()) {
          case INT -> rows.setInt(c, (int) block.integer(c, row));
          case LONG -> rows.setLong(c, block.integer(c, row));
          case DOUBLE -> {
            if (money == Money.DECIMAL) {
              rows.setUnscaledDecimal(c, Math.round(block.money(c, row) * 100));
            } else {
              rows.setDouble(c, block.money(c, row));
            }
          }
        }
      }
      rows.endRow();
    }
  }

  private List<QueryResult> measure(
      SparkSession spark, BenchmarkTables tables, String name, List<TableFormat> chosen)
      throws IOException {
    Map<TableFormat, Runnable> sums = new LinkedHashMap<>();
    Map<TableFormat, Runnable> scans = new LinkedHashMap<>();
    Map<TableFormat, List<String>> results = new LinkedHashMap<>();
    Map<TableFormat, List<String>> counts = new LinkedHashMap<>();
    Map<TableFormat, Double> allocated = new LinkedHashMap<>();
    for (TableFormat format : chosen) {
      Path table = tables.path(format, name);
      sums.put(
          format,
          () ->
              results.put(
                  format,
                  QueryTexts.rows(
                      format.load(spark, table, false).selectExpr(aggregates()).collectAsList())));
      scans.put(
          format,
          () -> {
            ScanCost cost = ScanCost.of(format.load(spark, table, false));
            counts.put(format, List.of(Quantities.count(cost.rows()) + " rows"));
            allocated.merge(format, cost.bytesPerRow(), Math::min);
          });
    }
    List<QueryResult> all = new ArrayList<>();
    QueryRounds turns = new QueryRounds(warmUps, rounds);
    long runs = (writes ? 5 : 2) * turns.runs(chosen.size());
    try (Progress progress = Progress.start(name, runs, "queries")) {
      Map<TableFormat, QueryRounds.Times> ofSums = turns.measure(sums, format -> {}, progress);
      Map<TableFormat, QueryRounds.Times> ofScans = turns.measure(scans, format -> {}, progress);
      all.addAll(QueryRounds.results(name, "sum of all columns", ofSums, Map.of(), results));
      all.addAll(QueryRounds.results(name, "batches only", ofScans, allocated, counts));
      if (writes) {
        Dataset<Row> rows = chosen.get(0).load(spark, tables.path(chosen.get(0), name), false);
        all.addAll(measureWrites(rows, tables, name, chosen, turns, progress));
        all.addAll(measureCopies(spark, tables, name, chosen, turns, progress));
      }
    }
    return all;
  }

  private static List<QueryResult> measureWrites(
      Dataset<Row> rows,
      BenchmarkTables tables,
      String name,
      List<TableFormat> chosen,
      QueryRounds turns,
      Progress progress)
      throws IOException {
    rows.persist(StorageLevel.MEMORY_ONLY()).count();
    Map<TableFormat, Runnable> writers = new LinkedHashMap<>();
    Map<TableFormat, List<String>> results = new LinkedHashMap<>();
    for (TableFormat format : chosen) {
      Path written = tables.path(format, name + "-written");
      writers.put(format, () -> format.write(rows, written));
    }
    Map<TableFormat, QueryRounds.Times> times =
        turns.measure(writers, format -> delete(tables.path(format, name + "-written")), progress);
    for (TableFormat format : chosen) {
      Path written = tables.path(format, name + "-written");
      Dataset<Row> read = format.load(rows.sparkSession(), written, false);
      results.put(format, QueryTexts.rows(read.selectExpr(aggregates()).collectAsList()));
      delete(written);
    }
    rows.unpersist(true);
    return QueryRounds.results(name, "write of rows in memory", times, Map.of(), results);
  }

  private static List<QueryResult> measureCopies(
      SparkSession spark,
      BenchmarkTables tables,
      String name,
      List<TableFormat> chosen,
      QueryRounds turns,
      Progress progress) {
    Map<TableFormat, Runnable> scans = new LinkedHashMap<>();
    Map<TableFormat, Runnable> copies = new LinkedHashMap<>();
    Map<TableFormat, List<String>> results = new LinkedHashMap<>();
    for (TableFormat format : chosen) {
      Path table = tables.path(format, name);
      scans.put(
          format,
          () -> format.load(spark, table, false).write().format("noop").mode("overwrite").save());
      copies.put(
          format,
          () ->
              TableFormat.ALBIS.write(
                  format.load(spark, table, false), copy(tables, name, format)));
    }
    Map<TableFormat, QueryRounds.Times> ofScans = turns.measure(scans, format -> {}, progress);
    Map<TableFormat, QueryRounds.Times> ofCopies =
        turns.measure(copies, format -> delete(copy(tables, name, format)), progress);
    for (TableFormat format : chosen) {
      Path copied = copy(tables, name, format);
      Dataset<Row> read = TableFormat.ALBIS.load(spark, copied, false);
      results.put(format, QueryTexts.rows(read.selectExpr(aggregates()).collectAsList()));
      delete(copied);
    }
    List<QueryResult> all = new ArrayList<>();
    all.addAll(QueryRounds.results(name, "rows to nowhere", ofScans, Map.of(), results));
    all.addAll(QueryRounds.results(name, "rows to Albis", ofCopies, Map.of(), results));
    return all;
  }

  private static Path copy(BenchmarkTables tables, String name, TableFormat format) {
    return tables.path(TableFormat.ALBIS, name + "-of-" + format.label());
  }

  private static void delete(Path table) {
    try {
      BenchmarkTables.delete(table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String[] aggregates() {
    return SalesColumn.ALL.stream()
        .map(column -> "sum(" + column.name() + ")")
        .toArray(String[]::new);
  }
}
