// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import io.albis.tools.output.Json;
import io.albis.tools.output.VisibleText;
import java.math.BigDecimal;

/** Formats values of {@link JsonObjects} for people and for CSV. */
public final class CellText {

  private CellText() {}

  /** Formats a value in full. Nested values become JSON. */
  static String plain(Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    return value instanceof Number || value instanceof Boolean
        ? value.toString()
        : Json.line(value);
  }

  /**
   * Formats a value for a terminal: on one line, control characters visible. A text that could be
   * mistaken for a null, or has blanks at its ends, is quoted.
   */
  public static String shown(Object value) {
    if (value == null) {
      return "null";
    }
    String text = plain(value);
    boolean isQuoted =
        value instanceof String
            && (text.isEmpty()
                || text.equals("null")
                || text.startsWith("'")
                || text.startsWith(" ")
                || text.endsWith(" "));
    return VisibleText.of(isQuoted ? "'" + text.replace("'", "''") + "'" : text);
  }

  /** Shortens a text to a number of characters. */
  public static String shortened(String text, int maxWidth) {
    return text.codePointCount(0, text.length()) <= maxWidth
        ? text
        : text.substring(0, text.offsetByCodePoints(0, maxWidth - 1)) + "\u2026";
  }
}
