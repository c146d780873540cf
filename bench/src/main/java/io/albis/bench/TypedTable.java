// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.util.SplittableRandom;

/** A table with a column of each type that is read in its own way, of which one batch is loaded. */
final class TypedTable implements AutoCloseable {

  static final int ROWS = 1 << 15;

  static final int BOOLEAN = 0;
  static final int BYTE = 1;
  static final int SHORT = 2;
  static final int INT = 3;
  static final int LONG = 4;
  static final int FLOAT = 5;
  static final int DOUBLE = 6;
  static final int DECIMAL = 7;
  static final int STRING = 8;

  private static final Schema SCHEMA =
      Schema.of(
          Field.nullable("boolean", Type.bool()),
          Field.nullable("byte", Type.int8()),
          Field.nullable("short", Type.int16()),
          Field.nullable("int", Type.int32()),
          Field.nullable("long", Type.int64()),
          Field.nullable("float", Type.float32()),
          Field.nullable("double", Type.float64()),
          Field.nullable("decimal", Type.decimal(18, 2)),
          Field.nullable("string", Type.string()));

  private final TemporaryDirectory directory = new TemporaryDirectory();
  private final Table table;
  private final BatchCursor cursor;

  TypedTable(ColumnGroupSpec groups) {
    String uri = directory.path("table");
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA).columnGroups(groups).segmentSize(8L << 20).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        write(rows);
      }
      writer.commit();
    }
    table = Table.open(uri);
    cursor = table.scan().batches();
    if (!cursor.next() || cursor.batch().rowCount() != ROWS) {
      throw new IllegalStateException("The table is not one batch");
    }
  }

  private static void write(RowWriter rows) {
    SplittableRandom random = new SplittableRandom(42);
    for (int row = 0; row < ROWS; row++) {
      for (int column = 0; column <= STRING; column++) {
        if (random.nextInt(1000) >= 45) {
          set(rows, column, random.nextInt(20_000));
        }
      }
      rows.endRow();
    }
  }

  private static void set(RowWriter rows, int column, int value) {
    switch (column) {
      case BOOLEAN -> rows.setBoolean(column, value % 2 == 0);
      case BYTE -> rows.setByte(column, (byte) value);
      case SHORT -> rows.setShort(column, (short) value);
      case INT -> rows.setInt(column, value);
      case LONG -> rows.setLong(column, value);
      case FLOAT -> rows.setFloat(column, value / 4f);
      case DOUBLE -> rows.setDouble(column, value / 100.0);
      case DECIMAL -> rows.setUnscaledDecimal(column, value);
      default -> rows.setString(column, "value " + value);
    }
  }

  /** The batch, which is all of the table. */
  ColumnBatch batch() {
    return cursor.batch();
  }

  @Override
  public void close() {
    cursor.close();
    table.close();
    directory.close();
  }
}
