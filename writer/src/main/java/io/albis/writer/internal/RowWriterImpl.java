// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal;

import io.albis.format.error.ClosedException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.RowWriter;
import io.albis.writer.ValueWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** The row API over {@link RowGroupBuilder}. */
public final class RowWriterImpl implements RowWriter {

  private final RowGroupBuilder builder;
  private final FlatRows rows;
  private final Schema schema;
  private final Runnable onClose;
  private final AbstractValue[] values;

  /**
   * Per top-level field: which setter it takes in the low byte, and above that the index of its
   * leaf; -1 once closed.
   */
  private final int[] targets;

  private boolean closed;

  /**
   * Writes to a builder, which it owns.
   *
   * @param onClose run once when this is closed
   */
  public RowWriterImpl(WritePlan plan, RowGroupBuilder builder, Runnable onClose) {
    this.builder = builder;
    this.rows = builder.flat();
    this.schema = plan.schema();
    this.onClose = onClose;
    int count = schema.fields().size();
    this.values = new AbstractValue[count];
    this.targets = new int[count];
    for (int i = 0; i < count; i++) {
      Field field = schema.fields().get(i);
      values[i] = value(plan, field, Schema.of(field).paths().get(0));
      byte setter = Setters.of(field.type());
      int leaf = setter == Setters.NONE ? 0 : plan.leafIndex(field.id());
      targets[i] = leaf << Byte.SIZE | setter;
    }
  }

  private AbstractValue value(WritePlan plan, Field field, String path) {
    int leaf = plan.leafIndex(field.id());
    if (field.type().kind() == TypeKind.STRUCT) {
      List<AbstractValue> fields = new ArrayList<>();
      for (Field child : field.type().children()) {
        fields.add(value(plan, child, path + "." + child.name()));
      }
      return new StructValue(rows, path, field.type(), leaf, fields);
    }
    return builder.nested(leaf) != null ? builder.nested(leaf).value() : new FlatValue(rows, leaf);
  }

  /** The leaf that a setter writes to. */
  private int leaf(int ordinal, byte setter, String name) {
    int target = targets[ordinal];
    if ((byte) target != setter) {
      throw refuse(ordinal, name);
    }
    return target >> Byte.SIZE;
  }

  private RuntimeException refuse(int ordinal, String name) {
    requireOpen();
    Type type = schema.fields().get(ordinal).type();
    return Setters.mismatch(name, values[ordinal].path(), type);
  }

  private void requireOpen() {
    if (closed) {
      throw new ClosedException("Cannot write a row: the row writer is closed");
    }
  }

  @Override
  public void setNull(int ordinal) {
    int target = targets[ordinal];
    if ((byte) target > Setters.NONE) {
      rows.setNull(target >> Byte.SIZE);
    } else {
      requireOpen();
      values[ordinal].setNull();
    }
  }

  @Override
  public void setBoolean(int ordinal, boolean value) {
    rows.putByte(leaf(ordinal, Setters.BOOLEAN, "setBoolean"), (byte) (value ? 1 : 0));
  }

  @Override
  public void setByte(int ordinal, byte value) {
    rows.putByte(leaf(ordinal, Setters.BYTE, "setByte"), value);
  }

  @Override
  public void setShort(int ordinal, short value) {
    rows.putShort(leaf(ordinal, Setters.SHORT, "setShort"), value);
  }

  @Override
  public void setInt(int ordinal, int value) {
    rows.putInt(leaf(ordinal, Setters.INT, "setInt"), value);
  }

  @Override
  public void setLong(int ordinal, long value) {
    rows.putLong(leaf(ordinal, Setters.LONG, "setLong"), value);
  }

  @Override
  public void setFloat(int ordinal, float value) {
    rows.putInt(leaf(ordinal, Setters.FLOAT, "setFloat"), Float.floatToRawIntBits(value));
  }

  @Override
  public void setDouble(int ordinal, double value) {
    rows.putLong(leaf(ordinal, Setters.DOUBLE, "setDouble"), Double.doubleToRawLongBits(value));
  }

  @Override
  public void setDecimal(int ordinal, BigDecimal value) {
    rows.putDecimal(leaf(ordinal, Setters.DECIMAL, "setDecimal"), value);
  }

  @Override
  public void setUnscaledDecimal(int ordinal, long unscaled) {
    rows.putDecimal(leaf(ordinal, Setters.DECIMAL, "setUnscaledDecimal"), unscaled);
  }

  @Override
  public void setString(int ordinal, CharSequence value) {
    rows.putString(leaf(ordinal, Setters.STRING, "setString"), value);
  }

  @Override
  public void setUuid(int ordinal, UUID value) {
    rows.putUuid(leaf(ordinal, Setters.UUID, "setUuid"), value);
  }

  @Override
  public void setBytes(int ordinal, byte[] value, int offset, int length) {
    rows.putBytes(bytesLeaf(ordinal), value, offset, length);
  }

  @Override
  public void setBytes(int ordinal, ByteBuffer value) {
    rows.putBytes(bytesLeaf(ordinal), value);
  }

  private int bytesLeaf(int ordinal) {
    int target = targets[ordinal];
    if ((byte) target < Setters.STRING) {
      throw refuse(ordinal, "setBytes");
    }
    return target >> Byte.SIZE;
  }

  @Override
  public ValueWriter value(int ordinal) {
    requireOpen();
    return values[ordinal];
  }

  @Override
  public void endRow() {
    requireOpen();
    builder.endRow();
  }

  @Override
  public void discardRow() {
    requireOpen();
    builder.discardRow();
  }

  @Override
  public long rowCount() {
    return builder.rows();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    try {
      builder.finish();
    } finally {
      release();
    }
  }

  /** Gives back the memory without writing what is left. Idempotent. */
  public void release() {
    if (!closed) {
      closed = true;
      Arrays.fill(targets, -1);
      builder.close();
      onClose.run();
    }
  }
}
