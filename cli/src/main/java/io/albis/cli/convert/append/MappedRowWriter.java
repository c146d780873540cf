// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.cli.row.ValueRowWriter;
import io.albis.format.schema.Field;
import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.util.ArrayList;
import java.util.List;

/** Writes rows of an input to a table with other columns. Does not own the writer of the table. */
final class MappedRowWriter extends ValueRowWriter {

  private final RowWriter rows;
  private final List<ValueWriter> values = new ArrayList<>();
  private final List<Runnable> defaults = new ArrayList<>();

  MappedRowWriter(RowWriter rows, ColumnMapping mapping) {
    this.rows = rows;
    for (int i = 0; i < mapping.positions().size(); i++) {
      int position = mapping.positions().get(i);
      if (position == ColumnMapping.DISCARDED) {
        values.add(DiscardedValue.INSTANCE);
        continue;
      }
      MappedValue value =
          new MappedValue(mapping.fields().get(position), mapping.children().get(i));
      values.add(value.to(rows.value(position)));
    }
    for (int position : mapping.missing()) {
      Field field = mapping.fields().get(position);
      if (field.writeDefault().isPresent()) {
        defaults.add(() -> MissingFields.set(field, rows.value(position)));
      }
    }
  }

  @Override
  public ValueWriter value(int ordinal) {
    return values.get(ordinal);
  }

  @Override
  public void endRow() {
    for (Runnable setter : defaults) {
      setter.run();
    }
    rows.endRow();
  }

  @Override
  public void discardRow() {
    rows.discardRow();
  }

  @Override
  public long rowCount() {
    return rows.rowCount();
  }

  @Override
  public void close() {}
}
