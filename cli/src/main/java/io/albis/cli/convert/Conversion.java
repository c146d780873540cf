// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Schema;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.output.Progress;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.CommitResult;
import io.albis.writer.FileResult;
import io.albis.writer.Packing;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
      Map<String, String> storageOptions) {}

  /** Each thread writes its own row groups; with fewer rows they would be too small. */
  private static final int MIN_ROWS_PER_THREAD = 10_000;

  private record Task(RowSource source, RowSource.Part part) {}

  private record Work(List<Task> tasks, long rows) {

    static Work of(List<RowSource> sources) {
      List<Task> tasks = new ArrayList<>();
      for (RowSource source : sources) {
        source.parts().forEach(part -> tasks.add(new Task(source, part)));
      }
      return new Work(tasks, tasks.stream().mapToLong(task -> task.part().rowCount()).sum());
    }
  }

  private Conversion() {}

  /**
   * Converts all rows to a table, in one commit. On failure the table is unchanged.
   *
   * @param sources at least one file; all files have the same columns
   */
  public static CommitResult toTable(List<RowSource> sources, String table, Settings settings)
      throws IOException {
    Work work = Work.of(sources);
    Schema schema = sources.get(0).schema();
    int threads =
        (int) Math.max(1, Math.min(settings.threads(), work.rows() / MIN_ROWS_PER_THREAD));
    try (TableWriter writer = builder(table, schema, settings).open();
        Progress progress = Progress.start("Converting", work.rows(), "rows")) {
      requireSameColumns(writer.schema(), schema, table);
      write(shares(work.tasks(), work.rows(), threads), writer, progress);
      return writer.commit();
    }
  }

  /**
   * Converts all rows to one file without a table, by the calling thread. On failure there is no
   * file.
   *
   * @param sources at least one file; all files have the same columns
   * @param settings of which mode, file size, packing and threads have no meaning
   */
  public static FileResult toFile(List<RowSource> sources, String file, Settings settings)
      throws IOException {
    Work work = Work.of(sources);
    AlbisFileWriter.Builder builder =
        AlbisFileWriter.create(file, sources.get(0).schema())
            .columnGroups(settings.columnGroups())
            .rowGroupSize(settings.rowGroupSize())
            .memoryLimit(settings.memoryLimit());
    settings.storageOptions().forEach(builder::option);
    try (AlbisFileWriter writer = builder.open();
        Progress progress = Progress.start("Converting", work.rows(), "rows")) {
      write(work.tasks(), writer.schema(), writer.newRowWriter(), progress);
      return writer.finish();
    }
  }

  private static TableWriter.Builder builder(String table, Schema schema, Settings settings) {
    TableWriter.Builder builder =
        switch (settings.mode()) {
          case CREATE -> TableWriter.create(table, schema);
          case APPEND -> TableWriter.append(table);
          case OVERWRITE -> TableWriter.overwrite(table, schema);
        };
    settings.storageOptions().forEach(builder::option);
    if (settings.fileSize() > 0) {
      builder.fileSize(settings.fileSize());
    }
    return builder
        .columnGroups(settings.columnGroups())
        .rowGroupSize(settings.rowGroupSize())
        .packing(settings.packing())
        .memoryLimit(settings.memoryLimit())
        .threads(settings.threads());
  }

  private static void requireSameColumns(Schema table, Schema source, String name) {
    if (!table.withoutIds().equals(source.withoutIds())) {
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

  private static void write(List<List<Task>> shares, TableWriter writer, Progress progress)
      throws IOException {
    ExecutorService executor = Executors.newFixedThreadPool(shares.size());
    try {
      List<Future<Void>> parts = new ArrayList<>();
      for (int i = 0; i < shares.size(); i++) {
        parts.add(executor.submit(worker(shares.get(i), i, writer, progress)));
      }
      for (Future<Void> part : parts) {
        await(part);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static Callable<Void> worker(
      List<Task> share, int position, TableWriter writer, Progress progress) {
    return () -> {
      write(share, writer.schema(), writer.newRowWriter(position), progress);
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

  private static void await(Future<Void> part) throws IOException {
    try {
      part.get();
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
