// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.Conversion;
import io.albis.convert.ProgressListener;
import io.albis.convert.internal.append.AppendCheck.NewField;
import io.albis.convert.internal.input.InputSet;
import io.albis.convert.internal.input.SourceMetadata;
import io.albis.convert.internal.sort.ExternalSort;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.writer.BatchWriter;
import io.albis.writer.CommitResult;
import io.albis.writer.FileResult;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Writes the rows of files to a table with several threads, or to one file, in the order of the
 * inputs.
 */
public final class TableConversion {

  /** Wide tables need so much, however small their row groups are. */
  private static final long MIN_SHARE = 128 << 20;

  private static final int MAX_WRITERS = 1024;

  /** How an existing table is treated. */
  public enum Mode {
    /** Fails. */
    CREATE,
    /** Appends rows; the columns must be equal. */
    APPEND,
    /** Replaces the table. */
    OVERWRITE
  }

  /**
   * The settings of a conversion.
   *
   * @param fileSize the length of data files, in bytes; 0 for what suits the storage
   * @param separatesGroups whether each column group has data files of its own
   * @param memoryLimit the off-heap limit of all threads together, in bytes
   * @param threads the maximum number of threads; few rows, or little memory, are used by fewer.
   *     The layout of the table does not depend on it
   * @param verify whether the rows are compared with the inputs before they become visible
   * @param order how rows are partitioned and sorted
   * @param storageOptions the options of the table's storage backend
   * @param progress is told about the progress
   */
  public record Settings(
      Mode mode,
      ColumnGroupSpec columnGroups,
      long rowGroupSize,
      long fileSize,
      boolean separatesGroups,
      long memoryLimit,
      int threads,
      Ordering order,
      boolean verify,
      Map<String, String> storageOptions,
      ProgressListener progress) {

    /** The memory that a thread needs to write, in bytes. */
    long share() {
      return Math.min(Math.max(MIN_SHARE, 2 * rowGroupSize), memoryLimit / 2);
    }

    /** The part of the memory that the writer gets, in bytes; a sort gets the other. */
    long writerMemory() {
      return order.isSorted() ? share() : memoryLimit;
    }

    /** For how many threads the memory suffices. */
    int writers() {
      return order.isSorted() ? 1 : (int) Math.min(MAX_WRITERS, memoryLimit / share());
    }

    ReadOptions readOptions() {
      return ReadOptions.defaults().options(storageOptions);
    }
  }

  /** What each thread gets at least for sorting, in bytes. */
  private static final long MIN_SORT_MEMORY = 1 << 20;

  private TableConversion() {}

  /**
   * Returns the memory that a number of threads needs, in bytes.
   *
   * @param rowGroupSize in bytes
   */
  public static long memory(int threads, long rowGroupSize) {
    return Math.max(2, threads) * Math.max(MIN_SHARE, 2 * rowGroupSize);
  }

  /**
   * Converts all rows to a table, in one commit. On failure the table is unchanged.
   *
   * @param inputs the files
   */
  public static Conversion.Result<CommitResult> toTable(
      InputSet inputs, String table, Settings settings) throws IOException {
    return toTable(inputs, List.of(), table, settings);
  }

  /**
   * As above, appends rows to a table that gets columns by the same commit.
   *
   * @param additional the columns and fields that the table lacks
   */
  public static Conversion.Result<CommitResult> toTable(
      InputSet inputs, List<NewField> additional, String table, Settings settings)
      throws IOException {
    long start = System.nanoTime();
    WorkUnits work = new WorkUnits(inputs);
    NewTarget.Before before = NewTarget.Before.of(table, settings.storageOptions());
    TableWriter.Builder builder = builder(table, inputs, settings);
    additional.forEach(added -> added.addTo(builder));
    try (TableWriter writer = builder.open();
        NewTarget target = NewTarget.ofTable(table, settings.storageOptions(), before, writer)) {
      try {
        requireSameColumns(writer.schema(), inputs.schema(), table);
        write(work, writer, settings);
        long beforeVerification = System.nanoTime();
        long verified = settings.verify() ? verify(inputs, writer, table, settings) : 0;
        start += System.nanoTime() - beforeVerification;
        CommitResult commit = writer.commit();
        target.complete();
        return new Conversion.Result<>(
            commit,
            inputs.sources().size(),
            additional.stream().map(NewField::path).toList(),
            verified,
            secondsSince(start));
      } catch (RuntimeException e) {
        throw target.failure(e);
      }
    }
  }

  static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void write(WorkUnits work, TableWriter writer, Settings settings)
      throws IOException {
    Schema schema = writer.schema();
    if (settings.order().isSorted()) {
      sort(work, schema, settings, writer::newRowWriter);
      return;
    }
    int threads = Math.min(settings.threads(), settings.writers());
    try (ProgressListener progress = settings.progress().start("Converting", work.rows())) {
      Workers.run(
          work.units(),
          threads,
          (unit, i) -> write(unit, schema, writer.newBatchWriter(i), progress));
    }
  }

  /** Reads the rows back, before they become visible. */
  private static long verify(InputSet inputs, TableWriter writer, String table, Settings settings)
      throws IOException {
    try (Table written = Table.open(table, writer.prepare(), settings.readOptions())) {
      boolean changesOrder = settings.order().changesOrder() || !written.partitioning().isEmpty();
      return changesOrder
          ? ConvertVerification.runUnordered(inputs.sources(), written, settings.progress())
          : ConvertVerification.run(inputs.sources(), written, settings.progress());
    }
  }

  /** Sorts the rows of all inputs, and writes them to one row writer. */
  static void sort(WorkUnits work, Schema schema, Settings settings, Supplier<RowWriter> writer)
      throws IOException {
    long memory = settings.memoryLimit() - settings.writerMemory();
    int inputs = (int) Math.max(1, Math.min(settings.threads(), memory / MIN_SORT_MEMORY));
    List<List<WorkUnits.Task>> shares = work.divide(inputs);
    Ordering order = settings.order();
    try (ExternalSort sort =
        new ExternalSort(
            schema,
            order.partitioning(),
            order.sortColumns(),
            order.temporary(),
            memory,
            Math.max(1, shares.size()))) {
      try (ProgressListener progress = settings.progress().start("Sorting", work.rows())) {
        Workers.run(
            shares, inputs, (share, i) -> write(share, schema, sort.newBatchWriter(i), progress));
      }
      try (ProgressListener progress = settings.progress().start("Writing", work.rows());
          RowWriter rows = writer.get()) {
        sort.writeTo(rows, progress::add);
      }
    }
  }

  /**
   * Converts all rows to one file without a table, by the calling thread. On failure there is no
   * file.
   *
   * @param inputs the files
   * @param settings of which mode, file size and groups in files have no meaning, and the number of
   *     threads only for sorting
   */
  public static Conversion.Result<FileResult> toFile(
      InputSet inputs, String file, Settings settings) throws IOException {
    return FileConversion.run(inputs, file, settings);
  }

  private static TableWriter.Builder builder(String table, InputSet inputs, Settings settings) {
    TableWriter.Builder builder =
        switch (settings.mode()) {
          case CREATE -> TableWriter.create(table, inputs.schema());
          case APPEND -> TableWriter.append(table);
          case OVERWRITE -> TableWriter.overwrite(table, inputs.schema());
        };
    settings.storageOptions().forEach(builder::option);
    if (settings.mode() != Mode.APPEND) {
      inputs.properties().forEach(builder::property);
      builder
          .sortBy(settings.order().sortColumns().toArray(SortColumn[]::new))
          .partitionBy(settings.order().partitioning().toArray(Partitioning[]::new));
    }
    if (settings.fileSize() > 0) {
      builder.fileSize(settings.fileSize());
    }
    if (settings.separatesGroups()) {
      builder.separateColumnGroups();
    }
    return builder
        .columnGroups(settings.columnGroups())
        .rowGroupSize(settings.rowGroupSize())
        .memoryLimit(settings.writerMemory())
        .threads(settings.writers());
  }

  private static void requireSameColumns(Schema table, Schema source, String name) {
    if (!SourceMetadata.withoutIds(table.withoutIds())
        .equals(SourceMetadata.withoutIds(source.withoutIds()))) {
      throw new InvalidArgumentException(
          "Cannot append to "
              + name
              + ": its columns differ from those of the input; table:\n"
              + table
              + "input:\n"
              + source);
    }
  }

  static void write(
      List<WorkUnits.Task> tasks, Schema schema, BatchWriter batches, ProgressListener progress)
      throws IOException {
    try (batches) {
      for (WorkUnits.Task task : tasks) {
        task.source()
            .readColumns(
                task.part(),
                schema,
                batches,
                rows -> {
                  progress.add(rows);
                  Workers.requireNotInterrupted();
                });
      }
    }
  }
}
