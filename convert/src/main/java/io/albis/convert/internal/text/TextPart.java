// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.error.InvalidArgumentException;

/**
 * Consecutive rows of a text file.
 *
 * @param start the first byte, of the decompressed text
 * @param end the byte after the last one
 * @param firstLine the number of the first line in the file, from 1
 */
record TextPart(long start, long end, long firstLine, long rows) {

  /**
   * Requires that reading found the rows that were counted.
   *
   * @throws InvalidArgumentException if not: the file is another one now
   */
  void requireRows(String file, long found) {
    if (found != rows) {
      throw new InvalidArgumentException(
          "Cannot convert "
              + file
              + ": it has changed while it was read (expected "
              + rows
              + " rows from line "
              + firstLine
              + ", found "
              + found
              + ")");
    }
  }
}
