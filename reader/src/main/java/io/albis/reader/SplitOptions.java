// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

/** How a scan is divided into splits. Immutable; each method returns a modified copy. */
public final class SplitOptions {

  private final long targetBytes;
  private final boolean byPartition;
  private final boolean bySortOrder;

  private SplitOptions(long targetBytes, boolean byPartition, boolean bySortOrder) {
    this.targetBytes = targetBytes;
    this.byPartition = byPartition;
    this.bySortOrder = bySortOrder;
  }

  /**
   * Splits of about equal size.
   *
   * @param targetBytes approximate bytes of the selected columns in a split
   */
  public static SplitOptions ofBytes(long targetBytes) {
    if (targetBytes < 1) {
      throw new IllegalArgumentException(
          "Invalid split size: " + targetBytes + " (expected at least 1 byte)");
    }
    return new SplitOptions(targetBytes, false, false);
  }

  /**
   * No split has rows of two partitions, so that {@link Split#partition} is the partition of all
   * its rows: for joins of tables that are partitioned in the same way. A partition can have many
   * splits. Splits are smaller than requested where partitions are.
   */
  public SplitOptions byPartition() {
    return new SplitOptions(targetBytes, true, bySortOrder);
  }

  /**
   * The rows of each split are sorted, where those of its row groups are: a split ends where
   * statistics do not show that the next row group continues the order. {@link Split#sortOrderId}
   * is the order. Row groups without order are divided as usual. In addition, reads the metadata of
   * the first column of each sort order. Splits are smaller than requested where the row groups of
   * a table overlap.
   */
  public SplitOptions bySortOrder() {
    return new SplitOptions(targetBytes, byPartition, true);
  }

  /** Returns the approximate bytes of the selected columns in a split. */
  public long targetBytes() {
    return targetBytes;
  }

  /** Returns whether splits end where the partition changes. */
  public boolean isByPartition() {
    return byPartition;
  }

  /** Returns whether splits end where the order of rows does. */
  public boolean isBySortOrder() {
    return bySortOrder;
  }
}
