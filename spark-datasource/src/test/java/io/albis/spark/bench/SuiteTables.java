// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.tpc.GeneratedTable;
import io.albis.spark.tpc.QueryTexts;
import io.albis.tools.output.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Option;

/** The options for the tables of a benchmark, which are created where they are missing. */
final class SuiteTables {

  @Option(
      names = "--dir",
      paramLabel = "DIRECTORY",
      description = "Directory of the tables, which are kept (default: ${DEFAULT-VALUE}).",
      defaultValue = "albis-bench/spark")
  private Path directory;

  @Option(
      names = "--module",
      hidden = true,
      description = "Directory of this module.",
      defaultValue = "spark-datasource")
  private Path module;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Scale factor (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private double scale;

  QueryTexts texts(String benchmark) {
    return new QueryTexts(module, benchmark);
  }

  Path module() {
    return module;
  }

  Path directory(String benchmark) {
    return directory.resolve(benchmark + "-" + scale);
  }

  /** Returns the scale factor, for people. */
  String scale() {
    return scale == Math.rint(scale) ? Long.toString((long) scale) : Double.toString(scale);
  }

  /** Returns the tables that queries name. */
  List<GeneratedTable> needed(String benchmark, List<String> queries) {
    QueryTexts texts = texts(benchmark);
    return GeneratedTable.of(
        benchmark, String.join("\n", queries.stream().map(texts::text).toList()), scale);
  }

  /** Creates what is missing. The generator uses one thread for a table. */
  BenchmarkTables create(
      String benchmark, SparkSession spark, List<GeneratedTable> needed, List<TableFormat> chosen)
      throws Exception {
    BenchmarkTables tables = new BenchmarkTables(directory(benchmark), spark);
    List<TableFormat> generated = new ArrayList<>(List.of(TableFormat.ALBIS));
    chosen.stream()
        .filter(format -> format.isAlbis() && !generated.contains(format))
        .forEach(generated::add);
    List<TableFormat> converted = chosen.stream().filter(format -> !format.isAlbis()).toList();
    ExecutorService executor =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    long count = (long) needed.size() * (generated.size() + converted.size());
    try (Progress progress = Progress.start("create tables", count, "tables")) {
      List<Future<?>> tasks = new ArrayList<>();
      for (GeneratedTable table : needed) {
        for (TableFormat format : generated) {
          tasks.add(
              executor.submit(
                  () -> {
                    tables.create(
                        format,
                        table.name(),
                        table.schema(),
                        rows -> table.generate(row -> table.write(rows, row)));
                    progress.add(1);
                    return null;
                  }));
        }
      }
      for (Future<?> task : tasks) {
        task.get();
      }
      for (GeneratedTable table : needed) {
        for (TableFormat format : converted) {
          tables.convert(table.name(), TableFormat.ALBIS, format);
          progress.add(1);
        }
      }
    } finally {
      executor.shutdownNow();
    }
    return tables;
  }
}
