// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import java.util.List;

/**
 * How a CSV file is laid out.
 *
 * @param names of the columns, in the order of the fields
 */
record CsvLayout(List<String> names, char delimiter, boolean hasHeader) {

  /** Returns whether an empty line is a row: one null. */
  boolean countsEmptyLines() {
    return names.size() == 1;
  }

  /** Returns whether an unquoted field is null. */
  boolean isNull(char[] text, int offset, int length, String nullText) {
    if (length == 0) {
      return true;
    }
    if (length != nullText.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text[offset + i] != nullText.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
