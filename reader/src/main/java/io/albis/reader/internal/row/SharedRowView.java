// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.reader.internal.type.Access;
import io.albis.storage.internal.memory.Memory;

/**
 * Reads rows of any shape without a class of its own: for shapes with very many columns, and where
 * hidden classes cannot be defined. It looks up what is constant in the templates.
 */
final class SharedRowView extends PositionedRowView {

  SharedRowView(RowShape shape, RowFields fields) {
    super(shape, fields);
  }

  @Override
  void place(RowAddresses batch) {}

  @Override
  void loadNulls(long row) {}

  private boolean isReadable(Access getter, int ordinal) {
    return position != 0
        && ordinal >= 0
        && ordinal < shape.size()
        && shape.access(ordinal) == getter;
  }

  @Override
  public byte getByte(int ordinal) {
    if (!isReadable(Access.BYTE, ordinal)) {
      return moved(Access.BYTE, ordinal).getByte(ordinal);
    }
    return Memory.getByte(valueAddress(ordinal));
  }

  @Override
  public short getShort(int ordinal) {
    if (!isReadable(Access.SHORT, ordinal)) {
      return moved(Access.SHORT, ordinal).getShort(ordinal);
    }
    return Memory.getShort(valueAddress(ordinal));
  }

  @Override
  public int getInt(int ordinal) {
    if (!isReadable(Access.INT, ordinal)) {
      return moved(Access.INT, ordinal).getInt(ordinal);
    }
    return Memory.getInt(valueAddress(ordinal));
  }

  @Override
  public long getLong(int ordinal) {
    if (!isReadable(Access.LONG, ordinal)) {
      return moved(Access.LONG, ordinal).getLong(ordinal);
    }
    return Memory.getLong(valueAddress(ordinal));
  }

  @Override
  public float getFloat(int ordinal) {
    if (!isReadable(Access.FLOAT, ordinal)) {
      return moved(Access.FLOAT, ordinal).getFloat(ordinal);
    }
    return Memory.getFloat(valueAddress(ordinal));
  }

  @Override
  public double getDouble(int ordinal) {
    if (!isReadable(Access.DOUBLE, ordinal)) {
      return moved(Access.DOUBLE, ordinal).getDouble(ordinal);
    }
    return Memory.getDouble(valueAddress(ordinal));
  }

  @Override
  public boolean getBoolean(int ordinal) {
    if (!isReadable(Access.BOOLEAN, ordinal)) {
      return moved(Access.BOOLEAN, ordinal).getBoolean(ordinal);
    }
    long address = valueAddress(ordinal);
    return shape.isBits(ordinal) ? isSet(address) : Memory.getByte(address) != 0;
  }

  @Override
  public long getUnscaledLong(int ordinal) {
    if (!isReadable(Access.UNSCALED, ordinal)) {
      return moved(Access.UNSCALED, ordinal).getUnscaledLong(ordinal);
    }
    long address = valueAddress(ordinal);
    return shape.width(ordinal) == 8 ? Memory.getLong(address) : Memory.getInt(address);
  }

  @Override
  public boolean isNullAt(int ordinal) {
    if (position == 0) {
      return moved().isNullAt(ordinal);
    }
    if (ordinal < 0 || ordinal >= shape.size()) {
      throw new IndexOutOfBoundsException(
          "Invalid ordinal: " + ordinal + " (expected 0 to " + (shape.size() - 1) + ")");
    }
    return isNull(ordinal);
  }
}
