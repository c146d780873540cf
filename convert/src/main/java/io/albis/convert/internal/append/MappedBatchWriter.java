// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.append;

import io.albis.convert.internal.batch.ColumnValues;
import io.albis.format.schema.Schema;
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
  private record Mapped(ColumnValues values, MappedColumn target) {}

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
    ColumnMapping mapping = ColumnMapping.of(input, schema);
    for (int i = 0; i < mapping.positions().size(); i++) {
      int position = mapping.positions().get(i);
      ColumnMapping nested = mapping.children().get(i);
      if (position != ColumnMapping.DISCARDED && nested.isSame()) {
        columns.add(table.column(position));
        continue;
      }
      ColumnValues values = new ColumnValues(input.fields().get(i));
      columns.add(values);
      if (position != ColumnMapping.DISCARDED) {
        mapped.add(new Mapped(values, new MappedColumn(nested, table.column(position))));
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
      if (column instanceof ColumnValues values) {
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
