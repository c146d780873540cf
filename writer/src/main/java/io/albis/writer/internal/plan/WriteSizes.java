// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.plan;

/**
 * The sizes that a row writer aims at.
 *
 * @param segmentSize of segments, in bytes
 * @param rowGroupSize of row groups, in bytes
 * @param growthLimit the most memory of segments under construction, in bytes
 */
public record WriteSizes(long segmentSize, long rowGroupSize, long growthLimit) {

  /** Row groups are small if the memory is enough for this many. */
  private static final int SMALL = 6;

  /**
   * Small row groups are built as a whole, so that no segment ends before its row group does: that
   * takes as much again when they are sealed, and the row group before may wait to be written.
   * Others have segments that are handed over one by one.
   *
   * @param memory of the row writer, in bytes
   */
  public static WriteSizes of(long segmentSize, long rowGroupSize, long memory) {
    boolean isSmall = rowGroupSize <= memory / SMALL;
    return new WriteSizes(
        segmentSize, rowGroupSize, isSmall ? rowGroupSize + rowGroupSize / 4 : rowGroupSize / 2);
  }
}
