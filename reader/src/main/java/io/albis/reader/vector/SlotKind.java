// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.vector;

/**
 * What the slots of a {@link ColumnVector} hold. Slots start at {@link
 * ColumnVector#valuesAddress()} and are {@link ColumnVector#stride()} apart, whatever they hold: in
 * the row layout by the length of a row, in a vector with the same value in all rows by 0.
 */
public enum SlotKind {

  /** The value itself: as many bytes as the type is wide, or one bit or byte of a boolean. */
  VALUES,

  /**
   * An int32 offset; the slot behind it holds the end, so there is one slot more than rows. Offsets
   * of strings and binaries count bytes from {@link ColumnVector#dataAddress()}, those of lists and
   * maps count elements of {@link ColumnVector#children()}.
   */
  OFFSETS,

  /** A u32 offset from {@link ColumnVector#dataAddress()} and a u32 length, both in bytes. */
  OFFSET_AND_LENGTH
}
