// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.alter;

import io.albis.cli.convert.text.TextValues;
import io.albis.format.error.InvalidSchemaException;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** The value of a default that is given as text. */
final class DefaultValue implements ValueWriter {

  private final Type type;
  private Object given;

  private DefaultValue(Type type) {
    this.type = type;
  }

  /**
   * Parses a value as it is written in CSV.
   *
   * @param column the column, for the message
   * @throws InvalidSchemaException if the text is not a value of the type
   */
  static Object of(String column, Type type, String text) {
    DefaultValue value = new DefaultValue(type);
    try {
      new TextValues().set(type, text.toCharArray(), 0, text.length(), value);
    } catch (IllegalArgumentException e) {
      throw new InvalidSchemaException(
          "Invalid default of " + column + ": '" + text + "' (expected " + type + ")");
    }
    return value.given;
  }

  @Override
  public void setNull() {
    throw new UnsupportedOperationException("Defaults are not null");
  }

  @Override
  public void setBoolean(boolean value) {
    given = value;
  }

  @Override
  public void setByte(byte value) {
    given = value;
  }

  @Override
  public void setShort(short value) {
    given = value;
  }

  @Override
  public void setInt(int value) {
    given = value;
  }

  @Override
  public void setLong(long value) {
    given = value;
  }

  @Override
  public void setFloat(float value) {
    given = value;
  }

  @Override
  public void setDouble(double value) {
    given = value;
  }

  @Override
  public void setDecimal(BigDecimal value) {
    given = value;
  }

  @Override
  public void setUnscaledDecimal(long unscaled) {
    setDecimal(BigDecimal.valueOf(unscaled, type.scale()));
  }

  @Override
  public void setString(CharSequence value) {
    given = value.toString();
  }

  @Override
  public void setBytes(byte[] value, int offset, int length) {
    given =
        type.kind() == TypeKind.STRING
            ? new String(value, offset, length, StandardCharsets.UTF_8)
            : Arrays.copyOfRange(value, offset, offset + length);
  }

  @Override
  public void setBytes(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    setBytes(bytes, 0, bytes.length);
  }

  @Override
  public void setUuid(UUID value) {
    given = value;
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
