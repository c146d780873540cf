// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Extents that become one data file: those of some column groups in some row groups. Each of these
 * column groups has an extent in each of these row groups. For one thread.
 */
public final class PlannedFile implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The row groups of a planned file, as a key. */
  static final class RowGroupKey {

    private final int[] rowGroups;

    RowGroupKey(int[] rowGroups) {
      this.rowGroups = rowGroups;
    }

    @Override
    public boolean equals(Object object) {
      return object instanceof RowGroupKey other && Arrays.equals(rowGroups, other.rowGroups);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(rowGroups);
    }
  }

  private final int[] rowGroups;
  private final List<Integer> columnGroupIds = new ArrayList<>();
  private long bytes;

  PlannedFile(RowGroupKey key) {
    this.rowGroups = key.rowGroups;
  }

  void add(int columnGroupId, long addedBytes) {
    columnGroupIds.add(columnGroupId);
    bytes += addedBytes;
  }

  /** Positions of the row groups, ascending. */
  int[] rowGroups() {
    return rowGroups;
  }

  /** The column groups, in the order of their extents. */
  List<Integer> columnGroupIds() {
    return columnGroupIds;
  }

  /** Length of all extents. */
  long bytes() {
    return bytes;
  }
}
