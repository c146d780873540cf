// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.reader.Table;
import io.albis.tools.command.AlbisCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code measure stream}: what small batches of a stream cost later scans. */
@Command(
    name = "stream",
    description = {
      "Writes a table by many small batches of a stream, and the same rows at once, and compares"
          + " the",
      "times of scans, on one core."
    })
public final class StreamCommand extends AlbisCommand {

  private static final String[] SUMS = {"sum(value)", "sum(length(name))", "max(timestamp)"};

  @Option(
      names = "--batches",
      paramLabel = "COUNT",
      description = "Batches of the stream (default: ${DEFAULT-VALUE}).",
      defaultValue = "1440")
  private int batches;

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      description = "Rows of a batch (default: ${DEFAULT-VALUE}).",
      defaultValue = "1000")
  private int rows;

  @Option(
      names = "--merge-every",
      split = ",",
      paramLabel = "BATCHES",
      description = "Values of the option of the sink (default: ${DEFAULT-VALUE}).",
      defaultValue = "100,0")
  private String[] mergeEvery;

  @Option(
      names = "--partition-by",
      paramLabel = "COLUMNS",
      description = "Partitions of the tables, such as bucket(8, value) (default: none).")
  private String partitionBy;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      description = "Rounds of scans, of which the best counts (default: ${DEFAULT-VALUE}).",
      defaultValue = "30")
  private int rounds;

  /** Called by the command-line parser. */
  public StreamCommand() {}

  @Override
  public Integer call() throws Exception {
    SparkSession spark = BenchmarkSession.start();
    Path directory = Files.createTempDirectory("albis-stream");
    Map<String, String> tables = new LinkedHashMap<>();
    for (String every : mergeEvery) {
      String uri = directory.resolve("merge-every-" + every).toString();
      long start = System.nanoTime();
      stream(spark, uri, every);
      out()
          .printf(
              "stream, merge-every %s: %.1f ms a batch%n",
              every, (System.nanoTime() - start) / 1e6 / batches);
      tables.put("merge-every " + every, uri);
    }
    String once = directory.resolve("at-once").toString();
    rows(spark
            .read()
            .format("albis")
            .load(tables.values().iterator().next())
            .select("timestamp", "value"))
        .write()
        .format("albis")
        .options(layout())
        .save(once);
    tables.put("at once", once);
    compare(spark, tables);
    return 0;
  }

  private Map<String, String> layout() {
    return partitionBy == null ? Map.of() : Map.of("partition-by", partitionBy);
  }

  private static Dataset<Row> rows(Dataset<Row> generated) {
    return generated.selectExpr("timestamp", "value", "concat('name ', value) AS name");
  }

  private void stream(SparkSession spark, String uri, String every) throws Exception {
    StreamingQuery query =
        rows(spark
                .readStream()
                .format("rate-micro-batch")
                .option("rowsPerBatch", rows)
                .option("numPartitions", 1)
                .load())
            .writeStream()
            .format("albis")
            .trigger(Trigger.ProcessingTime(0))
            .option("checkpointLocation", uri + "-checkpoint")
            .option("merge-every", every)
            .options(layout())
            .start(uri);
    while (query.lastProgress() == null || query.lastProgress().batchId() < batches - 1) {
      if (query.exception().isDefined()) {
        throw query.exception().get();
      }
      Thread.sleep(1);
    }
    query.stop();
  }

  private void compare(SparkSession spark, Map<String, String> tables) {
    Map<String, Double> best = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      tables.forEach(
          (name, uri) -> {
            long count = spark.read().format("albis").load(uri).count();
            long start = System.nanoTime();
            spark.read().format("albis").load(uri).selectExpr(SUMS).collectAsList();
            double perRow = (System.nanoTime() - start) / (double) count;
            best.merge(name, perRow, Math::min);
          });
    }
    tables.forEach(
        (name, uri) -> {
          try (Table table = Table.open(uri)) {
            out()
                .printf(
                    "%s: %d rows, snapshot %d, %d row groups; scan %.1f ns a row, %.2f x at once%n",
                    name,
                    table.rowCount(),
                    table.snapshot().id(),
                    table.rowGroups().size(),
                    best.get(name),
                    best.get(name) / best.get("at once"));
          }
        });
  }
}
