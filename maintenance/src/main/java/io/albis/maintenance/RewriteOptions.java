// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.storage.internal.backend.InvalidSettingException;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * How {@link TableMaintenance} rewrites data: settings of optimizations and of merges of row
 * groups. Immutable: each method returns a copy.
 */
public final class RewriteOptions {

  private static final long MIN_SIZE = 64 << 10;
  private static final long MIN_MEMORY = 1 << 20;

  private static final RewriteOptions DEFAULTS =
      new RewriteOptions(List.of(), 1L << 30, 128L << 20, 4L << 30, 512L << 20, bytes -> {});

  private final List<String> columns;
  private final long fileSize;
  private final long rowGroupSize;
  private final long stepSize;
  private final long memoryLimit;
  private final LongConsumer progress;

  private RewriteOptions(
      List<String> columns,
      long fileSize,
      long rowGroupSize,
      long stepSize,
      long memoryLimit,
      LongConsumer progress) {
    this.columns = columns;
    this.fileSize = fileSize;
    this.rowGroupSize = rowGroupSize;
    this.stepSize = stepSize;
    this.memoryLimit = memoryLimit;
    this.progress = progress;
  }

  /**
   * All columns, files of 1 GiB, row groups of 128 MiB, a commit for every 4 GiB, and 512 MiB of
   * memory.
   */
  public static RewriteOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Selects the columns that an optimization rewrites. A merge rewrites all.
   *
   * @param paths of columns; a column brings its whole column group. None: all columns.
   */
  public RewriteOptions columns(List<String> paths) {
    return new RewriteOptions(
        List.copyOf(paths), fileSize, rowGroupSize, stepSize, memoryLimit, progress);
  }

  /**
   * Sets the target size of a data file of an optimization, in bytes. It counts what the selected
   * columns of the row groups in the file take, whether they all need to be rewritten or not.
   */
  public RewriteOptions fileSize(long bytes) {
    require("file size", bytes, MIN_SIZE);
    return new RewriteOptions(columns, bytes, rowGroupSize, stepSize, memoryLimit, progress);
  }

  /**
   * Sets the size of the new row groups of a merge, in bytes. It is reduced so that a row group
   * fits a data file and a quarter of the memory, or a sixth if the table is partitioned.
   */
  public RewriteOptions rowGroupSize(long bytes) {
    require("row group size", bytes, MIN_SIZE);
    return new RewriteOptions(columns, fileSize, bytes, stepSize, memoryLimit, progress);
  }

  /** Sets after how many bytes that were read the new files or row groups are committed. */
  public RewriteOptions stepSize(long bytes) {
    require("step size", bytes, 1);
    return new RewriteOptions(columns, fileSize, rowGroupSize, bytes, memoryLimit, progress);
  }

  /**
   * Limits the off-heap memory for data that is being rewritten, in bytes. A merge has half of it
   * for reading and half for writing.
   */
  public RewriteOptions memoryLimit(long bytes) {
    require("memory limit", bytes, MIN_MEMORY);
    return new RewriteOptions(columns, fileSize, rowGroupSize, stepSize, bytes, progress);
  }

  /**
   * Sets what is told about progress.
   *
   * @param consumer called by the thread that rewrites with the number of bytes that were rewritten
   *     since the last call
   */
  public RewriteOptions progress(LongConsumer consumer) {
    return new RewriteOptions(columns, fileSize, rowGroupSize, stepSize, memoryLimit, consumer);
  }

  private static void require(String what, long bytes, long min) {
    if (bytes < min) {
      throw new InvalidSettingException(
          "Invalid " + what + ": " + bytes + " (expected at least " + min + " bytes)");
    }
  }

  /** Paths of the selected columns; empty: all. */
  public List<String> columns() {
    return columns;
  }

  /** Target size of a data file, in bytes. */
  public long fileSize() {
    return fileSize;
  }

  /** Size of new row groups, in bytes. */
  public long rowGroupSize() {
    return rowGroupSize;
  }

  /** Bytes that are read between two commits. */
  public long stepSize() {
    return stepSize;
  }

  /** Limit of the off-heap memory, in bytes. */
  public long memoryLimit() {
    return memoryLimit;
  }

  /** What is told about progress. */
  public LongConsumer progress() {
    return progress;
  }
}
