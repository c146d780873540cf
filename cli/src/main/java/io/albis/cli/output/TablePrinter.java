// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import io.albis.tools.output.TextTable;
import java.io.PrintWriter;
import java.util.List;

/** Prints aligned tables. After many rows, a new table begins, with widths of its own. */
final class TablePrinter implements RowPrinter {

  private static final int MAX_WIDTH = 60;
  private static final int MAX_ROWS = 1_000;

  private final PrintWriter out;
  private final List<Column> columns;
  private TextTable table;
  private int rows;

  TablePrinter(PrintWriter out, List<Column> columns) {
    this.out = out;
    this.columns = columns;
    this.table = newTable();
  }

  private TextTable newTable() {
    TextTable text = new TextTable();
    for (Column column : columns) {
      text.column(column.name(), column.isNumber() ? TextTable.Align.RIGHT : TextTable.Align.LEFT);
    }
    return text;
  }

  @Override
  public boolean row(List<Object> values) {
    if (rows == MAX_ROWS) {
      table.print(out);
      table = newTable();
      rows = 0;
      if (out.checkError()) {
        return false;
      }
    }
    Object[] cells = new Object[values.size()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = CellText.shortened(CellText.shown(values.get(i)), MAX_WIDTH);
    }
    table.row(cells);
    rows++;
    return true;
  }

  @Override
  public void end() {
    table.print(out);
  }
}
