// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.storage.InvalidSettingException;
import java.util.function.LongConsumer;

/** Settings of a merge of row groups. Immutable: each method returns a copy. */
public final class MergeOptions {

  private static final long MIN_ROW_GROUP_SIZE = 64 << 10;
  private static final long MIN_MEMORY = 1 << 20;

  private static final MergeOptions DEFAULTS =
      new MergeOptions(128L << 20, 4L << 30, 512L << 20, bytes -> {});

  private final long rowGroupSize;
  private final long stepSize;
  private final long memoryLimit;
  private final LongConsumer progress;

  private MergeOptions(long rowGroupSize, long stepSize, long memoryLimit, LongConsumer progress) {
    this.rowGroupSize = rowGroupSize;
    this.stepSize = stepSize;
    this.memoryLimit = memoryLimit;
    this.progress = progress;
  }

  /** Row groups of 128 MiB, a commit for every 4 GiB, and 512 MiB of memory. */
  public static MergeOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets the size of new row groups, in bytes. It is reduced so that a row group fits a data file
   * and a quarter of the memory, or a sixth if the table is partitioned.
   */
  public MergeOptions rowGroupSize(long bytes) {
    require("row group size", bytes, MIN_ROW_GROUP_SIZE);
    return new MergeOptions(bytes, stepSize, memoryLimit, progress);
  }

  /** Sets after how many bytes that were read the new row groups are committed. */
  public MergeOptions stepSize(long bytes) {
    require("step size", bytes, 1);
    return new MergeOptions(rowGroupSize, bytes, memoryLimit, progress);
  }

  /** Limits the off-heap memory in bytes: half for reading and half for writing. */
  public MergeOptions memoryLimit(long bytes) {
    require("memory limit", bytes, MIN_MEMORY);
    return new MergeOptions(rowGroupSize, stepSize, bytes, progress);
  }

  /**
   * Sets what is told about progress.
   *
   * @param consumer called by the thread of the merge with the number of bytes of small row groups
   *     that were rewritten since the last call
   */
  public MergeOptions progress(LongConsumer consumer) {
    return new MergeOptions(rowGroupSize, stepSize, memoryLimit, consumer);
  }

  private static void require(String what, long bytes, long min) {
    if (bytes < min) {
      throw new InvalidSettingException(
          "Invalid " + what + ": " + bytes + " (expected at least " + min + " bytes)");
    }
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
