// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.cli.convert.text.TextValues;
import io.albis.format.error.InvalidSchemaException;
import io.albis.format.schema.PlainEncoding;
import io.albis.format.schema.Type;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** A value in plain encoding (SPEC.md, section 14). */
final class PlainValue implements ValueWriter {

  private final Type type;
  private byte[] bytes;

  private PlainValue(Type type) {
    this.type = type;
  }

  /**
   * Parses a value as it is written in CSV.
   *
   * @param column the column, for the message
   * @throws InvalidSchemaException if the text is no value of the type
   */
  static byte[] of(String column, Type type, String text) {
    PlainValue value = new PlainValue(type);
    try {
      new TextValues().set(type, text.toCharArray(), 0, text.length(), value);
    } catch (IllegalArgumentException e) {
      throw new InvalidSchemaException(
          "Invalid default of " + column + ": '" + text + "' (expected " + type + ")");
    }
    return value.bytes;
  }

  private void setNumber(long value, int width) {
    bytes = PlainEncoding.ofLong(value, width);
  }

  @Override
  public void setNull() {
    throw new UnsupportedOperationException("Defaults are not null");
  }

  @Override
  public void setBoolean(boolean value) {
    setNumber(value ? 1 : 0, Byte.BYTES);
  }

  @Override
  public void setByte(byte value) {
    setNumber(value, Byte.BYTES);
  }

  @Override
  public void setShort(short value) {
    setNumber(value, Short.BYTES);
  }

  @Override
  public void setInt(int value) {
    setNumber(value, Integer.BYTES);
  }

  @Override
  public void setLong(long value) {
    setNumber(value, Long.BYTES);
  }

  @Override
  public void setFloat(float value) {
    setNumber(Float.floatToRawIntBits(value), Float.BYTES);
  }

  @Override
  public void setDouble(double value) {
    setNumber(Double.doubleToRawLongBits(value), Double.BYTES);
  }

  @Override
  public void setDecimal(BigDecimal value) {
    bytes = PlainEncoding.ofDecimal(type, value.unscaledValue());
  }

  @Override
  public void setUnscaledDecimal(long unscaled) {
    setDecimal(BigDecimal.valueOf(unscaled, type.scale()));
  }

  @Override
  public void setString(CharSequence value) {
    bytes = value.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void setBytes(byte[] value, int offset, int length) {
    bytes = Arrays.copyOfRange(value, offset, offset + length);
  }

  @Override
  public void setBytes(ByteBuffer value) {
    bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
  }

  @Override
  public void setUuid(UUID value) {
    bytes =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(value.getMostSignificantBits())
            .putLong(value.getLeastSignificantBits())
            .array();
  }

  @Override
  public void beginStruct() {
    throw nested();
  }

  @Override
  public ValueWriter field(int index) {
    throw nested();
  }

  @Override
  public void endStruct() {
    throw nested();
  }

  @Override
  public void beginList() {
    throw nested();
  }

  @Override
  public ValueWriter element() {
    throw nested();
  }

  @Override
  public void endList() {
    throw nested();
  }

  @Override
  public void beginMap() {
    throw nested();
  }

  @Override
  public ValueWriter key() {
    throw nested();
  }

  @Override
  public ValueWriter value() {
    throw nested();
  }

  @Override
  public void endMap() {
    throw nested();
  }

  private UnsupportedOperationException nested() {
    return new UnsupportedOperationException("Cannot set a nested value of " + type);
  }
}
