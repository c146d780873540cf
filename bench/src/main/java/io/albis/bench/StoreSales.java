// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Data like that of TPC-DS's {@code store_sales}: ten integer keys, thirteen amounts as doubles,
 * 4.5 % of all values null.
 */
final class StoreSales {

  static final int INTS = 10;
  static final int DOUBLES = 13;
  static final int COLUMNS = INTS + DOUBLES;
  private static final double NULLS = 0.045;

  /**
   * The rows of a row group: few enough to be one segment of each column group, and so one batch.
   */
  static final int ROW_GROUP_ROWS = 1 << 17;

  private StoreSales() {}

  static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      fields.add(
          i < INTS
              ? Field.nullable("key" + i, Type.int32())
              : Field.nullable("amount" + (i - INTS), Type.float64()));
    }
    return Schema.of(fields);
  }

  /** Writes a table with the given column groups. */
  static void write(String uri, ColumnGroupSpec groups, int rowGroups) {
    try (TableWriter writer =
        TableWriter.create(uri, schema())
            .columnGroups(groups)
            .segmentSize(32L << 20)
            .rowGroupSize(1L << 30)
            .memoryLimit(2L << 30)
            .open()) {
      SplittableRandom random = new SplittableRandom(42);
      for (int i = 0; i < rowGroups; i++) {
        writeRowGroup(writer, random);
      }
      writer.commit();
    }
  }

  private static void writeRowGroup(TableWriter writer, SplittableRandom random) {
    try (RowWriter rows = writer.newRowWriter()) {
      writeRows(rows, random, ROW_GROUP_ROWS);
    }
  }

  /** Writes a number of rows. */
  static void writeRows(RowWriter writer, SplittableRandom random, int rows) {
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < COLUMNS; i++) {
        if (random.nextDouble() < NULLS) {
          writer.setNull(i);
        } else if (i < INTS) {
          writer.setInt(i, random.nextInt(1, 1_000_000));
        } else {
          writer.setDouble(i, random.nextInt(20_000) / 100.0);
        }
      }
      writer.endRow();
    }
  }
}
