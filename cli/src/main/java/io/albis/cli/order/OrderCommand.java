// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.order;

import io.albis.cli.command.StorageArguments;
import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.order.ColumnOrderOptimizer;
import io.albis.format.internal.order.OptimizedOrder;
import io.albis.format.internal.order.ReadEstimate;
import io.albis.format.internal.order.ScanCost;
import io.albis.format.internal.order.WorkloadFile;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import io.albis.writer.TableUpdate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis order}: arranges the columns of a table by a workload. */
@Command(
    name = "order",
    description = {
      "Finds an order of the columns in which a workload takes fewer and shorter reads.",
      "New row groups follow it; existing ones keep their order until they are rewritten."
    })
public final class OrderCommand extends AlbisCommand {

  /** The result, printed as JSON. */
  private record Result(
      List<String> columns, ReadEstimate before, ReadEstimate after, List<String> unknownColumns) {}

  @Mixin private StorageArguments storageOptions;

  @Parameters(paramLabel = "TABLE", description = "The table: a path or URI.")
  private String uri;

  @Option(
      names = "--workload",
      paramLabel = "FILE",
      required = true,
      description =
          "The workload: JSON lines such as {\"columns\":[\"a\",\"b.c\"],\"weight\":3}, as"
              + " recorded by ReadOptions.recordWorkload.")
  private Path workload;

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Time limit of the search (default: ${DEFAULT-VALUE}).")
  private int timeLimit;

  @Option(names = "--dry-run", description = "Only print the order and its estimated gain.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    if (timeLimit < 0) {
      throw usageError("Invalid time limit: " + timeLimit + " seconds (expected at least 0)");
    }
    try (Table table = Table.open(uri, storageOptions.readOptions(null))) {
      StoredWorkload stored = StoredWorkload.of(table, recorded());
      OptimizedOrder found =
          ColumnOrderOptimizer.of(
                  new ScanCost(storageOptions.requestCost(uri), ReadOptions.DEFAULT_READ_SIZE))
              .timeLimit(timeLimit, TimeUnit.SECONDS)
              .optimize(stored.layout(), stored.workload());
      List<String> columns = columns(table, found.layout().columnGroupIds());
      if (!dryRun && found.after().nanos() < found.before().nanos()) {
        commit(columns);
      }
      print(new Result(columns, found.before(), found.after(), stored.unknown()));
      return ExitCodes.OK;
    }
  }

  private WorkloadFile.Paths recorded() {
    try (InputStream in = Files.newInputStream(workload)) {
      return WorkloadFile.read(workload.toString(), in);
    } catch (IOException e) {
      throw new AlbisIOException("Failed to read the workload " + workload, e);
    }
  }

  /** One column of each column group, in order. */
  private static List<String> columns(Table table, int[] columnGroupIds) {
    Map<Integer, String> paths = new HashMap<>();
    for (Leaf leaf : table.schema().leaves()) {
      paths.put(leaf.id(), leaf.path());
    }
    Map<Integer, String> first = new HashMap<>();
    for (ColumnGroup group : table.columnGroups()) {
      first.put(group.id(), paths.get(group.leafIds().get(0)));
    }
    List<String> columns = new ArrayList<>();
    for (int id : columnGroupIds) {
      columns.add(first.get(id));
    }
    return columns;
  }

  private void commit(List<String> columns) {
    try (TableUpdate update = TableUpdate.open(uri, storageOptions.asMap())) {
      update.orderColumns(columns).commit();
    }
  }

  private void print(Result result) {
    if (json) {
      Json.printResult(out(), result);
      out().flush();
      return;
    }
    TextTable text =
        new TextTable().text("order").number("requests").number("bytes").number("time");
    row(text, "before", result.before());
    row(text, "after", result.after());
    text.print(out());
    for (String column : result.unknownColumns()) {
      line("The table has no column %s; left out.", column);
    }
    if (result.after().nanos() >= result.before().nanos()) {
      out().println("No better order was found; the table is unchanged.");
    } else {
      line("%s: %s", dryRun ? "Order" : "New order", String.join(", ", result.columns()));
    }
    out().flush();
  }

  /** The cost of the whole workload in one row group. */
  private static void row(TextTable text, String name, ReadEstimate estimate) {
    text.row(
        name,
        Quantities.count(Math.round(estimate.requests())),
        Quantities.bytes(Math.round(estimate.bytes())),
        Quantities.duration(Duration.ofNanos(Math.round(estimate.nanos()))));
  }
}
