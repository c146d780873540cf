// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sort;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Adds rows to a sort: each as bytes, with its key. For one thread. */
final class RecordingRowWriter implements RowWriter {

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

  RecordingRowWriter(Schema schema, RowOrder order, Consumer consumer) {
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
