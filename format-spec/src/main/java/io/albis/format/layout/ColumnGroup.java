/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.format.layout;

import io.albis.format.error.InvalidSchemaException;
import java.util.List;
import java.util.Objects;

/**
 * Leaves that are stored together.
 *
 * @param id from 1, unique in the table, never used again
 * @param layout how new rows are written
 * @param leafIds field ids of the leaves, in group order; exactly one for {@link Layout#COLUMN}
 */
public record ColumnGroup(int id, Layout layout, List<Integer> leafIds) {

  /**
   * Checks and copies.
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
