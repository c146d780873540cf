// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A row writer that passes each row to a consumer as objects, in the form of {@code
 * RowView.materialize()}. Used for comparisons; not optimized.
 */
final class RowCollector implements RowWriter {

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

  @Override
  public void setNull(int ordinal) {
    value(ordinal).setNull();
  }

  @Override
  public void setBoolean(int ordinal, boolean value) {
    value(ordinal).setBoolean(value);
  }

  @Override
  public void setByte(int ordinal, byte value) {
    value(ordinal).setByte(value);
  }

  @Override
  public void setShort(int ordinal, short value) {
    value(ordinal).setShort(value);
  }

  @Override
  public void setInt(int ordinal, int value) {
    value(ordinal).setInt(value);
  }

  @Override
  public void setLong(int ordinal, long value) {
    value(ordinal).setLong(value);
  }

  @Override
  public void setFloat(int ordinal, float value) {
    value(ordinal).setFloat(value);
  }

  @Override
  public void setDouble(int ordinal, double value) {
    value(ordinal).setDouble(value);
  }

  @Override
  public void setDecimal(int ordinal, BigDecimal value) {
    value(ordinal).setDecimal(value);
  }

  @Override
  public void setUnscaledDecimal(int ordinal, long unscaled) {
    value(ordinal).setUnscaledDecimal(unscaled);
  }

  @Override
  public void setString(int ordinal, CharSequence value) {
    value(ordinal).setString(value);
  }

  @Override
  public void setBytes(int ordinal, byte[] value, int offset, int length) {
    value(ordinal).setBytes(value, offset, length);
  }

  @Override
  public void setBytes(int ordinal, ByteBuffer value) {
    value(ordinal).setBytes(value);
  }

  @Override
  public void setUuid(int ordinal, UUID value) {
    value(ordinal).setUuid(value);
  }
}
