// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

/**
 * A column by which rows are sorted.
 *
 * @param leafId field id of the leaf
 * @param descending whether greater values come first
 * @param nullsLast whether nulls come after all values, otherwise before; independent of the
 *     direction
 */
public record SortField(int leafId, boolean descending, boolean nullsLast) {

  /** Lesser values first, nulls before all values. */
  public static SortField ascending(int leafId) {
    return new SortField(leafId, false, false);
  }

  /** Greater values first, nulls after all values. */
  public static SortField descending(int leafId) {
    return new SortField(leafId, true, true);
  }
}
