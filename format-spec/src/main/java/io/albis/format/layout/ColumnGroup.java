// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.layout;

import io.albis.format.error.InvalidSchemaException;
import java.util.List;
import java.util.Objects;

/**
 * Leaves that are stored together.
 *
 * @param id from 1, unique in the table, never reused
 * @param layout how new rows are written
 * @param leafIds field ids of the leaves, in group order; exactly one for {@link Layout#COLUMN}
 */
public record ColumnGroup(int id, Layout layout, List<Integer> leafIds) {

  /**
   * Validates and copies.
   *
   * @throws InvalidSchemaException if the id is not positive or the number of leaves does not fit
   *     the layout
   */
  public ColumnGroup {
    Objects.requireNonNull(layout, "layout");
    leafIds = List.copyOf(leafIds);
    if (id < 1) {
      throw new InvalidSchemaException("Invalid column group id: " + id + " (expected at least 1)");
    }
    if (leafIds.isEmpty() || (layout == Layout.COLUMN && leafIds.size() > 1)) {
      throw new InvalidSchemaException(
          "Invalid column group "
              + id
              + ": "
              + leafIds.size()
              + " leaves (expected "
              + (layout == Layout.COLUMN ? "exactly 1" : "at least 1")
              + " for layout "
              + layout
              + ")");
    }
  }
}
