// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.sort.ExternalSort;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Schema;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.output.Progress;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.CommitResult;
import io.albis.writer.FileResult;
import io.albis.writer.Packing;
import io.albis.writer.Partitioning;
import io.albis.writer.SortColumn;
import io.albis.writer.TableWriter;
import io.albis.writer.batch.BatchWriter;
import io.albis.writer.row.RowWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Writes the rows of files to a table with several threads, or to one file, in the order of the
 * inputs.
 */
public final class Conversion {

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
   * @param packing which column groups share a data file
   * @param memoryLimit the off-heap limit of all threads together, in bytes
   * @param threads the maximum number of threads; few rows are written by fewer
   * @param order how rows are partitioned and sorted
   * @param storageOptions the options of the table's storage backend
   */
  public record Settings(
      Mode mode,
      ColumnGroupSpec columnGroups,
      long rowGroupSize,
      long fileSize,
      Packing packing,
      long memoryLimit,
      int threads,
      Ordering order,
      Map<String, String> storageOptions) {}

  /** Each thread writes its own row groups; with fewer rows they would be too small. */
  private static final int MIN_ROWS_PER_THREAD = 10_000;

  /** What each thread gets at least for sorting, in bytes. */
  private static final long MIN_SORT_MEMORY = 1 << 20;

  private record Task(RowSource source, RowSource.Part part) {}

  private record Work(List<Task> tasks, long rows) {

    /** Whether all files can be read column by column. */
    boolean hasColumns() {
      return tasks.stream().allMatch(task -> task.source().hasColumns());
    }

    static Work of(InputSet inputs) {
      List<Task> tasks = new ArrayList<>();
      for (RowSource source : inputs.sources()) {
        source.parts().forEach(part -> tasks.add(new Task(source, part)));
      }
      return new Work(tasks, tasks.stream().mapToLong(task -> task.part().rowCount()).sum());
    }
  }

  private Conversion() {}

  /**
   * Converts all rows to a table, in one commit. On failure the table is unchanged.
   *
   * @param inputs the files
   */
  public static CommitResult toTable(InputSet inputs, String table, Settings settings)
      throws IOException {
    Work work = Work.of(inputs);
    int threads = threads(work, settings);
    try (TableWriter writer = builder(table, inputs, settings).open()) {
      requireSameColumns(writer.schema(), inputs.schema(), table);
      if (settings.order().isSorted()) {
        sort(work, writer.schema(), settings, writer::newRowWriter);
      } else {
        try (Progress progress = Progress.start("Converting", work.rows(), "rows")) {
          Schema schema = writer.schema();
          Worker worker =
              work.hasColumns()
                  ? (share, i) -> writeColumns(share, schema, writer.newBatchWriter(i), progress)
                  : (share, i) -> write(share, schema, writer.newRowWriter(i), progress);
          write(shares(work.tasks(), work.rows(), threads), worker);
        }
      }
      return writer.commit();
    }
  }

  private static int threads(Work work, Settings settings) {
    return (int) Math.max(1, Math.min(settings.threads(), work.rows() / MIN_ROWS_PER_THREAD));
  }

  /** Sorts the rows of all inputs, and writes them to one row writer. */
  private static void sort(Work work, Schema schema, Settings settings, Supplier<RowWriter> writer)
      throws IOException {
    long memory = settings.memoryLimit() - writerMemory(settings);
    int inputs = (int) Math.max(1, Math.min(threads(work, settings), memory / MIN_SORT_MEMORY));
    Ordering order = settings.order();
    try (ExternalSort sort =
        new ExternalSort(schema, order.rowOrder(), order.temporary(), memory, inputs)) {
      try (Progress progress = Progress.start("Sorting", work.rows(), "rows")) {
        write(
            shares(work.tasks(), work.rows(), inputs),
            (share, i) -> write(share, schema, sort.newRowWriter(i), progress));
      }
      try (Progress progress = Progress.start("Writing", work.rows(), "rows");
          RowWriter rows = writer.get();
          CountingRowWriter counting = new CountingRowWriter(rows, progress)) {
        sort.writeTo(counting);
      }
    }
  }

  /** The part of the memory that the writer gets, in bytes; the sort gets the other. */
  private static long writerMemory(Settings settings) {
    return settings.order().isSorted() ? settings.memoryLimit() / 2 : settings.memoryLimit();
  }

  /**
   * Converts all rows to one file without a table, by the calling thread. On failure there is no
   * file.
   *
   * @param inputs the files
   * @param settings of which mode, file size and packing have no meaning, and the number of threads
   *     only for sorting
   */
  public static FileResult toFile(InputSet inputs, String file, Settings settings)
      throws IOException {
    Work work = Work.of(inputs);
    Ordering order = settings.order();
    AlbisFileWriter.Builder builder =
        AlbisFileWriter.create(file, inputs.schema())
            .columnGroups(settings.columnGroups())
            .rowGroupSize(settings.rowGroupSize())
            .sortBy(order.sortColumns().toArray(SortColumn[]::new))
            .partitionBy(order.partitioning().toArray(Partitioning[]::new))
            .memoryLimit(writerMemory(settings));
    settings.storageOptions().forEach(builder::option);
    inputs.properties().forEach(builder::property);
    try (AlbisFileWriter writer = builder.open()) {
      if (order.isSorted()) {
        sort(work, writer.schema(), settings, writer::newRowWriter);
      } else {
        try (Progress progress = Progress.start("Converting", work.rows(), "rows")) {
          if (work.hasColumns()) {
            writeColumns(work.tasks(), writer.schema(), writer.newBatchWriter(), progress);
          } else {
            write(work.tasks(), writer.schema(), writer.newRowWriter(), progress);
          }
        }
      }
      return writer.finish();
    }
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
    return builder
        .columnGroups(settings.columnGroups())
        .rowGroupSize(settings.rowGroupSize())
        .packing(settings.packing())
        .memoryLimit(writerMemory(settings))
        .threads(settings.order().isSorted() ? 1 : settings.threads());
  }

  private static void requireSameColumns(Schema table, Schema source, String name) {
    if (!SourceMetadata.withoutIds(table.withoutIds())
        .equals(SourceMetadata.withoutIds(source.withoutIds()))) {
      throw new CommandFailedException(
          "Cannot append to "
              + name
              + ": its columns differ from those of the input; table:\n"
              + table
              + "input:\n"
              + source);
    }
  }

  /**
   * Divides the work into consecutive shares of about equal size, which keeps the order of rows.
   */
  private static List<List<Task>> shares(List<Task> tasks, long rows, int count) {
    List<List<Task>> shares = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shares.add(new ArrayList<>());
    }
    long before = 0;
    for (Task task : tasks) {
      long middle = before + task.part().rowCount() / 2;
      int share = rows == 0 ? 0 : (int) Math.min(count - 1, middle * count / rows);
      shares.get(share).add(task);
      before += task.part().rowCount();
    }
    return shares;
  }

  /** Writes a share of the work. */
  private interface Worker {
    void write(List<Task> share, int position) throws IOException;
  }

  private static void write(List<List<Task>> shares, Worker worker) throws IOException {
    ExecutorService executor = Executors.newFixedThreadPool(shares.size());
    CompletionService<Void> ended = new ExecutorCompletionService<>(executor);
    try {
      for (int i = 0; i < shares.size(); i++) {
        ended.submit(task(worker, shares.get(i), i));
      }
      // In the order in which they end, so that a failure stops the others at once.
      for (int i = 0; i < shares.size(); i++) {
        awaitNext(ended);
      }
    } finally {
      end(executor);
    }
  }

  /** Stops all threads, and waits for them: they use memory that is released next. */
  private static void end(ExecutorService executor) {
    executor.shutdownNow();
    boolean isInterrupted = false;
    boolean hasEnded = false;
    while (!hasEnded) {
      try {
        hasEnded = executor.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Callable<Void> task(Worker worker, List<Task> share, int position) {
    return () -> {
      worker.write(share, position);
      return null;
    };
  }

  private static void write(List<Task> tasks, Schema schema, RowWriter rows, Progress progress)
      throws IOException {
    try (rows;
        CountingRowWriter counting = new CountingRowWriter(rows, progress)) {
      for (Task task : tasks) {
        task.source().read(task.part(), schema, counting);
      }
    }
  }

  private static void writeColumns(
      List<Task> tasks, Schema schema, BatchWriter batches, Progress progress) throws IOException {
    try (batches) {
      for (Task task : tasks) {
        task.source()
            .readColumns(
                task.part(),
                schema,
                batches,
                rows -> {
                  progress.add(rows);
                  requireNotInterrupted();
                });
      }
    }
  }

  /** Stops this thread if another one has failed. */
  private static void requireNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new UncheckedIOException(new java.nio.channels.ClosedByInterruptException());
    }
  }

  private static void awaitNext(CompletionService<Void> ended) throws IOException {
    try {
      ended.take().get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException io) {
        throw io;
      }
      if (cause instanceof RuntimeException runtime) {
        throw runtime;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("Failed to convert", cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new java.nio.channels.ClosedByInterruptException());
    }
  }
}
