// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sort;

import io.albis.format.error.InvalidValueException;
import io.albis.format.schema.Field;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.format.schema.ValueOrder;
import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Keeps one value as bytes, from which {@link RowPlayer} makes the same calls again. */
final class RecordedValue implements ValueWriter {

  /** No setter was called. */
  static final byte UNSET = 0;

  static final byte VALUE = 1;

  /** It was set to null. */
  static final byte NULL = 2;

  /**
   * Bytes of the unscaled value of a decimal with more than 18 digits, the most significant first.
   */
  static final int WIDE = 16;

  /** Digits of decimals that fit a long. */
  static final int MAX_LONG_DIGITS = 18;

  private final String path;
  private final Type type;
  private final List<RecordedValue> children = new ArrayList<>();

  /** Of a leaf its bytes, of a list or map those of its elements; of a struct unused. */
  private final RowBytes bytes = new RowBytes();

  private byte state;

  /** Whether an element or entry was begun. */
  private boolean hasElement;

  RecordedValue(String path, Field field) {
    this.path = path;
    this.type = field.type();
    for (Field child : type.children()) {
      children.add(new RecordedValue(path + "." + child.name(), child));
    }
  }

  Type type() {
    return type;
  }

  RecordedValue child(int index) {
    return children.get(index);
  }

  boolean hasValue() {
    return state == VALUE;
  }

  /** The bytes of the value of a leaf. */
  RowBytes bytes() {
    return bytes;
  }

  /** The value of a leaf that is a number of at most 8 bytes. */
  long number() {
    return bytes.numberAt(0, bytes.length());
  }

  /** Forgets the value. */
  void clear() {
    state = UNSET;
    hasElement = false;
    bytes.clear();
    for (RecordedValue child : children) {
      child.clear();
    }
  }

  /** Appends the value. */
  void appendTo(RowBytes target) {
    target.putByte(state);
    if (state != VALUE) {
      return;
    }
    switch (type.nesting()) {
      case STRUCT -> {
        for (RecordedValue child : children) {
          child.appendTo(target);
        }
      }
      case LIST, MAP -> {
        target.put(bytes);
        target.putByte(0);
      }
      case NONE -> {
        if (type.isVariableLength()) {
          target.putInt(bytes.length());
        }
        target.put(bytes);
      }
    }
  }

  private void number(long value, int width, boolean isAccepted) {
    require(isAccepted);
    bytes.clear();
    bytes.putNumber(value, width);
    state = VALUE;
  }

  private void require(boolean isAccepted) {
    if (!isAccepted) {
      throw new IllegalStateException(
          "Cannot set a value of another type for " + path + ": " + type);
    }
  }

  @Override
  public void setNull() {
    clear();
    state = NULL;
  }

  @Override
  public void setBoolean(boolean value) {
    number(value ? 1 : 0, 1, type.physicalType() == PhysicalType.BOOLEAN);
  }

  @Override
  public void setByte(byte value) {
    number(value, Byte.BYTES, type.physicalType() == PhysicalType.INT8);
  }

  @Override
  public void setShort(short value) {
    number(value, Short.BYTES, type.physicalType() == PhysicalType.INT16);
  }

  @Override
  public void setInt(int value) {
    number(value, Integer.BYTES, type.physicalType() == PhysicalType.INT32);
  }

  @Override
  public void setLong(long value) {
    number(value, Long.BYTES, type.physicalType() == PhysicalType.INT64);
  }

  @Override
  public void setFloat(float value) {
    number(Float.floatToRawIntBits(value), Float.BYTES, type.physicalType() == PhysicalType.FLOAT);
  }

  @Override
  public void setDouble(double value) {
    number(
        Double.doubleToRawLongBits(value),
        Double.BYTES,
        type.physicalType() == PhysicalType.DOUBLE);
  }

  private boolean isDecimal() {
    return type.kind() == TypeKind.DECIMAL;
  }

  @Override
  public void setUnscaledDecimal(long unscaled) {
    require(isDecimal());
    if (type.precision() <= MAX_LONG_DIGITS) {
      number(unscaled, Long.BYTES, true);
    } else {
      putWide(BigInteger.valueOf(unscaled));
    }
  }

  @Override
  public void setDecimal(BigDecimal value) {
    require(isDecimal());
    BigInteger unscaled;
    try {
      unscaled = value.setScale(type.scale(), RoundingMode.UNNECESSARY).unscaledValue();
    } catch (ArithmeticException e) {
      throw invalid(value);
    }
    int bits = type.precision() <= MAX_LONG_DIGITS ? Long.SIZE : 8 * WIDE;
    if (unscaled.bitLength() >= bits) {
      throw invalid(value);
    }
    if (type.precision() <= MAX_LONG_DIGITS) {
      number(unscaled.longValue(), Long.BYTES, true);
    } else {
      putWide(unscaled);
    }
  }

  private InvalidValueException invalid(BigDecimal value) {
    return new InvalidValueException(
        "Invalid value for column " + path + ": " + value + " (expected one of " + type + ")");
  }

  private void putWide(BigInteger unscaled) {
    byte[] digits = unscaled.toByteArray();
    bytes.clear();
    for (int i = digits.length; i < WIDE; i++) {
      bytes.putByte(unscaled.signum() < 0 ? -1 : 0);
    }
    bytes.put(digits, 0, digits.length);
    state = VALUE;
  }

  @Override
  public void setString(CharSequence value) {
    byte[] utf8 = value.toString().getBytes(StandardCharsets.UTF_8);
    setBytes(utf8, 0, utf8.length);
  }

  @Override
  public void setBytes(byte[] value, int offset, int length) {
    require(type.physicalType().order() == ValueOrder.BYTES);
    if (!type.isVariableLength() && length != type.fixedWidth()) {
      throw new InvalidValueException(
          "Invalid value for column "
              + path
              + ": "
              + length
              + " bytes (expected "
              + type.fixedWidth()
              + " for "
              + type
              + ")");
    }
    bytes.clear();
    bytes.put(value, offset, length);
    state = VALUE;
  }

  @Override
  public void setBytes(ByteBuffer value) {
    byte[] copy = new byte[value.remaining()];
    value.duplicate().get(copy);
    setBytes(copy, 0, copy.length);
  }

  @Override
  public void setUuid(UUID value) {
    require(type.kind() == TypeKind.UUID);
    bytes.clear();
    bytes.putBigEndian(value.getMostSignificantBits());
    bytes.putBigEndian(value.getLeastSignificantBits());
    state = VALUE;
  }

  @Override
  public void beginStruct() {
    clear();
  }

  @Override
  public ValueWriter field(int index) {
    return children.get(index);
  }

  @Override
  public void endStruct() {
    state = VALUE;
  }

  @Override
  public void beginList() {
    clear();
  }

  @Override
  public ValueWriter element() {
    endElement();
    hasElement = true;
    return children.get(0);
  }

  private void endElement() {
    if (hasElement) {
      bytes.putByte(1);
      for (RecordedValue child : children) {
        child.appendTo(bytes);
        child.clear();
      }
      hasElement = false;
    }
  }

  @Override
  public void endList() {
    endElement();
    state = VALUE;
  }

  @Override
  public void beginMap() {
    clear();
  }

  @Override
  public ValueWriter key() {
    return element();
  }

  @Override
  public ValueWriter value() {
    return children.get(1);
  }

  @Override
  public void endMap() {
    endList();
  }
}
