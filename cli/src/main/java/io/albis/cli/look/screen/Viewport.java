// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.screen;

import io.albis.cli.look.model.Browser;
import io.albis.cli.look.model.Page;
import io.albis.cli.look.model.Page.Heading;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a page that has room on the screen.
 *
 * @param headings the columns that are shown
 * @param rows their cells
 * @param widths their widths, in characters
 */
record Viewport(List<Heading> headings, List<List<String>> rows, List<Integer> widths) {

  /** Blanks between columns. */
  static final int GAP = 2;

  private static final int MAX_WIDTH = 48;

  /**
   * Loads what has room.
   *
   * @param width of the screen
   * @param height rows that have room
   */
  static Viewport of(Browser browser, int width, int height) {
    Page page = browser.page();
    int first = browser.firstColumn();
    List<Heading> candidates = candidates(page.headings(), first, width);
    List<List<String>> rows = page.rows(browser.top(), height, first, candidates.size());
    List<Integer> widths = new ArrayList<>();
    int used = 0;
    for (int i = 0; i < candidates.size() && used < width; i++) {
      int wanted = Math.min(width(candidates.get(i), i, rows), width - used);
      widths.add(wanted);
      used += wanted + GAP;
    }
    return new Viewport(candidates.subList(0, widths.size()), rows, widths);
  }

  /** Columns that would have room if those without a width of their own were short. */
  private static List<Heading> candidates(List<Heading> headings, int first, int width) {
    int used = 0;
    int end = first;
    while (end < headings.size() && (used < width || end == first)) {
      used += Math.max(1, headings.get(end).width()) + GAP;
      end++;
    }
    return headings.subList(first, end);
  }

  private static int width(Heading heading, int column, List<List<String>> rows) {
    if (heading.width() > 0) {
      return heading.width();
    }
    int width = Cells.width(heading.name());
    for (List<String> row : rows) {
      String cell = row.get(column);
      width = Math.max(width, cell == null ? 0 : Cells.width(cell));
    }
    return Math.max(1, Math.min(MAX_WIDTH, width));
  }
}
