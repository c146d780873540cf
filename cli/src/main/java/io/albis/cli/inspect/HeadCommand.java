// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.output.ValueText;
import io.albis.format.schema.Field;
import io.albis.reader.Dataset;
import io.albis.reader.RowCursor;
import io.albis.reader.TableScan;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code albis head}: prints the first rows. */
@Command(name = "head", description = "Prints the first rows of a table or file.")
public final class HeadCommand extends DatasetCommand {

  private static final int MAX_WIDTH = 60;

  @Option(
      names = {"-n", "--rows"},
      paramLabel = "N",
      description = "Number of rows (default: ${DEFAULT-VALUE}).",
      defaultValue = "10")
  private long rows;

  @Option(
      names = "--columns",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns to print (default: all); paths such as a.b name fields of structs.")
  private List<String> columns = new ArrayList<>();

  /** Called by the command-line parser. */
  public HeadCommand() {}

  @Override
  int run(Dataset dataset) {
    if (rows < 0) {
      throw usageError("Invalid --rows: " + rows + " (expected at least 0)");
    }
    TableScan scan = columns.isEmpty() ? dataset.scan() : dataset.scan().select(columns);
    List<Field> fields = scan.schema().fields();
    List<List<Object>> found = new ArrayList<>();
    try (RowCursor cursor = scan.limit(rows).rows()) {
      while (cursor.next()) {
        found.add(cursor.row().materialize());
      }
    }
    if (isJson()) {
      printJson(found.stream().map(row -> asMap(fields, row)).toList());
    } else {
      print(fields, found);
    }
    return ExitCodes.OK;
  }

  private static Map<String, Object> asMap(List<Field> fields, List<Object> row) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      map.put(fields.get(i).name(), json(fields.get(i), row.get(i)));
    }
    return map;
  }

  /** Returns numbers and booleans that JSON can represent as they are, all other values as text. */
  private static Object json(Field field, Object value) {
    if (value == null || value instanceof Boolean) {
      return value;
    }
    boolean isNumber =
        ValueText.isNumber(field.type()) && Double.isFinite(((Number) value).doubleValue());
    return isNumber ? value : ValueText.of(field.type(), value);
  }

  private void print(List<Field> fields, List<List<Object>> found) {
    TextTable text = new TextTable();
    for (Field field : fields) {
      text.column(
          field.name(),
          ValueText.isNumber(field.type()) ? TextTable.Align.RIGHT : TextTable.Align.LEFT);
    }
    for (List<Object> row : found) {
      Object[] cells = new Object[row.size()];
      for (int i = 0; i < cells.length; i++) {
        Object value = row.get(i);
        cells[i] = value == null ? "null" : shorten(ValueText.of(fields.get(i).type(), value));
      }
      text.row(cells);
    }
    text.print(out());
  }

  private static String shorten(String text) {
    String oneLine = text.replaceAll("\\R", "\u23ce");
    int length = oneLine.codePointCount(0, oneLine.length());
    return length <= MAX_WIDTH
        ? oneLine
        : oneLine.substring(0, oneLine.offsetByCodePoints(0, MAX_WIDTH - 1)) + "\u2026";
  }
}
