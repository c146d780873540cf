// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

/**
 * A column by which rows are sorted (SPEC.md, section 15).
 *
 * @param path path of the column, which is not a list, map or struct
 * @param descending whether greater values come first
 * @param nullsLast whether nulls come after all values, in both directions
 */
public record SortColumn(String path, boolean descending, boolean nullsLast) {

  /** Lesser values first, nulls before all values. */
  public static SortColumn ascending(String path) {
    return new SortColumn(path, false, false);
  }

  /** Greater values first, nulls after all values. */
  public static SortColumn descending(String path) {
    return new SortColumn(path, true, true);
  }
}
