// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sort;

import io.albis.cli.row.ValueRowWriter;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.row.ValueWriter;
import java.util.ArrayList;
import java.util.List;

/** Adds rows to a sort: each as bytes, with its key. For one thread. */
final class RecordingRowWriter extends ValueRowWriter {

  /** Takes a row. Key and bytes are valid during the call. */
  interface Consumer {
    void accept(RowBytes key, RowBytes row);
  }

  private final List<RecordedValue> columns = new ArrayList<>();
  private final RowBytes key = new RowBytes();
  private final RowBytes row = new RowBytes();
  private final KeyBuilder keys;
  private final Consumer consumer;
  private long rowCount;

  RecordingRowWriter(Schema schema, SortKeyOrder order, Consumer consumer) {
    for (Field field : schema.fields()) {
      columns.add(new RecordedValue(field.name(), field));
    }
    this.keys = new KeyBuilder(schema, order, columns);
    this.consumer = consumer;
  }

  @Override
  public ValueWriter value(int ordinal) {
    return columns.get(ordinal);
  }

  @Override
  public void endRow() {
    keys.build(key);
    row.clear();
    for (RecordedValue column : columns) {
      column.appendTo(row);
      column.clear();
    }
    consumer.accept(key, row);
    rowCount++;
  }

  @Override
  public void discardRow() {
    columns.forEach(RecordedValue::clear);
  }

  @Override
  public long rowCount() {
    return rowCount;
  }

  @Override
  public void close() {
    discardRow();
  }
}
