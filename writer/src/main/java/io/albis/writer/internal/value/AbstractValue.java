// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.value;

import io.albis.format.schema.Type;
import io.albis.writer.ValueWriter;
import io.albis.writer.internal.plan.SetterCode;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;

/** A value writer whose setters all refuse; subclasses override those that their type accepts. */
public abstract class AbstractValue implements ValueWriter {

  /** The path of the column, for messages. */
  public abstract String path();

  /** The type, for messages. */
  public abstract Type type();

  /** Discards the value: a row that gives none has the default, or null. */
  public void unset() {
    setNull();
  }

  private RuntimeException mismatch(String setter) {
    return SetterCode.mismatch(setter, path(), type());
  }

  @Override
  public void setBoolean(boolean value) {
    throw mismatch("setBoolean");
  }

  @Override
  public void setByte(byte value) {
    throw mismatch("setByte");
  }

  @Override
  public void setShort(short value) {
    throw mismatch("setShort");
  }

  @Override
  public void setInt(int value) {
    throw mismatch("setInt");
  }

  @Override
  public void setLong(long value) {
    throw mismatch("setLong");
  }

  @Override
  public void setFloat(float value) {
    throw mismatch("setFloat");
  }

  @Override
  public void setDouble(double value) {
    throw mismatch("setDouble");
  }

  @Override
  public void setDecimal(BigDecimal value) {
    throw mismatch("setDecimal");
  }

  @Override
  public void setUnscaledDecimal(long unscaled) {
    throw mismatch("setUnscaledDecimal");
  }

  @Override
  public void setString(CharSequence value) {
    throw mismatch("setString");
  }

  @Override
  public void setUuid(UUID value) {
    throw mismatch("setUuid");
  }

  @Override
  public void setBytes(byte[] value, int offset, int length) {
    throw mismatch("setBytes");
  }

  @Override
  public void setBytes(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    setBytes(bytes, 0, bytes.length);
  }

  @Override
  public void beginStruct() {
    throw mismatch("beginStruct");
  }

  @Override
  public void endStruct() {
    throw mismatch("endStruct");
  }

  @Override
  public void beginList() {
    throw mismatch("beginList");
  }

  @Override
  public void endList() {
    throw mismatch("endList");
  }

  @Override
  public void beginMap() {
    throw mismatch("beginMap");
  }

  @Override
  public void endMap() {
    throw mismatch("endMap");
  }

  @Override
  public ValueWriter field(int index) {
    throw mismatch("field");
  }

  @Override
  public ValueWriter element() {
    throw mismatch("element");
  }

  @Override
  public ValueWriter key() {
    throw mismatch("key");
  }

  @Override
  public ValueWriter value() {
    throw mismatch("value");
  }
}
