// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.maintenance.MergeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.Table;
import io.albis.writer.CommitResult;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Makes large row groups of small ones, by the rule of {@link SmallRowGroups}. Works in steps: each
 * opens the latest snapshot, copies some runs of row groups, and commits. Holds nothing open
 * between calls.
 */
public final class RowGroupMerge {

  /** So many row groups come of a run that others rewrite: only the last of them may be small. */
  private static final int RUN_ROW_GROUPS = 4;

  private final String uri;
  private final Map<String, String> storageOptions;
  private final UnaryOperator<TableWriter.Builder> writers;
  private final RewriteOptions options;
  private final Step step;

  /** The most bytes that are rewritten as one. */
  private final long maxRunBytes;

  /** Rewrites runs of small row groups, and commits. */
  @FunctionalInterface
  public interface Step {

    /**
     * Rewrites runs.
     *
     * @param table the snapshot with the row groups
     * @param runs the order of their rows stays
     */
    CommitResult run(Table table, List<RowGroupRun> runs);
  }

  /**
   * A merge of the small row groups of a table, by the calling thread.
   *
   * @param uri the table's directory: a URI or a local path
   * @param storageOptions options of the storage
   * @param writers sets what tests replace in each writer before it is opened
   */
  public RowGroupMerge(
      String uri,
      Map<String, String> storageOptions,
      UnaryOperator<TableWriter.Builder> writers,
      RewriteOptions options) {
    this.uri = uri;
    this.storageOptions = storageOptions;
    this.writers = writers;
    this.options = options;
    this.step = this::copyHere;
    this.maxRunBytes = options.stepSize();
  }

  /**
   * A merge by others.
   *
   * @param uri the table's directory: a URI or a local path
   * @param storageOptions options of the storage
   * @param step rewrites runs, each in one place
   */
  public RowGroupMerge(
      String uri, Map<String, String> storageOptions, RewriteOptions options, Step step) {
    this.uri = uri;
    this.storageOptions = storageOptions;
    this.writers = UnaryOperator.identity();
    this.options = options;
    this.step = step;
    this.maxRunBytes = RUN_ROW_GROUPS * options.rowGroupSize();
  }

  /** The runs of small row groups in a snapshot, and the plan to rewrite them. */
  private record Work(List<RowGroupRun> runs, MergeResult plan) {}

  private Table openTable() {
    ReadOptions read = ReadOptions.defaults().memoryLimit(options.memoryLimit() / 2);
    for (Map.Entry<String, String> option : storageOptions.entrySet()) {
      read = read.option(option.getKey(), option.getValue());
    }
    return Table.open(uri, read);
  }

  private TableWriter openWriter(Table table, List<List<Long>> replaced) {
    TableWriter.Builder builder =
        TableWriter.mergeRowGroups(uri, table.snapshot().id(), replaced)
            .rowGroupSize(options.rowGroupSize())
            .memoryLimit(options.memoryLimit() / 2);
    storageOptions.forEach(builder::option);
    return writers.apply(builder).open();
  }

  /** What {@link #run} would do. Reads metadata, and changes nothing. */
  public MergeResult plan() {
    try (Table table = openTable()) {
      return work(table, table.rowCount()).plan;
    }
  }

  /**
   * Plans.
   *
   * @param endRow number of the first row that is left alone, with those behind it
   */
  private Work work(Table table, long endRow) {
    long size;
    long rows;
    try (TableWriter writer = openWriter(table, List.of())) {
      size = writer.rowGroupSize();
      rows = writer.maxRowGroupRows();
    }
    int specId = table.partitioningId();
    List<RowGroupInfo> rowGroups =
        table.rowGroups().stream().filter(one -> one.firstRow() < endRow).toList();
    List<RowGroupRun> runs =
        new SmallRowGroups(specId, size, rows).runs(rowGroups, Math.max(maxRunBytes, size));
    MergeResult plan =
        new MergeResult(
            table.snapshot().id(),
            0,
            rowGroups.size(),
            runs.stream().mapToLong(run -> run.numbers().size()).sum(),
            runs.size(),
            0,
            runs.stream().mapToLong(RowGroupRun::rowCount).sum(),
            runs.stream().mapToLong(RowGroupRun::bytes).sum(),
            size);
    return new Work(runs, plan);
  }

  /** Merges the small row groups that the table has now. */
  public MergeResult run() {
    MergeResult result = null;
    // Rows of other writers follow those that the table has now: a stream would never be done.
    long rows = 0;
    // Each step leaves at least one row group less, unless others have removed rows.
    long maxSteps = 0;
    while (true) {
      try (Table table = openTable()) {
        rows = result == null ? table.rowCount() : rows;
        Work work = work(table, rows);
        if (result == null) {
          maxSteps = work.plan.replacedRowGroups();
          result =
              new MergeResult(0, 0, work.plan.rowGroups(), 0, 0, 0, 0, 0, work.plan.rowGroupSize());
        }
        if (work.plan.isEmpty() || result.commits() >= maxSteps) {
          return result;
        }
        result = step(table, work.runs, result);
      }
    }
  }

  /** Rewrites runs up to the size of a step. */
  private MergeResult step(Table table, List<RowGroupRun> runs, MergeResult before) {
    List<RowGroupRun> ofStep = new ArrayList<>();
    long bytes = 0;
    for (RowGroupRun run : runs) {
      if (bytes >= options.stepSize()) {
        break;
      }
      ofStep.add(run);
      bytes += run.bytes();
    }
    CommitResult commit = step.run(table, ofStep);
    return new MergeResult(
        commit.snapshotId(),
        before.commits() + 1,
        before.rowGroups(),
        before.replacedRowGroups() + ofStep.stream().mapToLong(run -> run.numbers().size()).sum(),
        before.newRowGroups() + commit.writtenRowGroups(),
        before.unorderedRowGroups() + commit.unorderedRowGroups(),
        before.rows() + commit.writtenRows(),
        before.bytes() + commit.writtenBytes(),
        before.rowGroupSize());
  }

  private CommitResult copyHere(Table table, List<RowGroupRun> runs) {
    try (TableWriter writer = openWriter(table, runs.stream().map(RowGroupRun::numbers).toList())) {
      for (int position = 0; position < runs.size(); position++) {
        copy(table, runs.get(position), writer, position);
      }
      return writer.commit();
    }
  }

  private void copy(Table table, RowGroupRun run, TableWriter writer, int position) {
    long[] reported = new long[1];
    run.copy(
        table.scan(),
        writer.newBatchWriter(position),
        rows -> {
          long done = (long) ((double) run.bytes() * rows / run.rowCount());
          options.progress().accept(done - reported[0]);
          reported[0] = done;
        });
    options.progress().accept(run.bytes() - reported[0]);
  }
}
