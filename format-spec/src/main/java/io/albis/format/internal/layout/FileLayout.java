// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.layout;

/** Sizes and alignments that every file obeys. All in bytes. */
public final class FileLayout {

  /** Extents, segments and sections start at multiples of this. */
  public static final int ALIGNMENT = 64;

  /** Large segments start at multiples of this, so that direct I/O needs no copy. */
  public static final int LARGE_SEGMENT_ALIGNMENT = 4096;

  /** Segments of at least this length are large. */
  public static final int LARGE_SEGMENT_LENGTH = 64 << 10;

  /** Buffers in the column layout start at multiples of this from the start of the segment. */
  public static final int BUFFER_ALIGNMENT = 64;

  /** Length of the head that starts every file. */
  public static final int HEAD_LENGTH = 16;

  /** Length of the tail that ends every file. */
  public static final int TAIL_LENGTH = 64;

  /** Extents and sections start behind the head, at the first aligned position. */
  public static final int BODY_START = ALIGNMENT;

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

  /** The alignment in its file of a segment that a writer writes. */
  public static int segmentAlignment(long length) {
    return length >= LARGE_SEGMENT_LENGTH ? LARGE_SEGMENT_ALIGNMENT : ALIGNMENT;
  }
}
