// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.io.IOException;
import java.io.InputStream;

/** A CSV file. Each part is a range of records. */
final class CsvTable extends TextRows {

  private final CsvLayout layout;
  private final String nullText;

  /**
   * Opens a file, and counts its rows.
   *
   * @param schema the columns to read: a subset of the layout's, in any order
   */
  CsvTable(TextFile file, CsvLayout layout, String nullText, Schema schema) throws IOException {
    super(file, schema, TextScanner.csv(layout, file.partBytes()));
    this.layout = layout;
    this.nullText = nullText;
  }

  @Override
  void read(InputStream in, long firstLine, Schema wanted, TextBatch batch) throws IOException {
    CsvRecords.read(
        name(),
        in,
        layout.delimiter(),
        firstLine,
        layout.countsEmptyLines(),
        new Fields(wanted, batch));
  }

  /** Adds the values of rows. */
  private final class Fields implements CsvRecords.Receiver {
    private final TextBatch batch;
    private final TextValues values = new TextValues();

    /** By the index of the field; null for columns that are not read. */
    private final TextColumn[] places = new TextColumn[layout.names().size()];

    private final Type[] types = new Type[layout.names().size()];

    Fields(Schema wanted, TextBatch batch) {
      this.batch = batch;
      for (int i = 0; i < wanted.fields().size(); i++) {
        int index = layout.names().indexOf(wanted.fields().get(i).name());
        places[index] = batch.column(i);
        types[index] = wanted.fields().get(i).type();
      }
    }

    @Override
    public void field(int index, long line, char[] text, int offset, int length, boolean isQuoted) {
      if (index >= places.length || places[index] == null) {
        return;
      }
      if (!isQuoted && layout.isNull(text, offset, length, nullText)) {
        places[index].addNull();
        return;
      }
      try {
        values.add(types[index], text, offset, length, places[index]);
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
      batch.endRow();
      return true;
    }
  }
}
