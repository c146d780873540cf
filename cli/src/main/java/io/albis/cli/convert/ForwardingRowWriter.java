// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Passes all values on to another writer, which it does not own. */
abstract class ForwardingRowWriter implements RowWriter {

  private final RowWriter rows;

  ForwardingRowWriter(RowWriter rows) {
    this.rows = rows;
  }

  /** The column of the other writer that a column stands for. */
  int ordinal(int ordinal) {
    return ordinal;
  }

  @Override
  public void endRow() {
    rows.endRow();
  }

  @Override
  public void setNull(int ordinal) {
    rows.setNull(ordinal(ordinal));
  }

  @Override
  public ValueWriter value(int ordinal) {
    return rows.value(ordinal(ordinal));
  }

  @Override
  public void discardRow() {
    rows.discardRow();
  }

  @Override
  public long rowCount() {
    return rows.rowCount();
  }

  @Override
  public void setBytes(int ordinal, byte[] value, int offset, int length) {
    rows.setBytes(ordinal(ordinal), value, offset, length);
  }

  @Override
  public void setBoolean(int ordinal, boolean value) {
    rows.setBoolean(ordinal(ordinal), value);
  }

  @Override
  public void setByte(int ordinal, byte value) {
    rows.setByte(ordinal(ordinal), value);
  }

  @Override
  public void setShort(int ordinal, short value) {
    rows.setShort(ordinal(ordinal), value);
  }

  @Override
  public void setInt(int ordinal, int value) {
    rows.setInt(ordinal(ordinal), value);
  }

  @Override
  public void setLong(int ordinal, long value) {
    rows.setLong(ordinal(ordinal), value);
  }

  @Override
  public void setFloat(int ordinal, float value) {
    rows.setFloat(ordinal(ordinal), value);
  }

  @Override
  public void setDouble(int ordinal, double value) {
    rows.setDouble(ordinal(ordinal), value);
  }

  @Override
  public void setDecimal(int ordinal, BigDecimal value) {
    rows.setDecimal(ordinal(ordinal), value);
  }

  @Override
  public void setUnscaledDecimal(int ordinal, long unscaled) {
    rows.setUnscaledDecimal(ordinal(ordinal), unscaled);
  }

  @Override
  public void setString(int ordinal, CharSequence value) {
    rows.setString(ordinal(ordinal), value);
  }

  @Override
  public void setUuid(int ordinal, UUID value) {
    rows.setUuid(ordinal(ordinal), value);
  }

  @Override
  public void setBytes(int ordinal, ByteBuffer value) {
    rows.setBytes(ordinal(ordinal), value);
  }
}
