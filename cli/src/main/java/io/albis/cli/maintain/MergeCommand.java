// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.maintain;

import io.albis.maintenance.MergeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.tools.command.MemoryConverter;
import io.albis.tools.command.SizeConverter;
import io.albis.tools.output.Progress;
import io.albis.tools.output.Quantities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis merge}: makes large row groups of small ones. */
@Command(
    name = "merge",
    description = {
      "Makes large row groups of the small ones that many small writes have left behind.",
      "All rows stay, those of a partition in their order. Readers and writers go on meanwhile."
    },
    footer = {
      "",
      "Can be interrupted at any time; run it again for the rest. The old files are deleted when",
      "the snapshots that use them have expired. 'albis optimize' is best run afterwards."
    })
public final class MergeCommand extends MaintenanceCommand {

  /** The result, printed as JSON. */
  private record Result(MergeResult plan, MergeResult done) {}

  @Option(
      names = "--row-group-size",
      paramLabel = "SIZE",
      defaultValue = "128MiB",
      converter = SizeConverter.class,
      description =
          "Size of new row groups; smaller ones than a third are rewritten (default:"
              + " ${DEFAULT-VALUE}).")
  private long rowGroupSize;

  @Option(
      names = "--step-size",
      paramLabel = "SIZE",
      defaultValue = "4GiB",
      converter = SizeConverter.class,
      description = "Bytes that are read between two commits (default: ${DEFAULT-VALUE}).")
  private long stepSize;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "512MiB",
      converter = MemoryConverter.class,
      description = "Off-heap memory for reading and writing (default: ${DEFAULT-VALUE}).")
  private long memory;

  @Option(names = "--dry-run", description = "Only print what would be done.")
  private boolean dryRun;

  @Override
  Object run(TableMaintenance table) {
    RewriteOptions options = options();
    MergeResult plan = table.planMergeRowGroups(options);
    MergeResult done = new MergeResult(0, 0, plan.rowGroups(), 0, 0, 0, 0, 0, plan.rowGroupSize());
    if (!dryRun && !plan.isEmpty()) {
      try (Progress progress = Progress.start("Merging", plan.bytes(), "bytes")) {
        done = table.mergeRowGroups(options.progress(progress::add));
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
          .rowGroupSize(rowGroupSize)
          .stepSize(stepSize)
          .memoryLimit(memory);
    } catch (IllegalArgumentException e) {
      throw usageError(e.getMessage());
    }
  }

  private void print(MergeResult plan, MergeResult done) {
    if (plan.isEmpty()) {
      out()
          .printf(
              "No small neighbours among %s row groups; the table is unchanged.%n",
              Quantities.count(plan.rowGroups()));
      return;
    }
    if (dryRun) {
      out()
          .printf(
              "Would rewrite %s of %s row groups (%s) in row groups of up to %s%n",
              Quantities.count(plan.replacedRowGroups()),
              Quantities.count(plan.rowGroups()),
              Quantities.bytes(plan.bytes()),
              Quantities.bytes(plan.rowGroupSize()));
      return;
    }
    out()
        .printf(
            "Made %s row groups (%s) of %s: snapshot %d%n",
            Quantities.count(done.newRowGroups()),
            Quantities.bytes(done.bytes()),
            Quantities.count(done.replacedRowGroups()),
            done.snapshotId());
    if (done.unorderedRowGroups() > 0) {
      out()
          .printf(
              "%s of the new row groups are not in the sort order of the table%n",
              Quantities.count(done.unorderedRowGroups()));
    }
  }
}
