// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

/**
 * What the slots of a {@link ColumnVector} contain. Slots start at {@link
 * ColumnVector#valuesAddress()} and are {@link ColumnVector#stride()} apart, whatever they contain:
 * in the row layout that is the length of a row; in a vector with the same value in all rows it is
 * 0.
 */
public enum SlotKind {

  /** The value itself: as many bytes as the type is wide, or one bit or byte for a boolean. */
  VALUES,

  /**
   * An int32 offset; the next slot contains the end, so there is one more slot than rows. Offsets
   * of strings and binaries count bytes from {@link ColumnVector#dataAddress()}, those of lists and
   * maps count elements of {@link ColumnVector#children()}.
   */
  OFFSETS,

  /** A u32 offset from {@link ColumnVector#dataAddress()} and a u32 length, both in bytes. */
  OFFSET_AND_LENGTH
}
