// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.append;

import io.albis.convert.internal.batch.BatchColumnValues;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.BatchColumn;
import io.albis.writer.BatchWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes batches of an input to a table with other columns: columns in another order as they are,
 * and of those that differ the values, widened, without fields that the table does not have. Fields
 * that the input does not have are not set. Does not own the writer of the table. For one thread.
 */
public final class MappedBatchWriter implements BatchWriter {

  /** A column that is not written as it is. */
  private record Mapped(BatchColumnValues values, MappedColumn target) {}

  private final BatchWriter table;
  private final List<BatchColumn> columns = new ArrayList<>();
  private final List<Mapped> mapped = new ArrayList<>();

  /**
   * Maps columns by name.
   *
   * @param input the columns of the input, which fit those of the table ({@link AppendCheck})
   */
  public MappedBatchWriter(Schema input, Schema schema, BatchWriter table) {
    this.table = table;
    for (Field field : input.fields()) {
      int position = MappedColumn.position(schema.fields(), field.name());
      BatchColumnValues values = new BatchColumnValues(field);
      if (position < 0) {
        columns.add(values);
        continue;
      }
      Type type = schema.fields().get(position).type();
      MappedColumn column = new MappedColumn(field.type(), type, table.column(position));
      if (column.isSame()) {
        columns.add(column.target());
      } else {
        columns.add(values);
        mapped.add(new Mapped(values, column));
      }
    }
  }

  @Override
  public BatchColumn column(int field) {
    return columns.get(field);
  }

  @Override
  public void endBatch(int rows) {
    for (Mapped column : mapped) {
      column.values().complete(rows);
      column.target().set(column.values(), rows);
    }
    table.endBatch(rows);
    for (BatchColumn column : columns) {
      if (column instanceof BatchColumnValues values) {
        values.clear();
      }
    }
  }

  @Override
  public long rowCount() {
    return table.rowCount();
  }

  @Override
  public void close() {}
}
