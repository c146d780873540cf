// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.Extent;
import java.util.Arrays;

/** Where the extents of a column group lie, in row order. For one thread. */
final class GroupExtents {

  private int count;
  private int[] rowGroups = new int[16];
  private int[] files = new int[16];
  private long[] offsets = new long[16];
  private long[] lengths = new long[16];

  private GroupExtents() {}

  /** Reads the extents of a column group. */
  static GroupExtents read(RowGroupIndex index, int columnGroupId) {
    GroupExtents extents = new GroupExtents();
    for (int m = 0; m < index.manifestCount(); m++) {
      ColumnGroupSection section = index.section(m, columnGroupId);
      for (int i = 0; section != null && i < section.extentCount(); i++) {
        Extent extent = section.extent(i);
        extents.add(index.first(m) + extent.rowGroup(), index.fileNumber(m, extent.file()), extent);
      }
    }
    return extents;
  }

  private void add(int rowGroup, int file, Extent extent) {
    if (count == rowGroups.length) {
      int capacity = 2 * count;
      rowGroups = Arrays.copyOf(rowGroups, capacity);
      files = Arrays.copyOf(files, capacity);
      offsets = Arrays.copyOf(offsets, capacity);
      lengths = Arrays.copyOf(lengths, capacity);
    }
    rowGroups[count] = rowGroup;
    files[count] = file;
    offsets[count] = extent.offset();
    lengths[count] = extent.length();
    count++;
  }

  /** Number of extents. */
  int count() {
    return count;
  }

  /** Length of all extents. */
  long bytes() {
    return Arrays.stream(lengths, 0, count).sum();
  }

  /** Row group of an extent; ascending. */
  int rowGroup(int i) {
    return rowGroups[i];
  }

  /** Number of its data file. */
  int file(int i) {
    return files[i];
  }

  /** Where it starts in the data file, in bytes. */
  long offset(int i) {
    return offsets[i];
  }

  /** Its length in bytes. */
  long length(int i) {
    return lengths[i];
  }

  /** Whether an extent lies directly behind the one before it. */
  boolean continues(int i) {
    if (i == 0 || files[i] != files[i - 1]) {
      return false;
    }
    long end = offsets[i - 1] + lengths[i - 1];
    return offsets[i] == FileLayout.align(end, FileLayout.ALIGNMENT)
        || offsets[i] == FileLayout.align(end, FileLayout.LARGE_SEGMENT_ALIGNMENT);
  }
}
