// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.format.schema.Type;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.plan.SetterCode;
import io.albis.writer.internal.value.AbstractValue;
import io.albis.writer.internal.value.Times;
import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.util.UUID;
import java.util.function.LongSupplier;

/** Writes a value that has a slot in {@link FlatRows}. */
public final class FlatValue extends AbstractValue {

  private final WriterOwner owner;
  private final FlatRows rows;
  private final int leaf;
  private final byte setter;
  private final LongSupplier row;

  /**
   * Writes to a leaf.
   *
   * @param row the number of the current row, for messages
   */
  public FlatValue(WriterOwner owner, FlatRows rows, int leaf, LongSupplier row) {
    this.owner = owner;
    this.rows = rows;
    this.leaf = leaf;
    this.setter = rows.leaf(leaf).setter();
    this.row = row;
  }

  /** The leaf, for a value of fixed width. */
  private int open() {
    owner.requireProbablyOpen();
    return leaf;
  }

  /** The leaf, for a value of variable length. */
  private int owned() {
    owner.require();
    return leaf;
  }

  @Override
  public String path() {
    return rows.leaf(leaf).leaf().path();
  }

  @Override
  public Type type() {
    return rows.leaf(leaf).leaf().type();
  }

  @Override
  public void setNull() {
    rows.setNull(open());
  }

  @Override
  public void unset() {
    rows.unset(open());
  }

  @Override
  public void setBoolean(boolean value) {
    if (setter != SetterCode.BOOLEAN) {
      super.setBoolean(value);
    }
    rows.putByte(open(), (byte) (value ? 1 : 0));
  }

  @Override
  public void setByte(byte value) {
    if (setter != SetterCode.BYTE) {
      super.setByte(value);
    }
    rows.putByte(open(), value);
  }

  @Override
  public void setShort(short value) {
    if (setter != SetterCode.SHORT) {
      super.setShort(value);
    }
    rows.putShort(open(), value);
  }

  @Override
  public void setInt(int value) {
    if (setter != SetterCode.INT) {
      super.setInt(value);
    }
    rows.putInt(open(), value);
  }

  @Override
  public void setLong(long value) {
    if (setter != SetterCode.LONG) {
      if (setter != SetterCode.TIME) {
        super.setLong(value);
      }
      Times.require(type(), value, path(), row.getAsLong());
    }
    rows.putLong(open(), value);
  }

  @Override
  public void setFloat(float value) {
    if (setter != SetterCode.FLOAT) {
      super.setFloat(value);
    }
    rows.putInt(open(), Float.floatToRawIntBits(value));
  }

  @Override
  public void setDouble(double value) {
    if (setter != SetterCode.DOUBLE) {
      super.setDouble(value);
    }
    rows.putLong(open(), Double.doubleToRawLongBits(value));
  }

  @Override
  public void setDecimal(BigDecimal value) {
    if (setter != SetterCode.DECIMAL) {
      super.setDecimal(value);
    }
    rows.putDecimal(open(), value);
  }

  @Override
  public void setUnscaledDecimal(long unscaled) {
    if (setter != SetterCode.DECIMAL) {
      super.setUnscaledDecimal(unscaled);
    }
    rows.putDecimal(open(), unscaled);
  }

  @Override
  public void setString(CharSequence value) {
    if (setter != SetterCode.STRING) {
      super.setString(value);
    }
    try {
      rows.putString(owned(), value);
    } finally {
      Reference.reachabilityFence(owner);
    }
  }

  @Override
  public void setUuid(UUID value) {
    if (setter != SetterCode.UUID) {
      super.setUuid(value);
    }
    rows.putUuid(open(), value);
  }

  @Override
  public void setBytes(byte[] value, int offset, int length) {
    if (setter < SetterCode.STRING) {
      super.setBytes(value, offset, length);
    }
    try {
      rows.putBytes(setter < SetterCode.FIXED_BINARY ? owned() : open(), value, offset, length);
    } finally {
      Reference.reachabilityFence(owner);
    }
  }
}
