// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

/**
 * Makes text of unknown origin safe to show in a terminal: control characters, which could move the
 * cursor or change colors, and characters that change the direction of text become visible.
 */
public final class VisibleText {

  private VisibleText() {}

  /**
   * Replaces line ends by {@code ⏎}, other ASCII control characters by their symbols, such as
   * {@code ␛}, all other characters that do not print by their code, such as {@code \u202e}, and
   * bytes that are not UTF-8 ({@link RawText}) by their value, such as {@code \xff}.
   *
   * @param text the text
   * @return text of one line; the argument itself if there is nothing to replace
   */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isHidden(text.charAt(i))) {
        return RawText.shown(replaced(text));
      }
    }
    return RawText.shown(text);
  }

  private static boolean isHidden(char c) {
    return c < ' '
        || (c >= 0x7f && c <= 0x9f)
        || c == 0x61c
        || c == 0x200e
        || c == 0x200f
        || (c >= 0x2028 && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069)
        || c == 0xfeff;
  }

  private static String replaced(String text) {
    StringBuilder shown = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isHidden(c)) {
        shown.append(c);
      } else if (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
        i++;
        shown.append('\u23ce');
      } else if (c == '\n' || c == '\r') {
        shown.append('\u23ce');
      } else if (c < ' ') {
        shown.append((char) ('\u2400' + c));
      } else if (c == 0x7f) {
        shown.append('\u2421');
      } else {
        shown.append(String.format("\\u%04x", (int) c));
      }
    }
    return shown.toString();
  }
}
