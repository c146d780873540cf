// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.layout;

import io.albis.format.schema.ColumnGroup;

/** How the values of a segment are arranged. */
public enum Layout {
  /** The Arrow buffers of one leaf (SPEC.md, section 12). */
  COLUMN,
  /** Rows of a fixed stride, then the bytes of variable-length values (SPEC.md, section 13). */
  ROW;

  /** How new rows of a column group are written. */
  public static Layout of(ColumnGroup group) {
    return group.isRowLayout() ? ROW : COLUMN;
  }
}
