// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.row;

import io.albis.writer.row.RowWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;

/** A row writer whose columns are set by their value writers only. */
public abstract class ValueRowWriter implements RowWriter {

  /** For subclasses. */
  protected ValueRowWriter() {}

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
