// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import java.util.List;

/**
 * The value of an option of the form {@code TARGET=VALUE}.
 *
 * @param target not empty; names with equals signs or dots are in backquotes
 * @param value may be empty
 */
record Assignment(String target, String value) {

  /**
   * Divides a text at its first equals sign outside of backquotes.
   *
   * @param option the option, for the message
   * @throws InvalidArgumentException if there is none, or nothing before it
   */
  static Assignment parse(String option, String text) {
    int end = find(text, '=', 0);
    String target = end < 0 ? "" : text.substring(0, end).strip();
    if (target.isEmpty()) {
      throw new InvalidArgumentException(
          "Invalid " + option + ": '" + text + "' (expected NAME=VALUE)");
    }
    return new Assignment(target, text.substring(end + 1));
  }

  /**
   * Divides a path into that of the struct, which is empty for a top-level column, and the last
   * name, without backquotes.
   */
  static List<String> splitLast(String path) {
    int last = -1;
    for (int dot = find(path, '.', 0); dot >= 0; dot = find(path, '.', dot + 1)) {
      last = dot;
    }
    return List.of(path.substring(0, Math.max(last, 0)), unquoted(path.substring(last + 1)));
  }

  /** Returns a name without the backquotes around it. */
  static String unquoted(String name) {
    String stripped = name.strip();
    return stripped.startsWith("`") ? Schema.namesOf(stripped).get(0) : stripped;
  }

  /** Returns the next position of a character outside of backquotes, or -1. */
  private static int find(String text, char wanted, int from) {
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        isQuoted = !isQuoted;
      } else if (c == wanted && !isQuoted && i >= from) {
        return i;
      }
    }
    return -1;
  }
}
