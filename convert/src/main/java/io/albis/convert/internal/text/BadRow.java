// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;

/** Creates the errors for rows that cannot be read: with file, line, column and value. */
final class BadRow {

  private static final int MAX_SHOWN = 100;

  private BadRow() {}

  /**
   * Returns the error for a row.
   *
   * @param line the line in which the row starts, from 1
   */
  static InvalidArgumentException of(String file, long line, String why, Throwable cause) {
    return new InvalidArgumentException(
        "Cannot convert " + file + ": line " + line + ": " + why, cause);
  }

  /** Returns the error for a value. */
  static InvalidArgumentException of(
      String file, long line, String column, Type type, String value, Throwable cause) {
    String shown = value.length() > MAX_SHOWN ? value.substring(0, MAX_SHOWN) + "..." : value;
    return of(
        file, line, "column " + column + ": '" + shown + "' is not a value of type " + type, cause);
  }
}
