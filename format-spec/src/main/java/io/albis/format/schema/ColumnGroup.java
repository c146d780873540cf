// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Leaves that are stored together. Immutable and thread-safe. */
public final class ColumnGroup {

  private final int id;
  private final Layout layout;
  private final int[] leafIds;
  private final boolean retired;

  private ColumnGroup(int id, Layout layout, int[] leafIds, boolean retired) {
    this.id = id;
    this.layout = Objects.requireNonNull(layout, "layout");
    this.leafIds = leafIds;
    this.retired = retired;
    if (id < 1) {
      throw new InvalidArgumentException(
          "Invalid column group id: " + id + " (expected at least 1)");
    }
    if (leafIds.length == 0 || (layout == Layout.COLUMN && leafIds.length > 1)) {
      throw new InvalidArgumentException(
          "Invalid column group "
              + id
              + ": "
              + leafIds.length
              + " leaves (expected "
              + (layout == Layout.COLUMN ? "exactly 1" : "at least 1")
              + " for layout "
              + layout
              + ")");
    }
  }

  /**
   * A group.
   *
   * @param id from 1, unique in the table, never used again
   * @param layout how new rows are written
   * @param leafIds field ids of the leaves, in group order; exactly one for {@link Layout#COLUMN}
   * @throws InvalidArgumentException if the id is not positive or the number of leaves does not fit
   *     the layout
   */
  public static ColumnGroup of(int id, Layout layout, Collection<Integer> leafIds) {
    return new ColumnGroup(
        id, layout, leafIds.stream().mapToInt(Integer::intValue).toArray(), false);
  }

  /** The group that a leaf is by itself: layout COLUMN, and the id of the leaf. */
  public static ColumnGroup implicit(int leafId) {
    return new ColumnGroup(leafId, Layout.COLUMN, new int[] {leafId}, false);
  }

  /** The id, from 1 and unique in the table. */
  public int id() {
    return id;
  }

  /** How new rows are written. What is stored of a row group is said with each extent. */
  public Layout layout() {
    return layout;
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
    return !retired && layout == Layout.COLUMN && leafIds[0] == id;
  }

  /** The same, retired. */
  public ColumnGroup asRetired() {
    return new ColumnGroup(id, layout, leafIds, true);
  }

  /** Whether another group has the same leaves in the same order and layout. */
  public boolean isStoredAs(ColumnGroup other) {
    return layout == other.layout && Arrays.equals(leafIds, other.leafIds);
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
        + layout
        + Arrays.toString(leafIds)
        + (retired ? " retired" : "");
  }
}
