// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Leaves that are stored together. Immutable and thread-safe. */
public final class ColumnGroup {

  private final int id;
  private final boolean isRowLayout;
  private final int[] leafIds;
  private final boolean retired;

  private ColumnGroup(int id, boolean isRowLayout, int[] leafIds, boolean retired) {
    this.id = id;
    this.isRowLayout = isRowLayout;
    this.leafIds = leafIds;
    this.retired = retired;
    if (id < 1) {
      throw new InvalidArgumentException(
          "Invalid column group id: " + id + " (expected at least 1)");
    }
    if (leafIds.length == 0 || (!isRowLayout && leafIds.length > 1)) {
      throw new InvalidArgumentException(
          "Invalid column group "
              + id
              + ": "
              + leafIds.length
              + " leaves (expected "
              + (isRowLayout ? "at least 1 for layout ROW)" : "exactly 1 for layout COLUMN)"));
    }
  }

  /**
   * A group whose rows are stored one after the other.
   *
   * @param id from 1, unique in the table, never used again
   * @param leafIds field ids of the leaves, in group order
   * @throws InvalidArgumentException if the id is not positive or there are no leaves
   */
  public static ColumnGroup ofRows(int id, Collection<Integer> leafIds) {
    return new ColumnGroup(id, true, ids(leafIds), false);
  }

  /** Like {@link #ofRows}, of exactly one leaf, whose values are stored as an array. */
  public static ColumnGroup ofColumn(int id, Collection<Integer> leafIds) {
    return new ColumnGroup(id, false, ids(leafIds), false);
  }

  /** The group that a leaf is by itself, with the id of the leaf. */
  public static ColumnGroup implicit(int leafId) {
    return ofColumn(leafId, List.of(leafId));
  }

  /**
   * A group that is not retired, in the same layout.
   *
   * @throws InvalidArgumentException if the number of leaves does not fit the layout
   */
  public ColumnGroup with(int newId, Collection<Integer> newLeafIds) {
    return new ColumnGroup(newId, isRowLayout, ids(newLeafIds), false);
  }

  private static int[] ids(Collection<Integer> leafIds) {
    return leafIds.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The id, from 1 and unique in the table. */
  public int id() {
    return id;
  }

  /**
   * Whether new rows are written one after the other, and not as the array of a column. What is
   * stored of a row group is said with each extent.
   */
  public boolean isRowLayout() {
    return isRowLayout;
  }

  /** Number of its leaves. */
  public int leafCount() {
    return leafIds.length;
  }

  /** Field id of a leaf, in group order. */
  public int leafId(int index) {
    return leafIds[index];
  }

  /** Field ids of the leaves, in group order. A new list. */
  public List<Integer> leafIds() {
    return Arrays.stream(leafIds).boxed().toList();
  }

  /** Whether no more rows are written to it, and it is listed for the rows that it has. */
  public boolean retired() {
    return retired;
  }

  /** Whether it is the group that its only leaf is by itself, which no snapshot lists. */
  public boolean isImplicit() {
    return !retired && !isRowLayout && leafIds[0] == id;
  }

  /** The same, retired. */
  public ColumnGroup asRetired() {
    return new ColumnGroup(id, isRowLayout, leafIds, true);
  }

  /** Whether another group has the same leaves in the same order and layout. */
  public boolean isStoredAs(ColumnGroup other) {
    return isRowLayout == other.isRowLayout && Arrays.equals(leafIds, other.leafIds);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof ColumnGroup other
        && id == other.id
        && retired == other.retired
        && isStoredAs(other);
  }

  @Override
  public int hashCode() {
    return 31 * id + Arrays.hashCode(leafIds);
  }

  @Override
  public String toString() {
    return "column group "
        + id
        + " "
        + (isRowLayout ? "ROW" : "COLUMN")
        + Arrays.toString(leafIds)
        + (retired ? " retired" : "");
  }
}
