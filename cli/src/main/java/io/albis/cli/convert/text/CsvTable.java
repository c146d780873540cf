// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.text;

import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A CSV file. Each part is a range of records. */
final class CsvTable implements TextRows {

  private final TextFile file;
  private final CsvLayout layout;
  private final String nullText;
  private final Schema schema;
  private final List<TextPart> ranges;

  /**
   * Opens a file, and counts its rows.
   *
   * @param schema the columns to read: a subset of the layout's, in any order
   */
  CsvTable(TextFile file, CsvLayout layout, String nullText, Schema schema) throws IOException {
    this.file = file;
    this.layout = layout;
    this.nullText = nullText;
    this.schema = schema;
    try (InputStream in = file.open()) {
      long partBytes = file.isSplittable() ? TextScanner.PART_BYTES : Long.MAX_VALUE;
      this.ranges =
          TextScanner.csv(
              in, layout.delimiter(), layout.hasHeader(), layout.countsEmptyLines(), partBytes);
    }
  }

  @Override
  public String name() {
    return file.path().toString();
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public List<Long> parts() {
    return ranges.stream().map(TextPart::rows).toList();
  }

  @Override
  public void read(int part, Schema wanted, RowWriter rows) throws IOException {
    TextPart range = ranges.get(part);
    Fields fields = new Fields(wanted, rows);
    CsvRecords.read(
        name(),
        file.open(range),
        layout.delimiter(),
        range.firstLine(),
        layout.countsEmptyLines(),
        fields);
    range.requireRows(name(), fields.rows);
  }

  /** Sets the values of rows. */
  private final class Fields implements CsvRecords.Receiver {
    private final RowWriter writer;
    private final TextValues values = new TextValues();

    /** By the index of the field; null for columns that are not read. */
    private final ValueWriter[] places = new ValueWriter[layout.names().size()];

    private final Type[] types = new Type[layout.names().size()];
    private long rows;

    Fields(Schema wanted, RowWriter writer) {
      this.writer = writer;
      for (int i = 0; i < wanted.fields().size(); i++) {
        int index = layout.names().indexOf(wanted.fields().get(i).name());
        places[index] = writer.value(i);
        types[index] = wanted.fields().get(i).type();
      }
    }

    @Override
    public void field(int index, long line, char[] text, int offset, int length, boolean isQuoted) {
      if (index >= places.length || places[index] == null) {
        return;
      }
      if (!isQuoted && layout.isNull(text, offset, length, nullText)) {
        places[index].setNull();
        return;
      }
      try {
        values.set(types[index], text, offset, length, places[index]);
      } catch (IllegalArgumentException e) {
        String value = new String(text, offset, length);
        throw BadRow.of(name(), line, layout.names().get(index), types[index], value, e);
      }
    }

    @Override
    public boolean end(int fields, long line) {
      if (fields != places.length) {
        throw BadRow.of(name(), line, fields + " fields (expected " + places.length + ")", null);
      }
      writer.endRow();
      rows++;
      return true;
    }
  }
}
