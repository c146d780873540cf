// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package org.example.modules;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;

/** Writes and reads a table. */
final class Copies {

  private Copies() {}

  static void write(String uri, int rows) {
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("name", Type.string()));
    try (TableWriter table = TableWriter.create(uri, schema).open()) {
      try (RowWriter row = table.newRowWriter()) {
        for (int i = 0; i < rows; i++) {
          row.setLong(0, i);
          row.setString(1, "name " + i);
          row.endRow();
        }
      }
      table.commit();
    }
  }

  static long sum(String uri) {
    long sum = 0;
    try (Table table = Table.open(uri);
        RowCursor rows = table.scan().select("id", "name").rows()) {
      while (rows.next()) {
        RowView row = rows.row();
        sum += row.getLong(0) + row.getString(1).length();
      }
    }
    return sum;
  }
}
