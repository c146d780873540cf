// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.internal.text.ErrorText;

/**
 * An inconsistency in the files of a table.
 *
 * @param file path in the table
 * @param offset in the file, in bytes, or -1 if the problem has no single position
 * @param column path of the column, empty if the problem does not concern a single column
 * @param what what was checked
 * @param expected the expected value
 * @param found the actual value
 */
public record Problem(
    String file, long offset, String column, String what, String expected, String found) {

  /** Shortens texts that are too long for a message. */
  public Problem {
    file = ErrorText.of(file);
    column = ErrorText.of(column);
    what = ErrorText.of(what);
    expected = ErrorText.of(expected);
    found = ErrorText.of(found);
  }

  @Override
  public String toString() {
    return file
        + (offset < 0 ? "" : " at offset " + offset)
        + (column.isEmpty() ? "" : ", column " + column)
        + ": invalid "
        + what
        + " (expected "
        + expected
        + ", found "
        + found
        + ")";
  }
}
