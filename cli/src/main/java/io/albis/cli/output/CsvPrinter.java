// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import java.io.PrintWriter;
import java.util.List;

/** Prints comma-separated values. A null is an empty field, an empty text is {@code ""}. */
final class CsvPrinter implements RowPrinter {

  /** Rows between two checks whether the output is still read. */
  private static final int CHECK_ROWS = 1_024;

  private final PrintWriter out;
  private long rows;

  CsvPrinter(PrintWriter out, List<Column> columns) {
    this.out = out;
    line(columns.stream().map(column -> (Object) column.name()).toList());
  }

  @Override
  public boolean row(List<Object> values) {
    line(values);
    rows++;
    return rows % CHECK_ROWS != 0 || !out.checkError();
  }

  private void line(List<Object> values) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      line.append(i == 0 ? "" : ",");
      if (values.get(i) != null) {
        String text = CellText.plain(values.get(i));
        line.append(isQuoted(text) ? '"' + text.replace("\"", "\"\"") + '"' : text);
      }
    }
    // Not println, which would flush each line.
    out.print(line.append('\n'));
  }

  private static boolean isQuoted(String text) {
    return text.isEmpty()
        || text.indexOf(',') >= 0
        || text.indexOf('"') >= 0
        || text.indexOf('\n') >= 0
        || text.indexOf('\r') >= 0;
  }

  @Override
  public void end() {
    out.flush();
  }
}
