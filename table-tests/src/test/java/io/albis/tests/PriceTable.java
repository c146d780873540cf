// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;

/** A table of three columns in several row groups, each of several segments per column. */
final class PriceTable {

  static final int ROWS = 20_000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("name", Type.string()),
          Field.required("price", Type.float64()));

  private PriceTable() {}

  /** Writes the table. */
  static void write(String uri) {
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA)
            .columnGroups(ColumnGroupSpec.parse("single"))
            .rowGroupSize(256 << 10)
            .segmentSize(16 << 10)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setLong(0, i);
          if (i % 5 != 0) {
            rows.setString(1, "name " + i);
          }
          rows.setDouble(2, i / 2.0);
          rows.endRow();
        }
      }
      assertThat(writer.commit().writtenRowGroups()).isGreaterThan(1);
    }
  }
}
