// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.data;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.tools.sales.SalesBlock;
import io.albis.tools.sales.SalesColumn;
import io.albis.tools.sales.SalesGenerator;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.List;

/** {@code store_sales} of TPC-DS: ten integers, one of them of 8 bytes, and thirteen doubles. */
final class StoreSalesData implements DataSet {

  private static final double ROWS = 2_880_404;

  @Override
  public String name() {
    return "store_sales";
  }

  @Override
  public Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (SalesColumn column : SalesColumn.ALL) {
      Type type =
          switch (column.kind()) {
            case INT -> Type.int32();
            case LONG -> Type.int64();
            case DOUBLE -> Type.float64();
          };
      fields.add(
          column.nullable()
              ? Field.nullable(column.name(), type)
              : Field.required(column.name(), type));
    }
    return Schema.of(fields);
  }

  @Override
  public long rows(double scale) {
    return Math.max(1, Math.round(ROWS * scale));
  }

  @Override
  public void write(long rows, List<TableWriter> tables) throws Exception {
    List<RowWriter> writers = new ArrayList<>();
    tables.forEach(table -> writers.add(table.newRowWriter()));
    // A little more than requested, because the generator counts tickets of about twelve rows each.
    double scale = Math.max(0.001, rows / ROWS * 1.05);
    new SalesGenerator(scale, Runtime.getRuntime().availableProcessors())
        .generate(rows, block -> writers.forEach(writer -> write(block, writer)));
    for (RowWriter writer : writers) {
      writer.close();
      if (writer.rowCount() != rows) {
        throw new IllegalStateException(
            "The generator produced " + writer.rowCount() + " rows (expected " + rows + ")");
      }
    }
  }

  private static void write(SalesBlock block, RowWriter writer) {
    for (int row = 0; row < block.rowCount(); row++) {
      for (int c = 0; c < SalesColumn.ALL.size(); c++) {
        if (!block.isNull(c, row)) {
          switch (SalesColumn.ALL.get(c).kind()) {
            case INT -> writer.setInt(c, (int) block.integer(c, row));
            case LONG -> writer.setLong(c, block.integer(c, row));
            case DOUBLE -> writer.setDouble(c, block.money(c, row));
          }
        }
      }
      writer.endRow();
    }
  }
}
