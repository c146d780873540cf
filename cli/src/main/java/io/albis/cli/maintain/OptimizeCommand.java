// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.maintain;

import io.albis.cli.command.ColumnList;
import io.albis.maintenance.ColumnGroupPlan;
import io.albis.maintenance.OptimizeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.tools.command.MemoryConverter;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis optimize}: puts the data of each column group together. */
@Command(
    name = "optimize",
    description = {
      "Puts the data of each column group together, so that scans make fewer and longer requests.",
      "Only what is fragmented is rewritten. Readers and writers go on meanwhile."
    },
    footer = {
      "",
      "Can be interrupted at any time; run it again for the rest. The old files are deleted when",
      "the snapshots that use them have expired."
    })
public final class OptimizeCommand extends MaintenanceCommand {

  /** Columns of a group that are printed. */
  private static final int MAX_NAMES = 3;

  /** The result, printed as JSON. */
  private record Result(OptimizeResult plan, OptimizeResult done) {}

  @Option(
      names = "--columns",
      paramLabel = "COLUMN,...",
      converter = ColumnList.Converter.class,
      description = "Columns to rewrite, with their column groups (default: all).")
  private ColumnList columns = new ColumnList(List.of());

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      defaultValue = "1GiB",
      converter = SizeConverter.class,
      description = "Target size of a data file (default: ${DEFAULT-VALUE}).")
  private long fileSize;

  @Option(
      names = "--step-size",
      paramLabel = "SIZE",
      defaultValue = "4GiB",
      converter = SizeConverter.class,
      description = "Copied bytes between two commits (default: ${DEFAULT-VALUE}).")
  private long stepSize;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "256MiB",
      converter = MemoryConverter.class,
      description = "Off-heap memory for data that is being copied (default: ${DEFAULT-VALUE}).")
  private long memory;

  @Option(
      names = "--dry-run",
      description = "Only print what would be done, and what would be gained.")
  private boolean dryRun;

  @Override
  Object run(TableMaintenance table) {
    RewriteOptions options = options();
    OptimizeResult plan = table.planOptimize(options);
    OptimizeResult done = new OptimizeResult(0, 0, List.of(), 0, 0, 0);
    if (!dryRun && !plan.isEmpty()) {
      try (Progress progress = Progress.start("Optimizing", plan.bytes(), "bytes")) {
        done = table.optimize(options.progress(progress::add));
      }
    }
    if (!isJson()) {
      print(plan, done);
    }
    return new Result(plan, done);
  }

  private RewriteOptions options() {
    try {
      return RewriteOptions.defaults()
          .columns(columns.paths())
          .fileSize(fileSize)
          .stepSize(stepSize)
          .memoryLimit(memory);
    } catch (IllegalArgumentException e) {
      throw usageError(e.getMessage());
    }
  }

  private void print(OptimizeResult plan, OptimizeResult done) {
    if (plan.isEmpty()) {
      out().println("Nothing is fragmented; the table is unchanged.");
      return;
    }
    TextTable text =
        new TextTable()
            .text("columns")
            .number("data")
            .number("to copy")
            .number("files")
            .number("after")
            .number("pieces")
            .number("after")
            .number("requests")
            .number("after");
    for (ColumnGroupPlan group : plan.columnGroups()) {
      text.row(
          names(group),
          Quantities.bytes(group.bytes()),
          Quantities.bytes(group.rewrittenBytes()),
          Quantities.count(group.files()),
          Quantities.count(group.filesAfter()),
          Quantities.count(group.runs()),
          Quantities.count(group.runsAfter()),
          Quantities.count(group.requests()),
          Quantities.count(group.requestsAfter()));
    }
    text.print(out());
    if (plan.droppedBytes() > 0) {
      out()
          .printf(
              "%s of dropped columns %s no longer referred to%n",
              Quantities.bytes(plan.droppedBytes()), dryRun ? "would be" : "are");
    }
    out()
        .printf(
            "%s %s to %s new files%s%n",
            dryRun ? "Would copy" : "Copied",
            Quantities.bytes(dryRun ? plan.bytes() : done.bytes()),
            Quantities.count(dryRun ? plan.newFiles() : done.newFiles()),
            dryRun ? "" : ": snapshot " + done.snapshotId());
  }

  private static String names(ColumnGroupPlan group) {
    List<String> all = group.columns();
    return all.size() <= MAX_NAMES
        ? String.join(", ", all)
        : String.join(", ", all.subList(0, MAX_NAMES)) + " and " + (all.size() - MAX_NAMES);
  }
}
