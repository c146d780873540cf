// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import io.albis.tools.output.VisibleText;
import java.io.PrintWriter;
import java.util.List;

/** Prints each value in full on a line of its own, for tables with many columns. */
final class VerticalPrinter implements RowPrinter {

  private final PrintWriter out;
  private final List<String> names;
  private final int width;
  private long rows;

  VerticalPrinter(PrintWriter out, List<Column> columns) {
    this.out = out;
    this.names = columns.stream().map(column -> VisibleText.of(column.name())).toList();
    this.width =
        names.stream().mapToInt(name -> name.codePointCount(0, name.length())).max().orElse(0);
  }

  @Override
  public boolean row(List<Object> values) {
    rows++;
    out.println("-- row " + rows);
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      int blanks = width - name.codePointCount(0, name.length()) + 2;
      out.println(name + " ".repeat(blanks) + CellText.shown(values.get(i)));
    }
    return !out.checkError();
  }

  @Override
  public void end() {
    out.flush();
  }
}
