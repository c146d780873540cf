// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.command.ColumnList;
import io.albis.cli.output.JsonValues;
import io.albis.cli.output.RowPrinter;
import io.albis.cli.output.ValueText;
import io.albis.cli.sql.Conditions;
import io.albis.format.schema.Field;
import io.albis.reader.Dataset;
import io.albis.reader.TableScan;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that select columns and rows. */
final class RowSelection {

  @Option(
      names = "--columns",
      paramLabel = "COLUMN,...",
      converter = ColumnList.Converter.class,
      description =
          "Columns to print (default: all); paths such as a.b name fields of structs. A name with"
              + " commas or dots is written in backquotes.")
  private ColumnList columns;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = "Only rows for which this is true, such as: \"price > 10 and name like 'A%%'\"")
  private String where;

  /** Called by the command-line parser. */
  RowSelection() {}

  /** Whether there is a condition. */
  boolean hasCondition() {
    return where != null;
  }

  /** Returns the scan of the selected columns and rows. */
  TableScan scan(Dataset dataset) {
    TableScan scan = dataset.scan();
    if (columns != null) {
      scan = scan.select(columns.paths());
    }
    return where == null
        ? scan
        : scan.filter(Conditions.parse(where, dataset.schema())).exactFilter();
  }

  /** Returns the columns of a scan, to print its rows. */
  static List<RowPrinter.Column> columns(TableScan scan) {
    return scan.schema().fields().stream()
        .map(field -> new RowPrinter.Column(field.name(), ValueText.isNumber(field.type())))
        .toList();
  }

  /**
   * Converts a row for a printer.
   *
   * @param row in the form of {@code RowView.materialize()}
   */
  static List<Object> printable(List<Field> fields, List<Object> row) {
    List<Object> values = new ArrayList<>(row.size());
    for (int i = 0; i < row.size(); i++) {
      values.add(JsonValues.of(fields.get(i).type(), row.get(i)));
    }
    return values;
  }
}
