// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.maintenance.TableMaintenance;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.util.List;

/** A table of three columns in several row groups, each of several segments per column. */
final class PriceTable {

  static final int ROWS = 20_000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("name", Type.string()),
          Field.required("price", Type.float64()));

  private static final ColumnGroupSpec SINGLE = ColumnGroupSpec.parse("single");
  private static final String FILE = "data/prices.albis";

  private PriceTable() {}

  /** Writes the table. */
  static void write(String uri) {
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA)
            .columnGroups(SINGLE)
            .rowGroupSize(256 << 10)
            .segmentSize(16 << 10)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        write(rows, 0);
      }
      assertThat(writer.commit().writtenRowGroups()).isGreaterThan(1);
    }
  }

  private static void write(RowWriter rows, int version) {
    for (int i = 0; i < ROWS; i++) {
      rows.setLong(0, i);
      if (i % 5 != 0) {
        rows.setString(1, "name " + i);
      }
      rows.setDouble(2, price(i, version));
      rows.endRow();
    }
  }

  /** The price in a row. */
  static double price(long row, int version) {
    return row / 2.0 + version;
  }

  /**
   * Writes a version of the table, whose only data file has the same name and length as in each
   * other version. The previous one is deleted.
   */
  static void replace(String uri, int version) {
    MaintainedTable table = new MaintainedTable(uri);
    if (version == 0) {
      TableWriter.create(uri, SCHEMA).columnGroups(SINGLE).open().commit();
    } else {
      MaintainedTable.append(TableWriter.overwrite(uri), SCHEMA, List.of());
      table.expireAndClean();
    }
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(uri + "/" + FILE, SCHEMA.withAssignedIds())
            .columnGroups(SINGLE)
            .rowGroupSize(256 << 10)
            .segmentSize(8 << 10)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        write(rows, version);
      }
      writer.finish();
    }
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      maintenance.addFiles(List.of(FILE));
    }
  }
}
