// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowView;
import io.albis.writer.RowWriter;

/** Rows whose values all follow from their number. */
final class Rows {

  static final Schema SCHEMA =
      Schema.of(Field.required("id", Type.int64()), Field.required("k", Type.int32()));

  private static final int KEYS = 3;
  private static final int FACTOR = 31;

  private Rows() {}

  /** A column that may be added. */
  static Field column(int argument) {
    return Field.nullable("c" + argument % 3, Type.int32());
  }

  static int key(int row) {
    return row % KEYS;
  }

  static void write(RowWriter writer, Schema schema, int row) {
    for (int i = 0; i < schema.fields().size(); i++) {
      switch (schema.fields().get(i).name()) {
        case "id" -> writer.setLong(i, row);
        case "k" -> writer.setInt(i, key(row));
        default -> writer.setInt(i, row * FACTOR);
      }
    }
    writer.endRow();
  }

  /** What is wrong with the values of a row; null if nothing is. */
  static String check(RowView row, Schema schema, int number) {
    for (int i = 0; i < schema.fields().size(); i++) {
      String name = schema.fields().get(i).name();
      if (!name.equals("id") && !row.isNullAt(i)) {
        int expected = name.equals("k") ? key(number) : number * FACTOR;
        if (row.getInt(i) != expected) {
          return "row " + number + " has " + name + " " + row.getInt(i) + ", not " + expected;
        }
      }
    }
    return null;
  }
}
