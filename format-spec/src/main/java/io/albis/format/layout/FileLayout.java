// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.layout;

/** Sizes and alignments that apply to every file of a table, in bytes. */
public final class FileLayout {

  /** Segments start at, and data files end at, multiples of this. */
  public static final int SEGMENT_ALIGNMENT = 4096;

  /** Buffers in the column layout start at multiples of this from the start of the segment. */
  public static final int BUFFER_ALIGNMENT = 64;

  /** Length of the tail that ends every file and extent. */
  public static final int TAIL_LENGTH = 64;

  /** Length of the header of snapshot and manifest files. */
  public static final int HEADER_LENGTH = 16;

  /** The maximum length of a segment. */
  public static final int MAX_SEGMENT_LENGTH = Integer.MAX_VALUE - 4095;

  /** The maximum stride of the row layout. */
  public static final int MAX_STRIDE = 65_528;

  /**
   * The number of rows in a segment is a multiple of this if the limits of the format permit it.
   */
  public static final int ROW_COUNT_MULTIPLE = 64;

  private FileLayout() {}

  /**
   * The smallest multiple of {@code alignment}, a power of two, that is not less than the value.
   */
  public static long align(long value, int alignment) {
    return (value + alignment - 1) & -alignment;
  }
}
