// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.output.BoundText;
import io.albis.reader.ColumnSummary;
import io.albis.reader.Dataset;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code albis stats}: prints the statistics of the columns. */
@Command(
    name = "stats",
    description = "Prints the column statistics of a table or file.",
    footer = {"", "A bound marked with ~ is inexact, for example a truncated string."})
public final class StatsCommand extends DatasetCommand {

  private static final int MAX_WIDTH = 30;

  /** Statistics of a column, printed as JSON. */
  private record Column(
      String column,
      String type,
      long rows,
      long nulls,
      long nans,
      long valueBytes,
      String min,
      String max,
      boolean minIsExact,
      boolean maxIsExact) {}

  @Override
  int run(Dataset dataset) {
    List<Column> columns = dataset.columnStatistics().stream().map(StatsCommand::column).toList();
    if (isJson()) {
      printJson(columns);
      return ExitCodes.OK;
    }
    TextTable text =
        new TextTable()
            .text("column")
            .text("type")
            .number("nulls")
            .number("NaNs")
            .number("value bytes")
            .text("min")
            .text("max");
    for (Column column : columns) {
      text.row(
          column.column(),
          column.type(),
          Quantities.count(column.nulls()),
          Quantities.count(column.nans()),
          Quantities.bytes(column.valueBytes()),
          bound(column.min(), column.minIsExact()),
          bound(column.max(), column.maxIsExact()));
    }
    text.print(out());
    return ExitCodes.OK;
  }

  private static Column column(ColumnSummary summary) {
    return new Column(
        summary.path(),
        summary.type().toString(),
        summary.rowCount(),
        summary.nullCount(),
        summary.nanCount(),
        summary.valueBytes(),
        BoundText.min(summary),
        BoundText.max(summary),
        summary.minIsExact(),
        summary.maxIsExact());
  }

  private static String bound(String text, boolean isExact) {
    if (text == null) {
      return null;
    }
    String oneLine = text.replaceAll("\\R", "\u23ce");
    boolean isLong = oneLine.codePointCount(0, oneLine.length()) > MAX_WIDTH;
    String shown =
        isLong
            ? oneLine.substring(0, oneLine.offsetByCodePoints(0, MAX_WIDTH - 1)) + "\u2026"
            : oneLine;
    return isExact ? shown : shown + "~";
  }
}
