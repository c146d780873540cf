// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Passes values of an input on to a column of a wider type, and fields of structs to those of the
 * same name. Not thread-safe.
 */
final class MappedValue implements ValueWriter {

  private final Type type;
  private final ColumnMapping mapping;

  /** Null for fields that are not written. */
  private final List<MappedValue> children = new ArrayList<>();

  private ValueWriter target;

  MappedValue(Field field, ColumnMapping mapping) {
    this.type = field.type();
    this.mapping = mapping;
    for (int i = 0; i < mapping.positions().size(); i++) {
      int position = mapping.positions().get(i);
      children.add(
          position == ColumnMapping.DISCARDED
              ? null
              : new MappedValue(mapping.fields().get(position), mapping.children().get(i)));
    }
  }

  /** Passes the following values on to a writer. */
  MappedValue to(ValueWriter writer) {
    target = writer;
    return this;
  }

  private void setInteger(long value) {
    switch (type.physicalType()) {
      case INT8 -> target.setByte((byte) value);
      case INT16 -> target.setShort((short) value);
      case INT32 -> target.setInt((int) value);
      case INT64 -> target.setLong(value);
      case BOOLEAN,
          DECIMAL32,
          DECIMAL64,
          DECIMAL128,
          FLOAT,
          DOUBLE,
          STRING,
          BINARY,
          FIXED_BINARY,
          UUID,
          STRUCT,
          LIST,
          MAP ->
          throw new IllegalStateException("Cannot set an integer of " + type);
    }
  }

  @Override
  public void setNull() {
    target.setNull();
  }

  @Override
  public void setBoolean(boolean value) {
    target.setBoolean(value);
  }

  @Override
  public void setByte(byte value) {
    setInteger(value);
  }

  @Override
  public void setShort(short value) {
    setInteger(value);
  }

  @Override
  public void setInt(int value) {
    setInteger(value);
  }

  @Override
  public void setLong(long value) {
    setInteger(value);
  }

  @Override
  public void setFloat(float value) {
    switch (type.physicalType()) {
      case DOUBLE -> target.setDouble(value);
      case FLOAT -> target.setFloat(value);
      case BOOLEAN,
          INT8,
          INT16,
          INT32,
          INT64,
          DECIMAL32,
          DECIMAL64,
          DECIMAL128,
          STRING,
          BINARY,
          FIXED_BINARY,
          UUID,
          STRUCT,
          LIST,
          MAP ->
          throw new IllegalStateException("Cannot set a float of " + type);
    }
  }

  @Override
  public void setDouble(double value) {
    target.setDouble(value);
  }

  @Override
  public void setDecimal(BigDecimal value) {
    target.setDecimal(value);
  }

  @Override
  public void setUnscaledDecimal(long unscaled) {
    // A wider decimal has the same scale.
    target.setUnscaledDecimal(unscaled);
  }

  @Override
  public void setString(CharSequence value) {
    target.setString(value);
  }

  @Override
  public void setBytes(byte[] value, int offset, int length) {
    target.setBytes(value, offset, length);
  }

  @Override
  public void setBytes(ByteBuffer value) {
    target.setBytes(value);
  }

  @Override
  public void setUuid(UUID value) {
    target.setUuid(value);
  }

  @Override
  public void beginStruct() {
    target.beginStruct();
  }

  @Override
  public ValueWriter field(int index) {
    MappedValue child = children.get(index);
    return child == null
        ? DiscardedValue.INSTANCE
        : child.to(target.field(mapping.positions().get(index)));
  }

  @Override
  public void endStruct() {
    for (int position : mapping.missing()) {
      Field field = mapping.fields().get(position);
      if (field.writeDefault().isPresent()) {
        MissingFields.set(field, target.field(position));
      }
    }
    target.endStruct();
  }

  @Override
  public void beginList() {
    target.beginList();
  }

  @Override
  public ValueWriter element() {
    return children.get(0).to(target.element());
  }

  @Override
  public void endList() {
    target.endList();
  }

  @Override
  public void beginMap() {
    target.beginMap();
  }

  @Override
  public ValueWriter key() {
    return children.get(0).to(target.key());
  }

  @Override
  public ValueWriter value() {
    return children.get(1).to(target.value());
  }

  @Override
  public void endMap() {
    target.endMap();
  }
}
