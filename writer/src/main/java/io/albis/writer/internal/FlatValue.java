// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal;

import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.util.UUID;

/** The place of a value that has a slot in {@link FlatRows}. */
final class FlatValue extends AbstractValue {

  private final FlatRows rows;
  private final int leaf;
  private final byte setter;

  FlatValue(FlatRows rows, int leaf) {
    this.rows = rows;
    this.leaf = leaf;
    this.setter = rows.leaf(leaf).setter();
  }

  @Override
  String path() {
    return rows.leaf(leaf).leaf().path();
  }

  @Override
  Type type() {
    return rows.leaf(leaf).leaf().type();
  }

  @Override
  public void setNull() {
    rows.setNull(leaf);
  }

  @Override
  public void setBoolean(boolean value) {
    if (setter != Setters.BOOLEAN) {
      super.setBoolean(value);
    }
    rows.putByte(leaf, (byte) (value ? 1 : 0));
  }

  @Override
  public void setByte(byte value) {
    if (setter != Setters.BYTE) {
      super.setByte(value);
    }
    rows.putByte(leaf, value);
  }

  @Override
  public void setShort(short value) {
    if (setter != Setters.SHORT) {
      super.setShort(value);
    }
    rows.putShort(leaf, value);
  }

  @Override
  public void setInt(int value) {
    if (setter != Setters.INT) {
      super.setInt(value);
    }
    rows.putInt(leaf, value);
  }

  @Override
  public void setLong(long value) {
    if (setter != Setters.LONG) {
      super.setLong(value);
    }
    rows.putLong(leaf, value);
  }

  @Override
  public void setFloat(float value) {
    if (setter != Setters.FLOAT) {
      super.setFloat(value);
    }
    rows.putInt(leaf, Float.floatToRawIntBits(value));
  }

  @Override
  public void setDouble(double value) {
    if (setter != Setters.DOUBLE) {
      super.setDouble(value);
    }
    rows.putLong(leaf, Double.doubleToRawLongBits(value));
  }

  @Override
  public void setDecimal(BigDecimal value) {
    if (setter != Setters.DECIMAL) {
      super.setDecimal(value);
    }
    rows.putDecimal(leaf, value);
  }

  @Override
  public void setUnscaledDecimal(long unscaled) {
    if (setter != Setters.DECIMAL) {
      super.setUnscaledDecimal(unscaled);
    }
    rows.putDecimal(leaf, unscaled);
  }

  @Override
  public void setString(CharSequence value) {
    if (setter != Setters.STRING) {
      super.setString(value);
    }
    rows.putString(leaf, value);
  }

  @Override
  public void setUuid(UUID value) {
    if (setter != Setters.UUID) {
      super.setUuid(value);
    }
    rows.putUuid(leaf, value);
  }

  @Override
  public void setBytes(byte[] value, int offset, int length) {
    if (setter < Setters.STRING) {
      super.setBytes(value, offset, length);
    }
    rows.putBytes(leaf, value, offset, length);
  }
}
