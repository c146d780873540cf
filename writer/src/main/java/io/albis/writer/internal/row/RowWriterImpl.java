// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.row;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.writer.RowWriter;
import io.albis.writer.ValueWriter;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.flat.FlatValue;
import io.albis.writer.internal.flat.StructValue;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.plan.SetterCode;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.rowgroup.ColumnNames;
import io.albis.writer.internal.rowgroup.RowGroupBuilder;
import io.albis.writer.internal.value.AbstractValue;
import io.albis.writer.internal.value.Times;
import java.lang.ref.Reference;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** The row API over {@link RowGroupBuilder}. */
public final class RowWriterImpl implements RowWriter {

  private final RowGroupBuilder builder;
  private final WriterOwner owner;
  private final FlatRows rows;
  private final Schema schema;
  private final AbstractValue[] values;

  /**
   * Per top-level field: which setter it takes in the low byte, and above that the index of its
   * leaf; -1 once closed.
   */
  private final int[] targets;

  /** Writes to a builder, which it owns. */
  public RowWriterImpl(WritePlan plan, RowGroupBuilder builder) {
    this.builder = builder;
    this.owner = builder.owner();
    this.rows = builder.flat();
    this.schema = plan.schema();
    int count = schema.fields().size();
    this.values = new AbstractValue[count];
    this.targets = new int[count];
    builder.whenClosed(() -> Arrays.fill(targets, -1));
    for (int i = 0; i < count; i++) {
      Field field = schema.fields().get(i);
      values[i] = value(plan, field, Schema.of(field).paths().get(0));
      byte setter = SetterCode.of(field.type());
      int leaf = setter == SetterCode.NONE ? 0 : plan.leafIndex(field.id());
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
      return new StructValue(owner, rows, path, field.type(), leaf, fields);
    }
    return builder.nested(leaf) != null
        ? builder.nested(leaf).value()
        : new FlatValue(owner, rows, leaf, builder::rows);
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
    owner.requireProbablyOpen();
    Type type = schema.fields().get(ordinal).type();
    return SetterCode.mismatch(name, values[ordinal].path(), type);
  }

  @Override
  public void setNull(int ordinal) {
    int target = targets[ordinal];
    if ((byte) target > SetterCode.NONE) {
      rows.setNull(target >> Byte.SIZE);
    } else {
      owner.requireProbablyOpen();
      values[ordinal].setNull();
    }
  }

  @Override
  public void setBoolean(int ordinal, boolean value) {
    rows.putByte(leaf(ordinal, SetterCode.BOOLEAN, "setBoolean"), (byte) (value ? 1 : 0));
  }

  @Override
  public void setByte(int ordinal, byte value) {
    rows.putByte(leaf(ordinal, SetterCode.BYTE, "setByte"), value);
  }

  @Override
  public void setShort(int ordinal, short value) {
    rows.putShort(leaf(ordinal, SetterCode.SHORT, "setShort"), value);
  }

  @Override
  public void setInt(int ordinal, int value) {
    rows.putInt(leaf(ordinal, SetterCode.INT, "setInt"), value);
  }

  @Override
  public void setLong(int ordinal, long value) {
    int target = targets[ordinal];
    if ((byte) target != SetterCode.LONG) {
      requireTime(ordinal, target, value);
    }
    rows.putLong(target >> Byte.SIZE, value);
  }

  private void requireTime(int ordinal, int target, long value) {
    if ((byte) target != SetterCode.TIME) {
      throw refuse(ordinal, "setLong");
    }
    Times.require(
        schema.fields().get(ordinal).type(), value, values[ordinal].path(), builder.rows());
  }

  @Override
  public void setFloat(int ordinal, float value) {
    rows.putInt(leaf(ordinal, SetterCode.FLOAT, "setFloat"), Float.floatToRawIntBits(value));
  }

  @Override
  public void setDouble(int ordinal, double value) {
    rows.putLong(leaf(ordinal, SetterCode.DOUBLE, "setDouble"), Double.doubleToRawLongBits(value));
  }

  @Override
  public void setDecimal(int ordinal, BigDecimal value) {
    rows.putDecimal(leaf(ordinal, SetterCode.DECIMAL, "setDecimal"), value);
  }

  @Override
  public void setUnscaledDecimal(int ordinal, long unscaled) {
    rows.putDecimal(leaf(ordinal, SetterCode.DECIMAL, "setUnscaledDecimal"), unscaled);
  }

  @Override
  public void setString(int ordinal, CharSequence value) {
    owner.require();
    try {
      rows.putString(leaf(ordinal, SetterCode.STRING, "setString"), value);
    } finally {
      Reference.reachabilityFence(owner);
    }
  }

  @Override
  public void setUuid(int ordinal, UUID value) {
    rows.putUuid(leaf(ordinal, SetterCode.UUID, "setUuid"), value);
  }

  @Override
  public void setBytes(int ordinal, byte[] value, int offset, int length) {
    try {
      rows.putBytes(bytesLeaf(ordinal), value, offset, length);
    } finally {
      Reference.reachabilityFence(owner);
    }
  }

  @Override
  public void setBytes(int ordinal, ByteBuffer value) {
    try {
      rows.putBytes(bytesLeaf(ordinal), value);
    } finally {
      Reference.reachabilityFence(owner);
    }
  }

  private int bytesLeaf(int ordinal) {
    int target = targets[ordinal];
    if ((byte) target < SetterCode.STRING) {
      throw refuse(ordinal, "setBytes");
    }
    if ((byte) target < SetterCode.FIXED_BINARY) {
      owner.require();
    }
    return target >> Byte.SIZE;
  }

  @Override
  public ValueWriter value(int ordinal) {
    return values[ordinal];
  }

  @Override
  public void endRow() {
    builder.endRow();
  }

  /** Ends the row group, also if it is shorter than planned. */
  public void endRowGroup() {
    requireNoOpenRow();
    builder.endRowGroup();
  }

  @Override
  public void discardRow() {
    builder.discardRow();
  }

  @Override
  public long rowCount() {
    return builder.rows();
  }

  /** Whether rows can no longer be written. */
  public boolean isClosed() {
    return builder.isClosed();
  }

  @Override
  public void close() {
    builder.finishAndClose(this::requireNoOpenRow);
  }

  private void requireNoOpenRow() {
    List<String> set = builder.setLeaves();
    if (!set.isEmpty()) {
      throw new IllegalStateException(
          "Cannot close the row writer: row "
              + builder.rows()
              + " was not ended, and has values for "
              + ColumnNames.list(set)
              + "; call endRow, or discardRow to give it up");
    }
  }
}
