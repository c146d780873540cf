// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.info;

/**
 * Something in the files of a table that is not as it must be.
 *
 * @param file path in the table
 * @param offset in the file, in bytes, or -1 if the problem has no single place
 * @param column path of the column, empty if it is not about one
 * @param what what was looked at
 * @param expected what it must be
 * @param found what it is
 */
public record Problem(
    String file, long offset, String column, String what, String expected, String found) {

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
