// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import io.albis.tools.output.TextTable;
import io.albis.tools.output.TextTable.Align;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

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

  /** Collects rows; the leading columns are text, the others are figures. */
  static final class Builder {
    private final String title;
    private final int texts;
    private final List<Cell> header;
    private final List<Row> rows = new ArrayList<>();

    Builder(String title, int texts, String... header) {
      this.title = title;
      this.texts = texts;
      this.header = cells(header);
    }

    Builder row(String... fields) {
      if (fields.length != header.size()) {
        throw new IllegalArgumentException(
            "Invalid row of a table: %d fields (expected %d)"
                .formatted(fields.length, header.size()));
      }
      rows.add(new Row(cells(fields)));
      return this;
    }

    DataTable build() {
      return new DataTable(title, header, List.copyOf(rows));
    }

    private List<Cell> cells(String... fields) {
      List<Cell> cells = new ArrayList<>();
      for (String field : fields) {
        cells.add(cells.size() < texts ? Cell.text(field) : Cell.figure(field));
      }
      return List.copyOf(cells);
    }
  }
}
