// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.schema.ColumnGroup;
import java.util.List;
import java.util.Map;

/**
 * The physical layout of a table, or of a data file on its own.
 *
 * @param columnGroups its column groups, those last that are retired. Extents of columns that were
 *     dropped may be of other groups
 * @param files lengths of its data files in bytes, by their paths in the table; of a file on its
 *     own, by its name. In the order in which the metadata names them
 * @param rowGroups its row groups, in the order of their rows
 */
public record TableLayout(
    List<ColumnGroup> columnGroups, Map<String, Long> files, List<RowGroupLayout> rowGroups) {

  /**
   * A row group.
   *
   * @param number in the table
   * @param rowCount its rows
   * @param extents one for each column group that it has
   */
  public record RowGroupLayout(long number, long rowCount, List<ExtentLayout> extents) {}

  /**
   * The extent of a column group in a row group.
   *
   * @param columnGroupId id of the column group
   * @param path of the file
   * @param offset of the extent in the file, in bytes
   * @param length of the extent, in bytes
   * @param valueBytes natural width of all non-null values together, in bytes
   * @param segments its segments
   */
  public record ExtentLayout(
      int columnGroupId,
      String path,
      long offset,
      long length,
      long valueBytes,
      List<SegmentLayout> segments) {

    /** Returns the bytes of values, bitmaps, offsets and null words. */
    public long segmentBytes() {
      return segments.stream().mapToLong(SegmentLayout::length).sum();
    }

    /** Returns the bytes of the extent outside of segments: alignment padding. */
    public long overheadBytes() {
      return length - segmentBytes();
    }
  }

  /**
   * A segment.
   *
   * @param offset in the extent, in bytes
   * @param length in bytes
   * @param rowCount its rows
   */
  public record SegmentLayout(long offset, long length, int rowCount) {}
}
