// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A table with aligned columns: a line of headings, then the rows. Widths are counted in code
 * points. Values are printed unchanged, except for control characters ({@link VisibleText});
 * picocli's table, in contrast, interprets color markup such as {@code @|red x|@} in values. Not
 * thread-safe.
 */
public final class TextTable {
  /** The alignment of the cells of a column. */
  public enum Align {
    /** The alignment of text. */
    LEFT,
    /** The alignment of numbers. */
    RIGHT
  }

  private static final String GAP = "  ";

  private final List<String> headings = new ArrayList<>();
  private final List<Align> alignments = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * Adds a column. Columns must be added before rows.
   *
   * @param heading the heading
   * @param align the alignment of its cells
   * @return this
   */
  public TextTable column(String heading, Align align) {
    headings.add(VisibleText.of(heading));
    alignments.add(align);
    return this;
  }

  /**
   * Adds a column of text.
   *
   * @param heading the heading
   * @return this
   */
  public TextTable text(String heading) {
    return column(heading, Align.LEFT);
  }

  /**
   * Adds a column of numbers.
   *
   * @param heading the heading
   * @return this
   */
  public TextTable number(String heading) {
    return column(heading, Align.RIGHT);
  }

  /**
   * Adds a row.
   *
   * @param cells one value for each column; null is printed as an empty cell
   * @return this
   * @throws IllegalArgumentException if the number of cells differs from the number of columns
   */
  public TextTable row(Object... cells) {
    if (cells.length != headings.size()) {
      throw new IllegalArgumentException(
          "Invalid row: " + cells.length + " cells (expected " + headings.size() + ")");
    }
    List<String> row = new ArrayList<>(cells.length);
    for (Object cell : cells) {
      row.add(cell == null ? "" : VisibleText.of(cell.toString()));
    }
    rows.add(row);
    return this;
  }

  /**
   * Prints the headings and rows.
   *
   * @param out the target
   */
  public void print(PrintWriter out) {
    int[] widths = new int[headings.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(headings.get(i));
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    out.println(line(headings, widths));
    for (List<String> row : rows) {
      out.println(line(row, widths));
    }
    out.flush();
  }

  /**
   * Prints the headings and rows as a table of Markdown. A vertical bar in a cell is escaped.
   *
   * @param out the target
   */
  public void printMarkdown(PrintWriter out) {
    out.println(markdown(headings));
    List<String> rules = alignments.stream().map(a -> a == Align.LEFT ? "---" : "---:").toList();
    out.println(markdown(rules));
    for (List<String> row : rows) {
      out.println(markdown(row));
    }
    out.flush();
  }

  private static String markdown(List<String> cells) {
    StringBuilder line = new StringBuilder("|");
    for (String cell : cells) {
      line.append(' ').append(cell.replace("|", "\\|")).append(" |");
    }
    return line.toString();
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      String padding = " ".repeat(widths[i] - width(cell));
      line.append(i == 0 ? "" : GAP);
      line.append(alignments.get(i) == Align.LEFT ? cell + padding : padding + cell);
    }
    return line.toString().stripTrailing();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
