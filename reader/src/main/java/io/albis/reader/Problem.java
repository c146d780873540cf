/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

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
