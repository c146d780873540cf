// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import com.sun.management.OperatingSystemMXBean;
import io.albis.tools.command.AlbisCommand;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code measure changes}: what filters save when the changes of snapshots are read. */
@Command(
    name = "changes",
    description = {
      "Updates a table many times, a hundred rows each, and reads the changes of all snapshots"
          + " with",
      "and without filters, on one core."
    })
public final class ChangesCommand extends AlbisCommand {

  private static final long UPDATED = 100;

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      description = "Rows of the table (default: ${DEFAULT-VALUE}).",
      defaultValue = "4000000")
  private long rows;

  @Option(
      names = "--files",
      paramLabel = "COUNT",
      description = "Files, and row groups, of the table (default: ${DEFAULT-VALUE}).",
      defaultValue = "40")
  private int files;

  @Option(
      names = "--updates",
      paramLabel = "COUNT",
      description = "Updates, each of one row group (default: ${DEFAULT-VALUE}).",
      defaultValue = "100")
  private int updates;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      description = "Rounds of queries, of which the best counts (default: ${DEFAULT-VALUE}).",
      defaultValue = "3")
  private int rounds;

  /** Called by the command-line parser. */
  public ChangesCommand() {}

  @Override
  public Integer call() throws Exception {
    SparkSession spark = BenchmarkSession.start();
    Path directory = Files.createTempDirectory("albis-changes");
    String table = "albis.`" + directory.resolve("t") + "`";
    spark
        .range(0, rows, 1, files)
        .selectExpr("id", "id * 7 AS value", "concat('name ', id) AS name")
        .write()
        .format("albis")
        .save(directory.resolve("t").toString());
    for (int i = 0; i < updates; i++) {
      long first = i * (rows / updates);
      spark.sql(
          "UPDATE "
              + table
              + " SET value = -value WHERE id >= "
              + first
              + " AND id < "
              + (first + UPDATED));
    }
    int middle = 2 + updates / 2;
    long row = updates / 2 * (rows / updates) + 1;
    for (String where :
        new String[] {"true", "id = " + row, "value < 0", "_commit_version = " + middle}) {
      measure(spark, "FROM " + table + " CHANGES FROM VERSION 2 WHERE " + where);
    }
    return 0;
  }

  private void measure(SparkSession spark, String query) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double seconds = Double.MAX_VALUE;
    double processor = Double.MAX_VALUE;
    long count = 0;
    for (int round = 0; round < rounds; round++) {
      long start = System.nanoTime();
      long used = system.getProcessCpuTime();
      Row row = spark.sql("SELECT count(*), sum(length(name)) " + query).first();
      count = row.getLong(0);
      seconds = Math.min(seconds, (System.nanoTime() - start) / 1e9);
      processor = Math.min(processor, (system.getProcessCpuTime() - used) / 1e9);
    }
    out()
        .printf(
            "%s: %d changes, %.2f s, processor time %.2f s%n",
            query.substring(query.indexOf("CHANGES")), count, seconds, processor);
  }
}
