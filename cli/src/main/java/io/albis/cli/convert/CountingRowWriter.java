// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.tools.output.Progress;
import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Reports rows as they are written, and delegates to another writer, which it does not own. */
final class CountingRowWriter implements RowWriter {

  private static final int STEP = 4096;

  private final RowWriter rows;
  private final Progress progress;
  private int untold;

  CountingRowWriter(RowWriter rows, Progress progress) {
    this.rows = rows;
    this.progress = progress;
  }

  @Override
  public void endRow() {
    rows.endRow();
    if (++untold == STEP) {
      progress.add(untold);
      untold = 0;
    }
  }

  @Override
  public void close() {
    progress.add(untold);
    untold = 0;
  }

  @Override
  public void setNull(int ordinal) {
    rows.setNull(ordinal);
  }

  @Override
  public ValueWriter value(int ordinal) {
    return rows.value(ordinal);
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
    rows.setBytes(ordinal, value, offset, length);
  }

  @Override
  public void setBoolean(int ordinal, boolean value) {
    rows.setBoolean(ordinal, value);
  }

  @Override
  public void setByte(int ordinal, byte value) {
    rows.setByte(ordinal, value);
  }

  @Override
  public void setShort(int ordinal, short value) {
    rows.setShort(ordinal, value);
  }

  @Override
  public void setInt(int ordinal, int value) {
    rows.setInt(ordinal, value);
  }

  @Override
  public void setLong(int ordinal, long value) {
    rows.setLong(ordinal, value);
  }

  @Override
  public void setFloat(int ordinal, float value) {
    rows.setFloat(ordinal, value);
  }

  @Override
  public void setDouble(int ordinal, double value) {
    rows.setDouble(ordinal, value);
  }

  @Override
  public void setDecimal(int ordinal, BigDecimal value) {
    rows.setDecimal(ordinal, value);
  }

  @Override
  public void setUnscaledDecimal(int ordinal, long unscaled) {
    rows.setUnscaledDecimal(ordinal, unscaled);
  }

  @Override
  public void setString(int ordinal, CharSequence value) {
    rows.setString(ordinal, value);
  }

  @Override
  public void setUuid(int ordinal, UUID value) {
    rows.setUuid(ordinal, value);
  }

  @Override
  public void setBytes(int ordinal, ByteBuffer value) {
    rows.setBytes(ordinal, value);
  }
}
