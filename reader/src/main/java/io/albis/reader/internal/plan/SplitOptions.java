// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

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

  /** The same options for splits of another size. */
  public SplitOptions withBytes(long bytes) {
    SplitOptions other = ofBytes(bytes);
    return new SplitOptions(other.targetBytes, byPartition, bySortOrder);
  }

  /** Ends splits where the partition changes. */
  public SplitOptions byPartition() {
    return new SplitOptions(targetBytes, true, bySortOrder);
  }

  /** Ends splits where statistics do not show that the next row group continues the order. */
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
