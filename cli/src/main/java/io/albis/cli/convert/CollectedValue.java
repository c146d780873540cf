// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Stores one value of any type as an object. */
final class CollectedValue implements ValueWriter {

  private final Type type;
  private final List<CollectedValue> children = new ArrayList<>();
  private Object value;
  private List<Object> elements;

  CollectedValue(Type type) {
    this.type = type;
    type.children().forEach(child -> children.add(new CollectedValue(child.type())));
  }

  /** Returns the value set since the last call; null if none was set. */
  Object take() {
    finishElement();
    Object taken = elements == null ? value : elements;
    value = null;
    elements = null;
    if (type.nesting() == Nesting.STRUCT) {
      children.forEach(CollectedValue::take);
    }
    return taken;
  }

  /** Adds the last element or entry to the open list or map. */
  private void finishElement() {
    if (elements != null && value == this) {
      elements.add(
          type.nesting() == Nesting.MAP
              ? new SimpleImmutableEntry<>(children.get(0).take(), children.get(1).take())
              : children.get(0).take());
      value = null;
    }
  }

  @Override
  public void setNull() {
    value = null;
    elements = null;
  }

  @Override
  public void setBoolean(boolean v) {
    value = v;
  }

  @Override
  public void setByte(byte v) {
    value = v;
  }

  @Override
  public void setShort(short v) {
    value = v;
  }

  @Override
  public void setInt(int v) {
    value = v;
  }

  @Override
  public void setLong(long v) {
    value = v;
  }

  @Override
  public void setFloat(float v) {
    value = v;
  }

  @Override
  public void setDouble(double v) {
    value = v;
  }

  @Override
  public void setDecimal(BigDecimal v) {
    value = v.setScale(type.scale(), RoundingMode.UNNECESSARY);
  }

  @Override
  public void setUnscaledDecimal(long unscaled) {
    value = BigDecimal.valueOf(unscaled, type.scale());
  }

  @Override
  public void setString(CharSequence v) {
    value = v.toString();
  }

  @Override
  public void setBytes(byte[] bytes, int offset, int length) {
    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
    value =
        switch (type.physicalType()) {
          case STRING -> text(copy);
          case UUID -> uuid(ByteBuffer.wrap(copy));
          case BINARY, FIXED_BINARY -> copy;
          case BOOLEAN,
              INT8,
              INT16,
              INT32,
              INT64,
              FLOAT,
              DOUBLE,
              DECIMAL32,
              DECIMAL64,
              DECIMAL128,
              STRUCT,
              LIST,
              MAP ->
              throw new IllegalStateException("Cannot set bytes of " + type);
        };
  }

  /** Returns a string; of bytes that are not UTF-8 the bytes, so that each differs from others. */
  static Object text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    boolean isExact =
        text.indexOf('\uFFFD') < 0 || Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
    return isExact ? text : bytes;
  }

  private static UUID uuid(ByteBuffer bytes) {
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  @Override
  public void setBytes(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    setBytes(copy, 0, copy.length);
  }

  @Override
  public void setUuid(UUID v) {
    value = v;
  }

  @Override
  public void beginStruct() {
    children.forEach(CollectedValue::take);
  }

  @Override
  public ValueWriter field(int index) {
    return children.get(index);
  }

  @Override
  public void endStruct() {
    List<Object> fields = new ArrayList<>(children.size());
    children.forEach(child -> fields.add(child.take()));
    value = fields;
  }

  @Override
  public void beginList() {
    elements = new ArrayList<>();
    value = null;
  }

  @Override
  public ValueWriter element() {
    finishElement();
    value = this;
    return children.get(0);
  }

  @Override
  public void endList() {
    finishElement();
  }

  @Override
  public void beginMap() {
    beginList();
  }

  @Override
  public ValueWriter key() {
    finishElement();
    value = this;
    return children.get(0);
  }

  @Override
  public ValueWriter value() {
    return children.get(1);
  }

  @Override
  public void endMap() {
    finishElement();
  }
}
