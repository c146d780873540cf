// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.text;

/**
 * Bounds the texts of errors: paths, names and values come from files and may have megabytes, of
 * which a message needs the start.
 */
public final class ErrorText {

  /** Characters of a value in a message. */
  private static final int MAX_VALUE = 1000;

  /** Characters of a message. */
  public static final int MAX_MESSAGE = 8000;

  private ErrorText() {}

  /** A value as text, shortened if it is long. */
  public static String of(Object value) {
    return shortened(String.valueOf(value), MAX_VALUE);
  }

  public static String shortened(String text, int max) {
    if (text == null || text.length() <= max) {
      return text;
    }
    // Not between the halves of a code point.
    int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    return text.substring(0, end) + "... (" + text.length() + " characters)";
  }
}
