// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import java.io.PrintWriter;
import java.util.List;

/** How rows are printed. */
public enum RowFormat {
  /** An aligned table, whose long values are shortened. */
  TABLE,
  /** One line for each value. */
  VERTICAL,
  /** Comma-separated values with a line of names. A null is an empty field. */
  CSV,
  /** An array of objects. */
  JSON,
  /** An object on each line. */
  JSONL;

  /** Whether the output is JSON, which is always UTF-8. */
  public boolean isJson() {
    return this == JSON || this == JSONL;
  }

  /** Creates a printer. */
  public RowPrinter printer(PrintWriter out, List<RowPrinter.Column> columns) {
    return switch (this) {
      case TABLE -> new TablePrinter(out, columns);
      case VERTICAL -> new VerticalPrinter(out, columns);
      case CSV -> new CsvPrinter(out, columns);
      case JSON -> new JsonPrinter(out, columns, true);
      case JSONL -> new JsonPrinter(out, columns, false);
    };
  }
}
