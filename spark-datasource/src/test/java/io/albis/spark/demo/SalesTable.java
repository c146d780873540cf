// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.demo;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.SplittableRandom;

/** A table of sales, in the order of their days. */
final class SalesTable {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.required("day", Type.date()),
          Field.required("store", Type.int32()),
          Field.nullable("item", Type.int32()),
          Field.nullable("quantity", Type.int32()),
          Field.nullable("price", Type.decimal(9, 2)),
          Field.nullable("discount", Type.float64()),
          Field.nullable("tax", Type.float64()),
          Field.nullable("comment", Type.string()));

  private static final int DAYS = 365;

  private SalesTable() {}

  /** Writes the table, or replaces it. */
  static void write(Path path, long rows) {
    SplittableRandom random = new SplittableRandom(1);
    int firstDay = (int) LocalDate.of(2025, 1, 1).toEpochDay();
    String uri = path.toString();
    try (TableWriter table = TableWriter.overwrite(uri, SCHEMA).rowGroupSize(16 << 20).open()) {
      try (RowWriter out = table.newRowWriter()) {
        for (long id = 0; id < rows; id++) {
          out.setLong(0, id);
          out.setInt(1, firstDay + (int) (id * DAYS / rows));
          out.setInt(2, random.nextInt(50));
          if (random.nextInt(22) != 0) {
            out.setInt(3, random.nextInt(10_000));
            out.setInt(4, 1 + random.nextInt(100));
            out.setDecimal(5, BigDecimal.valueOf(random.nextLong(2_000_000), 2));
          }
          out.setDouble(6, random.nextInt(40) / 4.0);
          out.setDouble(7, random.nextInt(1000) / 8.0);
          if (id % 5 == 0) {
            out.setString(8, "comment of customer " + random.nextInt(100_000));
          }
          out.endRow();
        }
      }
      table.commit();
    }
  }
}
