// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import java.util.ArrayList;
import java.util.List;

/** Splits a script into statements, at semicolons outside of quotes and comments. */
final class Statements {

  private Statements() {}

  /** Returns the statements, without semicolons; what follows the last one is a statement too. */
  static List<String> split(String script) {
    List<String> statements = new ArrayList<>();
    int start = 0;
    int i = 0;
    while (i < script.length()) {
      if (script.charAt(i) == ';') {
        add(statements, script.substring(start, i));
        start = i + 1;
        i++;
      } else {
        i = next(script, i);
      }
    }
    add(statements, script.substring(start));
    return statements;
  }

  /** Whether a text ends with a statement that is complete. */
  static boolean isComplete(String text) {
    int i = 0;
    boolean isEnded = true;
    while (i < text.length()) {
      if (text.charAt(i) == ';') {
        isEnded = true;
        i++;
      } else {
        isEnded &= isBlank(text, i);
        i = next(text, i);
      }
    }
    return isEnded;
  }

  private static void add(List<String> statements, String text) {
    int i = 0;
    while (i < text.length() && isBlank(text, i)) {
      i = next(text, i);
    }
    if (i < text.length()) {
      statements.add(text.strip());
    }
  }

  /** Whether a blank or a comment begins at a position. */
  private static boolean isBlank(String text, int position) {
    return Character.isWhitespace(text.charAt(position))
        || text.startsWith("--", position)
        || text.startsWith("/*", position);
  }

  /** Returns the position after a character, or after what begins there as a whole. */
  private static int next(String text, int position) {
    char first = text.charAt(position);
    if (first == '\'' || first == '"') {
      return after(text, String.valueOf(first), position + 1);
    }
    if (text.startsWith("--", position)) {
      return after(text, "\n", position);
    }
    if (text.startsWith("/*", position)) {
      return after(text, "*/", position + 2);
    }
    if (first == '$') {
      int end = position + 1;
      while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
        end++;
      }
      if (end < text.length() && text.charAt(end) == '$') {
        return after(text, text.substring(position, end + 1), end + 1);
      }
    }
    return position + 1;
  }

  private static int after(String text, String end, int from) {
    int found = text.indexOf(end, from);
    return found < 0 ? text.length() : found + end.length();
  }
}
