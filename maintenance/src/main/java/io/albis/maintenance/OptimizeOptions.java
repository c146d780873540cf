// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.storage.InvalidSettingException;
import java.util.List;
import java.util.function.LongConsumer;

/** Settings of an optimization. Immutable: each method returns a copy. */
public final class OptimizeOptions {

  private static final long MIN_FILE_SIZE = 64 << 10;
  private static final long MIN_MEMORY = 1 << 20;

  private static final OptimizeOptions DEFAULTS =
      new OptimizeOptions(List.of(), 1L << 30, 4L << 30, 256L << 20, bytes -> {});

  private final List<String> columns;
  private final long fileSize;
  private final long stepSize;
  private final long memoryLimit;
  private final LongConsumer progress;

  private OptimizeOptions(
      List<String> columns, long fileSize, long stepSize, long memoryLimit, LongConsumer progress) {
    this.columns = columns;
    this.fileSize = fileSize;
    this.stepSize = stepSize;
    this.memoryLimit = memoryLimit;
    this.progress = progress;
  }

  /** All columns, files of 1 GiB, a commit for every 4 GiB, and 256 MiB of memory. */
  public static OptimizeOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Selects columns.
   *
   * @param paths of columns; a column brings its whole column group. None: all columns.
   */
  public OptimizeOptions columns(List<String> paths) {
    return new OptimizeOptions(List.copyOf(paths), fileSize, stepSize, memoryLimit, progress);
  }

  /**
   * Sets the target size of a data file, in bytes. It counts what the selected columns of the row
   * groups in the file take, whether they all need to be rewritten or not.
   */
  public OptimizeOptions fileSize(long bytes) {
    require("file size", bytes, MIN_FILE_SIZE);
    return new OptimizeOptions(columns, bytes, stepSize, memoryLimit, progress);
  }

  /** Sets after how many bytes that were copied the files are committed. */
  public OptimizeOptions stepSize(long bytes) {
    require("step size", bytes, 1);
    return new OptimizeOptions(columns, fileSize, bytes, memoryLimit, progress);
  }

  /** Limits the off-heap memory for data that is being copied, in bytes. */
  public OptimizeOptions memoryLimit(long bytes) {
    require("memory limit", bytes, MIN_MEMORY);
    return new OptimizeOptions(columns, fileSize, stepSize, bytes, progress);
  }

  /**
   * Sets what is told about progress.
   *
   * @param consumer called by the thread of the optimization with the number of bytes that were
   *     copied since the last call
   */
  public OptimizeOptions progress(LongConsumer consumer) {
    return new OptimizeOptions(columns, fileSize, stepSize, memoryLimit, consumer);
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

  /** Bytes that are copied between two commits. */
  public long stepSize() {
    return stepSize;
  }

  /** Limit of the memory for data that is being copied, in bytes. */
  public long memoryLimit() {
    return memoryLimit;
  }

  /** What is told about progress. */
  public LongConsumer progress() {
    return progress;
  }
}
