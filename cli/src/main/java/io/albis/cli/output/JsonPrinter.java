// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import io.albis.tools.output.Json;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints rows as JSON objects, one on each line. */
final class JsonPrinter implements RowPrinter {

  /** Rows between two checks whether the output is still read. */
  private static final int CHECK_ROWS = 1_024;

  private final PrintWriter out;
  private final List<Column> columns;
  private final boolean isArray;
  private long rows;

  JsonPrinter(PrintWriter out, List<Column> columns, boolean isArray) {
    this.out = out;
    this.columns = columns;
    this.isArray = isArray;
  }

  @Override
  public boolean row(List<Object> values) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      object.put(unused(columns.get(i).name(), object), values.get(i));
    }
    if (isArray) {
      out.print(rows == 0 ? "[\n  " : ",\n  ");
    }
    out.print(Json.line(object));
    if (!isArray) {
      out.print('\n');
    }
    rows++;
    return rows % CHECK_ROWS != 0 || !out.checkError();
  }

  /** Queries can have several columns of the same name; objects cannot. */
  private static String unused(String name, Map<String, Object> object) {
    String unused = name;
    for (int i = 1; object.containsKey(unused); i++) {
      unused = name + "_" + i;
    }
    return unused;
  }

  @Override
  public void end() {
    if (isArray) {
      out.print(rows == 0 ? "[]\n" : "\n]\n");
    }
    out.flush();
  }
}
