// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.row.ValueRowWriter;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.row.ValueWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A row writer that passes each row to a consumer as objects, in the form of {@code
 * RowView.materialize()}. Used for comparisons; not optimized.
 */
final class RowCollector extends ValueRowWriter {

  private final List<CollectedValue> values = new ArrayList<>();
  private final Consumer<List<Object>> consumer;
  private long rowCount;

  /**
   * Creates a collector.
   *
   * @param schema the schema of the rows
   * @param consumer receives each row
   */
  RowCollector(Schema schema, Consumer<List<Object>> consumer) {
    for (Field field : schema.fields()) {
      values.add(new CollectedValue(field.type()));
    }
    this.consumer = consumer;
  }

  @Override
  public void endRow() {
    List<Object> row = new ArrayList<>(values.size());
    for (CollectedValue value : values) {
      row.add(value.take());
    }
    rowCount++;
    consumer.accept(row);
  }

  @Override
  public ValueWriter value(int ordinal) {
    return values.get(ordinal);
  }

  @Override
  public void discardRow() {
    values.forEach(CollectedValue::take);
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
