// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import io.albis.cli.look.model.ListPage.Entry;
import io.albis.cli.output.CellText;
import io.albis.cli.output.JsonObjects;
import io.albis.cli.row.RowValues;
import io.albis.format.schema.Field;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.RowCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of a dataset. Reads the rows and columns that are shown. */
final class ValuesPage implements Page {

  private static final int MIN_WIDTH = 6;
  private static final int MAX_WIDTH = 24;
  private static final int MAX_LENGTH = 10_000;

  private final Dataset dataset;
  private final String title;
  private final List<Field> fields;

  ValuesPage(Dataset dataset, String title) {
    this.dataset = dataset;
    this.title = title;
    this.fields = dataset.schema().fields();
  }

  @Override
  public String title() {
    return title;
  }

  /** The first column is the number of the row. */
  @Override
  public List<Heading> headings() {
    List<Heading> headings = new ArrayList<>();
    headings.add(new Heading("row", true, Math.max(3, Long.toString(size()).length())));
    for (Field field : fields) {
      boolean isNumber = field.type().isNumber();
      int width = Math.max(field.name().length(), isNumber ? 12 : MAX_WIDTH);
      headings.add(
          new Heading(field.name(), isNumber, Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width))));
    }
    return headings;
  }

  @Override
  public long size() {
    return dataset.rowCount();
  }

  @Override
  public List<List<String>> rows(long first, int count, int firstColumn, int columns) {
    int firstField = Math.max(0, firstColumn - 1);
    List<Field> shown = fields.subList(firstField, firstColumn + columns - 1);
    long rowCount = Math.max(0, Math.min(count, size() - first));
    List<List<String>> rows = new ArrayList<>();
    if (shown.isEmpty()) {
      for (long row = first; row < first + rowCount; row++) {
        rows.add(List.of(Long.toString(row)));
      }
      return rows;
    }
    DatasetScan scan = dataset.scan().select(shown.stream().map(ValuesPage::quoted).toList());
    RowValues reader = new RowValues(scan.schema());
    try (RowCursor cursor = scan.limit(rowCount).rows(first, rowCount)) {
      for (long row = first; cursor.next(); row++) {
        List<String> cells = new ArrayList<>();
        if (firstColumn == 0) {
          cells.add(Long.toString(row));
        }
        List<Object> values = reader.of(cursor.row());
        for (int i = 0; i < shown.size(); i++) {
          cells.add(text(shown.get(i), values.get(i)));
        }
        rows.add(cells);
      }
    }
    return rows;
  }

  private static String quoted(Field field) {
    return "`" + field.name().replace("`", "``") + "`";
  }

  private static String text(Field field, Object value) {
    return CellText.shortened(CellText.shown(JsonObjects.of(field.type(), value)), MAX_LENGTH);
  }

  /** Opens the values of one row, one below the other. */
  @Override
  public Optional<Page> open(long row) {
    List<Entry> entries = new ArrayList<>();
    List<String> cells = rows(row, 1, 1, fields.size()).get(0);
    for (int i = 0; i < fields.size(); i++) {
      entries.add(new Entry(fields.get(i).name(), cells.get(i), null));
    }
    return Optional.of(ListPage.menu("row " + row, entries));
  }
}
