// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.convert.internal.literal.ValueText;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;

/** The value of a default that is given as text. */
final class DefaultValue {

  private DefaultValue() {}

  /**
   * Parses a value as it is written in CSV.
   *
   * @param column the column, for the message
   * @throws InvalidArgumentException if the text is not a value of the type
   */
  static Object of(String column, Type type, String text) {
    try {
      return ValueText.parse(type, text);
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentException(
          "Invalid default of " + column + ": '" + text + "' (expected " + type + ")");
    }
  }
}
