// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.screen;

import io.albis.tools.output.VisibleText;
import org.jline.utils.AttributedString;

/** Fits text into the columns of a terminal, in which some characters take two. */
final class Cells {

  private static final String ELLIPSIS = "\u2026";

  private Cells() {}

  /** Returns the number of columns that a text takes. */
  static int width(String text) {
    return new AttributedString(VisibleText.of(text)).columnLength();
  }

  /**
   * Returns a text that takes exactly a width.
   *
   * @param text null for an empty one; control characters become visible
   * @param isRight whether a shorter text is aligned to the right
   */
  static String fit(String text, int width, boolean isRight) {
    String shown = VisibleText.of(text == null ? "" : text);
    AttributedString whole = new AttributedString(shown);
    if (whole.columnLength() > width) {
      shown = whole.columnSubSequence(0, width - 1) + ELLIPSIS;
    }
    String padding = " ".repeat(Math.max(0, width - width(shown)));
    return isRight ? padding + shown : shown + padding;
  }
}
