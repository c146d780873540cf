// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import java.io.PrintWriter;
import java.util.List;

/** How rows are printed. */
public enum RowFormat {
  /** An aligned table, whose long values are shortened. */
  TABLE {
    @Override
    public RowPrinter printer(PrintWriter out, List<RowPrinter.Column> columns) {
      return new TablePrinter(out, columns);
    }
  },
  /** One line for each value. */
  VERTICAL {
    @Override
    public RowPrinter printer(PrintWriter out, List<RowPrinter.Column> columns) {
      return new VerticalPrinter(out, columns);
    }
  },
  /** Comma-separated values with a line of names. A null is an empty field. */
  CSV {
    @Override
    public RowPrinter printer(PrintWriter out, List<RowPrinter.Column> columns) {
      return new CsvPrinter(out, columns);
    }
  },
  /** An array of objects. */
  JSON {
    @Override
    public RowPrinter printer(PrintWriter out, List<RowPrinter.Column> columns) {
      return new JsonPrinter(out, columns, true);
    }
  },
  /** An object on each line. */
  JSONL {
    @Override
    public RowPrinter printer(PrintWriter out, List<RowPrinter.Column> columns) {
      return new JsonPrinter(out, columns, false);
    }
  };

  /** Whether the output is JSON, which is always UTF-8. */
  public boolean isJson() {
    return this == JSON || this == JSONL;
  }

  /** Creates a printer. */
  public abstract RowPrinter printer(PrintWriter out, List<RowPrinter.Column> columns);
}
