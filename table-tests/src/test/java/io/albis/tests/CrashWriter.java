// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.error.TableNotFoundException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.PrintStream;

/**
 * A program that commits to a table until it is killed. It prints the snapshot id of each commit in
 * a line. The rows of commit {@code c} are {@code (c, i, c * 1,000,003 + i)}. Every fifth commit
 * also adds a column, which has {@code c} in its rows.
 */
final class CrashWriter {

  static final int ROWS = 3000;
  static final long FACTOR = 1_000_003;

  static final Schema SCHEMA =
      Schema.of(
          Field.required("commit", Type.int64()),
          Field.required("row", Type.int32()),
          Field.required("sum", Type.int64()));

  /** Of so many commits, one adds a column. */
  static final int COMMITS_PER_COLUMN = 5;

  private CrashWriter() {}

  public static void main(String[] arguments) {
    String uri = arguments[0];
    PrintStream out = System.out;
    long next = nextCommit(uri);
    out.println("ready");
    out.flush();
    while (true) {
      TableWriter.Builder builder =
          next == 1 ? TableWriter.create(uri, SCHEMA) : TableWriter.append(uri);
      boolean addsColumn = next % COMMITS_PER_COLUMN == 0;
      if (addsColumn) {
        builder.addColumn(Field.nullable("added" + next, Type.int64()));
      }
      try (TableWriter writer = builder.rowGroupSize(64 << 10).segmentSize(4096).open()) {
        int last = writer.schema().fields().size() - 1;
        try (RowWriter rows = writer.newRowWriter()) {
          for (int i = 0; i < ROWS; i++) {
            rows.setLong(0, next);
            rows.setInt(1, i);
            rows.setLong(2, next * FACTOR + i);
            if (addsColumn) {
              rows.setLong(last, next);
            }
            rows.endRow();
          }
        }
        out.println(writer.commit().snapshotId());
        out.flush();
      }
      next++;
    }
  }

  private static long nextCommit(String uri) {
    try (Table table = Table.open(uri)) {
      return table.rowCount() / ROWS + 1;
    } catch (TableNotFoundException e) {
      return 1;
    }
  }
}
