// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import io.albis.cli.look.model.Page.Heading;
import io.albis.cli.output.BoundText;
import io.albis.cli.output.CellText;
import io.albis.reader.ColumnSummary;
import io.albis.reader.Dataset;
import io.albis.reader.RowGroupInfo;
import io.albis.tools.output.Quantities;
import java.util.ArrayList;
import java.util.List;

/** Pages of statistics. */
final class StatisticsPages {

  private static final int MAX_WIDTH = 30;

  private final Dataset dataset;

  StatisticsPages(Dataset dataset) {
    this.dataset = dataset;
  }

  /** Returns the statistics of all columns. */
  Page columns() {
    List<Heading> headings = new ArrayList<>(List.of(Heading.text("column"), Heading.text("type")));
    headings.addAll(HEADINGS);
    return new ListPage<>(
            "statistics",
            headings,
            dataset.columnStatistics(),
            summary -> cells(summary, summary.path(), summary.type()))
        .opening(summary -> rowGroups(summary.path()));
  }

  /** Returns the statistics of a column in each row group. */
  Page rowGroups(String path) {
    List<RowGroupInfo> summaries = new ArrayList<>();
    dataset.scan().visitRowGroups(List.of(path), summaries::add);
    List<Heading> headings =
        new ArrayList<>(
            List.of(
                Heading.number("row group"), Heading.number("first row"), Heading.number("rows")));
    headings.addAll(HEADINGS);
    return new ListPage<>(
        path,
        headings,
        summaries,
        summary ->
            cells(
                summary.columns().get(0),
                summary.number(),
                Quantities.count(summary.firstRow()),
                Quantities.count(summary.rowCount())));
  }

  /** What {@link #cells} adds. */
  static final List<Heading> HEADINGS =
      List.of(
          Heading.number("nulls"),
          Heading.number("NaNs"),
          Heading.number("value bytes"),
          Heading.text("min"),
          Heading.text("max"));

  /** Returns cells, followed by those of statistics. */
  static List<String> cells(ColumnSummary summary, Object... before) {
    List<String> cells = new ArrayList<>(ListPage.cells(before));
    cells.add(Quantities.count(summary.nullCount()));
    cells.add(Quantities.count(summary.nanCount()));
    cells.add(Quantities.bytes(summary.valueBytes()));
    cells.add(bound(BoundText.min(summary), summary.minIsExact()));
    cells.add(bound(BoundText.max(summary), summary.maxIsExact()));
    return cells;
  }

  /** A bound; with ~ if it is inexact. */
  private static String bound(String text, boolean isExact) {
    if (text == null) {
      return null;
    }
    String shown = CellText.shortened(text, MAX_WIDTH);
    return isExact ? shown : shown + "~";
  }
}
