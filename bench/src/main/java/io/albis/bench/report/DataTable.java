// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.tools.output.TextTable;
import io.albis.tools.output.TextTable.Align;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table of text and numbers, whose cells are shown literally.
 *
 * @param title the topic of the rows; may be empty
 * @param header names of the columns, with their units
 * @param rows each with as many cells as the header
 */
public record DataTable(String title, List<Cell> header, List<Row> rows) {

  /** One row. */
  public record Row(List<Cell> cells) {}

  /**
   * One field.
   *
   * @param style class of the cell: text is left-aligned, figures are right-aligned
   */
  public record Cell(String text, String style) {

    static Cell text(String text) {
      return new Cell(text, "text");
    }

    static Cell figure(String text) {
      return new Cell(text, "figure");
    }
  }

  /** Prints the table as text, without its title. */
  public void print(PrintWriter out) {
    TextTable table = new TextTable();
    header.forEach(
        cell -> table.column(cell.text(), cell.style().equals("text") ? Align.LEFT : Align.RIGHT));
    rows.forEach(row -> table.row(row.cells().stream().map(Cell::text).toArray()));
    table.print(out);
  }

  /**
   * The columns of a table whose rows are of a type.
   *
   * @param <T> what a row shows
   */
  static final class Columns<T> {
    private final List<Cell> header = new ArrayList<>();
    private final List<Function<T, Cell>> cells = new ArrayList<>();

    /** Adds a column of text. */
    Columns<T> text(String name, Function<T, String> text) {
      header.add(Cell.text(name));
      cells.add(text.andThen(Cell::text));
      return this;
    }

    /** Adds a column of formatted numbers. */
    Columns<T> figure(String name, Function<T, String> figure) {
      header.add(Cell.figure(name));
      cells.add(figure.andThen(Cell::figure));
      return this;
    }

    /** Adds a column of numbers; null is unknown. */
    Columns<T> number(String name, Function<T, Double> number) {
      return figure(name, number.andThen(Figures::optional));
    }

    DataTable table(String title, List<T> rows) {
      return new DataTable(
          title,
          List.copyOf(header),
          rows.stream()
              .map(row -> new Row(cells.stream().map(cell -> cell.apply(row)).toList()))
              .toList());
    }
  }
}
