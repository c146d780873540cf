// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.format.partition.PartitionSpec;
import io.albis.maintenance.internal.BatchCopier;
import io.albis.maintenance.internal.RowGroupRun;
import io.albis.maintenance.internal.SmallRowGroups;
import io.albis.reader.BatchCursor;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.writer.CommitResult;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Makes large row groups of small ones, such as many small appends leave behind.
 *
 * <pre>{@code
 * RowGroupMerge merge = RowGroupMerge.of("/data/t", MergeOptions.defaults());
 * merge.run();
 * }</pre>
 *
 * <p><b>Rule</b>: a row group is small if it has less than a third of the bytes, and of the rows,
 * at which a row group ends. Small row groups that follow each other in row order, and have the
 * same partition and sort order, are rewritten together; a second run finds nothing to do. Row
 * groups of an older partition spec are left alone.
 *
 * <p><b>What stays</b>: all rows and their order, and all other row groups. Readers do not see a
 * difference. If the row groups were sorted, the new ones are sorted only if the rows of one follow
 * those of the one before in the order of the table; otherwise they have no sort order ({@link
 * MergeResult#unorderedRowGroups}).
 *
 * <p>Readers and writers go on meanwhile. Row groups are committed every {@link
 * MergeOptions#stepSize} bytes. What has been committed stays done, whatever happens later, and
 * another run does the rest. The old files stay as long as a snapshot refers to them; {@code
 * TableMaintenance.expire} deletes them. {@code TableMaintenance.optimize} puts data together
 * without decoding it; it is best done after a merge.
 *
 * <p><b>Memory</b>: {@link MergeOptions#memoryLimit} off-heap; on the heap about 100 bytes for each
 * row group of the table, and some MiB for rows that are being copied.
 *
 * <p>Immutable and thread-safe. Holds nothing open between calls.
 */
public final class RowGroupMerge {

  private final String uri;
  private final MergeOptions options;
  private final UnaryOperator<TableWriter.Builder> writers;

  /**
   * A merge of the small row groups of a table.
   *
   * @param writers sets what tests replace in each writer before it is opened
   */
  RowGroupMerge(String uri, MergeOptions options, UnaryOperator<TableWriter.Builder> writers) {
    this.uri = Objects.requireNonNull(uri, "uri");
    this.options = Objects.requireNonNull(options, "options");
    this.writers = writers;
  }

  /**
   * A merge of the small row groups of a table.
   *
   * @param uri the table's directory: a URI or a local path
   */
  public static RowGroupMerge of(String uri, MergeOptions options) {
    return new RowGroupMerge(uri, options, UnaryOperator.identity());
  }

  /** The runs of small row groups in a snapshot, and the plan to rewrite them. */
  private record Work(List<RowGroupRun> runs, MergePlan plan) {}

  private Table openTable() {
    ReadOptions read = ReadOptions.defaults().memoryLimit(options.memoryLimit() / 2);
    for (Map.Entry<String, String> option : options.storageOptions().entrySet()) {
      read = read.option(option.getKey(), option.getValue());
    }
    return Table.open(uri, read);
  }

  private TableWriter openWriter(Table table, List<List<Long>> replaced) {
    TableWriter.Builder builder =
        TableWriter.replaceRowGroups(uri, table.snapshot().id(), replaced)
            .rowGroupSize(options.rowGroupSize())
            .memoryLimit(options.memoryLimit() / 2);
    options.storageOptions().forEach(builder::option);
    return writers.apply(builder).open();
  }

  /**
   * Finds out what {@link #run} would do. Reads metadata, and changes nothing.
   *
   * @throws io.albis.format.error.AlbisException as {@link Table#open(String)}
   */
  public MergePlan plan() {
    try (Table table = openTable()) {
      return work(table).plan;
    }
  }

  private Work work(Table table) {
    long size;
    long rows;
    try (TableWriter writer = openWriter(table, List.of())) {
      size = writer.rowGroupSize();
      rows = writer.maxRowGroupRows();
    }
    int specId = table.partitionSpec().map(PartitionSpec::id).orElse(0);
    var rowGroups = table.rowGroups();
    List<RowGroupRun> runs =
        new SmallRowGroups(specId, size, rows).runs(rowGroups, Math.max(options.stepSize(), size));
    MergePlan plan =
        new MergePlan(
            table.snapshot().id(),
            rowGroups.size(),
            runs.stream().mapToLong(run -> run.numbers().size()).sum(),
            runs.size(),
            runs.stream().mapToLong(RowGroupRun::rowCount).sum(),
            runs.stream().mapToLong(RowGroupRun::bytes).sum(),
            size);
    return new Work(runs, plan);
  }

  /**
   * Merges the small row groups that the table has now. Row groups that are appended meanwhile may
   * be left out.
   *
   * @throws io.albis.format.error.CommitConflictException if another writer replaces the row groups
   *     that are being rewritten, or changes columns or partitions; appended rows, and {@code
   *     TableMaintenance.optimize}, are not conflicts
   * @throws io.albis.format.error.CorruptFileException if data is corrupt
   * @throws io.albis.format.error.CommitStateUnknownException if it is unknown whether a commit
   *     happened; all files are kept
   */
  public MergeResult run() {
    MergeResult result = MergeResult.NONE;
    // Each step leaves at least one row group less; more steps are due to appended rows.
    long maxSteps = -1;
    while (true) {
      try (Table table = openTable()) {
        Work work = work(table);
        if (maxSteps < 0) {
          maxSteps = work.plan.smallRowGroups();
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
    List<List<Long>> replaced = ofStep.stream().map(RowGroupRun::numbers).toList();
    try (TableWriter writer = openWriter(table, replaced)) {
      for (int position = 0; position < ofStep.size(); position++) {
        copy(table, ofStep.get(position), writer, position);
      }
      CommitResult commit = writer.commit();
      return new MergeResult(
          commit.snapshotId(),
          before.commits() + 1,
          before.replacedRowGroups() + replaced.stream().mapToLong(List::size).sum(),
          before.newRowGroups() + commit.writtenRowGroups(),
          before.unorderedRowGroups() + commit.unorderedRowGroups(),
          before.rows() + commit.writtenRows(),
          before.writtenBytes() + commit.writtenBytes());
    }
  }

  private void copy(Table table, RowGroupRun run, TableWriter writer, int position) {
    long rows = 0;
    long reported = 0;
    try (BatchCopier copier = new BatchCopier(writer.newBatchWriter(position));
        BatchCursor cursor = table.scan().batches(run.firstRow(), run.rowCount())) {
      while (cursor.next()) {
        copier.copy(cursor.batch());
        rows += cursor.batch().rowCount();
        long done = (long) ((double) run.bytes() * rows / run.rowCount());
        options.progress().accept(done - reported);
        reported = done;
      }
    }
    options.progress().accept(run.bytes() - reported);
  }
}
