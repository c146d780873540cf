// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.writer.row.ValueWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Takes the values of a field that is not written, and of all fields in it. */
final class DiscardedValue implements ValueWriter {

  static final ValueWriter INSTANCE = new DiscardedValue();

  private DiscardedValue() {}

  @Override
  public void setNull() {}

  @Override
  public void setBoolean(boolean value) {}

  @Override
  public void setByte(byte value) {}

  @Override
  public void setShort(short value) {}

  @Override
  public void setInt(int value) {}

  @Override
  public void setLong(long value) {}

  @Override
  public void setFloat(float value) {}

  @Override
  public void setDouble(double value) {}

  @Override
  public void setDecimal(BigDecimal value) {}

  @Override
  public void setUnscaledDecimal(long unscaled) {}

  @Override
  public void setString(CharSequence value) {}

  @Override
  public void setBytes(byte[] value, int offset, int length) {}

  @Override
  public void setBytes(ByteBuffer value) {}

  @Override
  public void setUuid(UUID value) {}

  @Override
  public void beginStruct() {}

  @Override
  public ValueWriter field(int index) {
    return this;
  }

  @Override
  public void endStruct() {}

  @Override
  public void beginList() {}

  @Override
  public ValueWriter element() {
    return this;
  }

  @Override
  public void endList() {}

  @Override
  public void beginMap() {}

  @Override
  public ValueWriter key() {
    return this;
  }

  @Override
  public ValueWriter value() {
    return this;
  }

  @Override
  public void endMap() {}
}
