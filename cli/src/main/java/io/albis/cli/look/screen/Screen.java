// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.screen;

import io.albis.cli.look.model.Browser;
import io.albis.cli.look.model.Page.Heading;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/** Draws a browser: the path, the rows, and a line with the keys, a message or a question. */
final class Screen {

  /** Lines above and below the rows: path, headings, position, keys. */
  private static final int FRAME = 4;

  static final String KEYS =
      "\u2191\u2193 row  \u2190\u2192 column  Enter open  Esc back  / search  n next"
          + "  g go to  q quit";

  private final Browser browser;
  private int columns = 1;

  Screen(Browser browser) {
    this.browser = browser;
  }

  /** The number of columns that are shown. */
  int columns() {
    return columns;
  }

  /**
   * Draws.
   *
   * @param width of the terminal
   * @param height of the terminal
   * @param question what the user is typing; empty if there is no question
   * @return a line for each of the terminal
   */
  List<AttributedString> draw(int width, int height, String question) {
    int rows = Math.max(1, height - FRAME);
    browser.setHeight(rows);
    Viewport viewport = Viewport.of(browser, width, rows);
    columns = viewport.headings().size();
    List<AttributedString> lines = new ArrayList<>();
    lines.add(line(browser.path(), width, AttributedStyle.BOLD));
    List<String> names = viewport.headings().stream().map(Heading::name).toList();
    lines.add(line(row(viewport, names), width, AttributedStyle.DEFAULT.underline()));
    for (int i = 0; i < rows; i++) {
      boolean isCursor = browser.top() + i == browser.cursor();
      String text = i < viewport.rows().size() ? row(viewport, viewport.rows().get(i)) : "";
      boolean isRow = i < viewport.rows().size();
      lines.add(
          line(text, width, isCursor && isRow ? AttributedStyle.INVERSE : AttributedStyle.DEFAULT));
    }
    lines.add(line(position(), width, AttributedStyle.DEFAULT.faint()));
    String message = browser.message().isEmpty() ? KEYS : browser.message();
    lines.add(line(question.isEmpty() ? message : question, width, AttributedStyle.INVERSE));
    return fitted(lines, height);
  }

  /** Draws why a page cannot be shown; the user can go back. */
  List<AttributedString> drawFailure(int width, int height, String failure) {
    List<AttributedString> lines = new ArrayList<>();
    lines.add(line(browser.path(), width, AttributedStyle.BOLD));
    for (int start = 0; start < failure.length(); start += Math.max(1, width)) {
      int end = Math.min(failure.length(), start + Math.max(1, width));
      lines.add(line(failure.substring(start, end), width, AttributedStyle.DEFAULT));
    }
    while (lines.size() < height - 1) {
      lines.add(line("", width, AttributedStyle.DEFAULT));
    }
    lines.add(line(KEYS, width, AttributedStyle.INVERSE));
    return fitted(lines, height);
  }

  /** On a short terminal, the last lines are left out. */
  private static List<AttributedString> fitted(List<AttributedString> lines, int height) {
    return lines.subList(0, Math.min(lines.size(), Math.max(1, height)));
  }

  private static AttributedString line(String text, int width, AttributedStyle style) {
    return new AttributedString(Cells.fit(text, width, false), style);
  }

  private String position() {
    long size = browser.page().size();
    int all = browser.page().headings().size();
    String rows = size == 0 ? "no rows" : "row " + (browser.cursor() + 1) + " of " + size;
    int first = browser.firstColumn();
    return columns == all
        ? rows
        : rows + ", columns " + (first + 1) + " to " + (first + columns) + " of " + all;
  }

  private static String row(Viewport viewport, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < viewport.widths().size(); i++) {
      boolean isNumber = viewport.headings().get(i).isNumber();
      line.append(i == 0 ? "" : " ".repeat(Viewport.GAP));
      line.append(Cells.fit(cells.get(i), viewport.widths().get(i), isNumber));
    }
    return line.toString();
  }
}
