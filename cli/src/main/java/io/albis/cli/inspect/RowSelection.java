// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.command.ColumnList;
import io.albis.cli.output.RowFormat;
import io.albis.cli.output.RowPrinter;
import io.albis.cli.sql.Conditions;
import io.albis.convert.internal.literal.InvalidUtf8;
import io.albis.format.schema.Field;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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

  @Option(
      names = "--invalid-utf8",
      paramLabel = "ACTION",
      description =
          "What to do with strings that are not valid UTF-8: keep their bytes (default; JSON cannot"
              + " hold them; tables show them as \\\\xff), refuse (default for JSON), or replace"
              + " invalid bytes by U+FFFD.")
  private InvalidUtf8 invalidUtf8;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Whether there is a condition. */
  boolean hasCondition() {
    return where != null;
  }

  /** Returns the scan of the selected columns and rows. */
  DatasetScan scan(Dataset dataset) {
    DatasetScan scan = dataset.scan();
    if (columns != null) {
      scan = scan.select(columns.paths());
    }
    return where == null ? scan : scan.filter(Conditions.parse(where, dataset.schema()));
  }

  /**
   * Starts to print rows of a scan.
   *
   * @param uri of the dataset, for messages
   * @throws ParameterException if the format does not allow what to do with invalid strings
   */
  PrintedRows printed(String uri, DatasetScan scan, RowFormat format, PrintWriter out) {
    if (invalidUtf8 == InvalidUtf8.KEEP && format.isJson()) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid --invalid-utf8: JSON is UTF-8 (expected refuse or replace)");
    }
    InvalidUtf8 standard = format.isJson() ? InvalidUtf8.REFUSE : InvalidUtf8.KEEP;
    List<Field> fields = scan.schema().fields();
    List<RowPrinter.Column> columns =
        fields.stream()
            .map(field -> new RowPrinter.Column(field.name(), field.type().isNumber()))
            .toList();
    return new PrintedRows(
        uri, fields, invalidUtf8 == null ? standard : invalidUtf8, format.printer(out, columns));
  }
}
