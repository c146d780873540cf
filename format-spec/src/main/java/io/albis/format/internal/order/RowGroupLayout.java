// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The column groups of a row group in the order in which their extents lie, one directly behind the
 * other. Immutable and thread-safe.
 */
public final class RowGroupLayout {

  private final int[] ids;
  private final long[] offsets;
  private final long[] lengths;
  private final Map<Integer, Integer> positions;

  /**
   * Creates a layout.
   *
   * @param columnGroupIds in the order of the extents
   * @param lengths of the extents in bytes, with their padding; typically the average over row
   *     groups, or the sum if the extents of several row groups lie together
   * @throws IllegalArgumentException if the arrays differ in length, an id appears twice, or a
   *     length is negative
   */
  public RowGroupLayout(int[] columnGroupIds, long[] lengths) {
    if (columnGroupIds.length != lengths.length) {
      throw new IllegalArgumentException(
          "Invalid layout: "
              + columnGroupIds.length
              + " column groups, but "
              + lengths.length
              + " lengths");
    }
    this.ids = columnGroupIds.clone();
    this.lengths = lengths.clone();
    this.offsets = new long[ids.length];
    this.positions = new HashMap<>(2 * ids.length);
    long end = 0;
    for (int i = 0; i < ids.length; i++) {
      if (lengths[i] < 0) {
        throw new IllegalArgumentException(
            "Invalid layout: length " + lengths[i] + " of column group " + ids[i]);
      }
      if (positions.put(ids[i], i) != null) {
        throw new IllegalArgumentException("Invalid layout: column group " + ids[i] + " twice");
      }
      offsets[i] = end;
      end = Math.addExact(end, lengths[i]);
    }
  }

  /**
   * The same column groups in another order.
   *
   * @param columnGroupIds all ids of this layout
   * @throws IllegalArgumentException if an id is missing, unknown or there twice
   */
  public RowGroupLayout reordered(int[] columnGroupIds) {
    if (columnGroupIds.length != ids.length) {
      throw new IllegalArgumentException(
          "Invalid order: " + columnGroupIds.length + " column groups (expected " + count() + ")");
    }
    long[] reordered = new long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      reordered[i] = lengths[position(columnGroupIds[i])];
    }
    return new RowGroupLayout(columnGroupIds, reordered);
  }

  /** The number of column groups. */
  public int count() {
    return ids.length;
  }

  /** The ids of the column groups in their order, in a new array. */
  public int[] columnGroupIds() {
    return ids.clone();
  }

  /** The offset of an extent from the first, in bytes. */
  public long offset(int position) {
    return offsets[position];
  }

  /** The length of an extent in bytes. */
  public long length(int position) {
    return lengths[position];
  }

  /**
   * The position of a column group in the order.
   *
   * @throws IllegalArgumentException if the column group is not in this layout
   */
  public int position(int columnGroupId) {
    Integer position = positions.get(columnGroupId);
    if (position == null) {
      throw new IllegalArgumentException(
          "Column group " + columnGroupId + " is not in the layout of the row group");
    }
    return position;
  }

  /** The positions of column groups that have bytes, ascending. */
  int[] positions(Workload.Query query) {
    int[] result = new int[query.idCount()];
    int count = 0;
    for (int i = 0; i < result.length; i++) {
      int position = position(query.id(i));
      if (lengths[position] > 0) {
        result[count++] = position;
      }
    }
    result = Arrays.copyOf(result, count);
    Arrays.sort(result);
    return result;
  }

  /** Ids and lengths in their order. */
  @Override
  public String toString() {
    return Arrays.toString(ids) + ": " + Arrays.toString(lengths);
  }
}
