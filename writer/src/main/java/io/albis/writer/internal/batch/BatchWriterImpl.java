// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.batch;

import io.albis.format.error.InvalidValueException;
import io.albis.format.error.UnfinishedRowException;
import io.albis.format.schema.Leaf;
import io.albis.storage.memory.Memory;
import io.albis.writer.batch.BatchWriter;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.memory.WriterGate;
import io.albis.writer.internal.plan.SetterCode;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.rowgroup.ColumnNames;
import io.albis.writer.internal.rowgroup.RowGroupBuilder;
import io.albis.writer.internal.value.Times;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The batch API over {@link RowGroupBuilder}. */
public final class BatchWriterImpl implements BatchWriter {

  private final RowGroupBuilder builder;
  private final WriterGate gate;
  private final FlatRows rows;

  /** Per ordinal: the index of its leaf in the plan. */
  private final int[] leaves;

  /** Per ordinal: the values that were set; null if there are none. */
  private final ArrayColumn[] columns;

  /** Per ordinal: the times that were set; null if there are none. */
  private final long[][] times;

  /** Per ordinal: the null flags that were set; null if there are none. */
  private final boolean[][] nulls;

  /**
   * Writes to a builder, which it owns.
   *
   * @throws UnsupportedOperationException if the table has lists, maps or nullable structs
   */
  public BatchWriterImpl(WritePlan plan, RowGroupBuilder builder) {
    this.builder = builder;
    this.gate = builder.gate();
    this.rows = builder.flat();
    int count = plan.schema().leaves().size();
    this.leaves = new int[count];
    this.columns = new ArrayColumn[count];
    this.times = new long[count][];
    this.nulls = new boolean[count][];
    for (int i = 0; i < count; i++) {
      leaves[i] = plan.leafIndex(plan.schema().leaves().get(i).id());
    }
  }

  /**
   * Checks that a table can be written in batches.
   *
   * @throws UnsupportedOperationException if the table has lists, maps or nullable structs
   */
  public static void requireFlat(WritePlan plan) {
    for (Leaf leaf : plan.schema().leaves()) {
      if (leaf.isPresence() || leaf.type().isNested()) {
        throw new UnsupportedOperationException(
            "Cannot write column "
                + leaf.path()
                + " in batches of arrays: it is "
                + (leaf.isPresence() ? "a nullable struct" : leaf.type())
                + "; use a row writer");
      }
    }
  }

  private void set(int ordinal, byte setter, String name, ArrayColumn column) {
    gate.requireOpen();
    Leaf leaf = rows.leaf(leaves[ordinal]).leaf();
    if (rows.leaf(leaves[ordinal]).setter() != setter) {
      throw SetterCode.mismatch(name, leaf.path(), leaf.type());
    }
    columns[ordinal] = column;
  }

  @Override
  public void setBooleans(int ordinal, boolean[] values) {
    set(ordinal, SetterCode.BOOLEAN, "setBooleans", ArrayColumn.of(values));
  }

  @Override
  public void setBytes(int ordinal, byte[] values) {
    set(ordinal, SetterCode.BYTE, "setBytes", ArrayColumn.of(values));
  }

  @Override
  public void setShorts(int ordinal, short[] values) {
    set(ordinal, SetterCode.SHORT, "setShorts", ArrayColumn.of(values));
  }

  @Override
  public void setInts(int ordinal, int[] values) {
    set(ordinal, SetterCode.INT, "setInts", ArrayColumn.of(values));
  }

  @Override
  public void setLongs(int ordinal, long[] values) {
    boolean isTime = rows.leaf(leaves[ordinal]).setter() == SetterCode.TIME;
    byte setter = isTime ? SetterCode.TIME : SetterCode.LONG;
    set(ordinal, setter, "setLongs", ArrayColumn.of(values));
    times[ordinal] = isTime ? values : null;
  }

  @Override
  public void setFloats(int ordinal, float[] values) {
    set(ordinal, SetterCode.FLOAT, "setFloats", ArrayColumn.of(values));
  }

  @Override
  public void setDoubles(int ordinal, double[] values) {
    set(ordinal, SetterCode.DOUBLE, "setDoubles", ArrayColumn.of(values));
  }

  @Override
  public void setUnscaledDecimals(int ordinal, long[] values) {
    set(ordinal, SetterCode.DECIMAL, "setUnscaledDecimals", ArrayColumn.ofUnscaled(values));
  }

  @Override
  public void setStrings(int ordinal, String[] values) {
    set(ordinal, SetterCode.STRING, "setStrings", ArrayColumn.of(values));
  }

  @Override
  public void setBytes(int ordinal, byte[] data, int[] offsets) {
    byte setter = rows.leaf(leaves[ordinal]).setter();
    boolean isText = setter == SetterCode.STRING;
    set(ordinal, isText ? setter : SetterCode.BINARY, "setBytes", ArrayColumn.of(data, offsets));
  }

  @Override
  public void setNulls(int ordinal, boolean[] isNull) {
    gate.requireOpen();
    nulls[ordinal] = isNull;
  }

  @Override
  public void endBatch(int count) {
    gate.requireOpen();
    for (int c = 0; c < columns.length; c++) {
      check(c, count);
      if (times[c] != null) {
        checkTimes(c, count);
      }
    }
    gate.enterExclusively();
    try {
      write(count);
    } finally {
      gate.leave();
    }
    Arrays.fill(columns, null);
    Arrays.fill(times, null);
    Arrays.fill(nulls, null);
  }

  private void write(int count) {
    int done = 0;
    while (done < count) {
      gate.requireOpen();
      int size = Math.min(builder.room(), count - done);
      for (int c = 0; c < columns.length; c++) {
        if (columns[c] != null || rows.hasDefault(leaves[c])) {
          copy(c, done, size);
        }
      }
      builder.advance(size);
      done += size;
    }
  }

  private void check(int ordinal, int count) {
    Leaf leaf = rows.leaf(leaves[ordinal]).leaf();
    ArrayColumn column = columns[ordinal];
    boolean[] isNull = nulls[ordinal];
    int length = column == null ? count : column.length();
    int shortest = isNull == null ? length : Math.min(length, isNull.length);
    if (count < 0 || shortest < count) {
      throw new IllegalArgumentException(
          "Cannot end a batch of "
              + count
              + " rows: column "
              + leaf.path()
              + " has "
              + shortest
              + " values or nulls");
    }
    boolean hasValues = column == null ? rows.hasDefault(leaves[ordinal]) : !column.mayHoldNulls();
    if (leaf.nullable() || (hasValues && isNull == null)) {
      return;
    }
    for (int r = 0; r < count; r++) {
      boolean hasNoValue = column == null ? !hasValues : column.isNull(r);
      if (hasNoValue || (isNull != null && isNull[r])) {
        throw new InvalidValueException(
            "Cannot end batch: column "
                + leaf.path()
                + " of type "
                + leaf.type()
                + " has no value in row "
                + r
                + " of the batch (expected one, it is required)");
      }
    }
  }

  private void checkTimes(int ordinal, int count) {
    Leaf leaf = rows.leaf(leaves[ordinal]).leaf();
    long[] values = times[ordinal];
    boolean[] isNull = nulls[ordinal];
    for (int r = 0; r < count; r++) {
      if (!Times.isValid(leaf.type(), values[r]) && (isNull == null || !isNull[r])) {
        Times.require(leaf.type(), values[r], leaf.path(), builder.rows() + r);
      }
    }
  }

  private void copy(int ordinal, int from, int count) {
    int leaf = leaves[ordinal];
    ArrayColumn column = columns[ordinal];
    boolean[] isNull = nulls[ordinal];
    if (column == null) {
      rows.putDefault(leaf, count);
    } else {
      column.copy(rows, leaf, from, count);
    }
    long flag = rows.flag(leaf);
    if (isNull == null) {
      Memory.fill(flag, count, (byte) 1);
    } else {
      for (int r = 0; r < count; r++) {
        Memory.putByte(flag + r, (byte) (isNull[from + r] ? 0 : 1));
      }
    }
    if (column != null && column.mayHoldNulls()) {
      for (int r = 0; r < count; r++) {
        if (column.isNull(from + r)) {
          Memory.putByte(flag + r, (byte) 0);
        }
      }
    }
  }

  @Override
  public long rowCount() {
    return builder.rows();
  }

  @Override
  public void close() {
    builder.finishAndClose(this::requireNoOpenBatch);
  }

  private void requireNoOpenBatch() {
    List<String> set = new ArrayList<>();
    for (int c = 0; c < columns.length; c++) {
      if (columns[c] != null || nulls[c] != null) {
        set.add(rows.leaf(leaves[c]).leaf().path());
      }
    }
    if (!set.isEmpty()) {
      throw new UnfinishedRowException(
          "Cannot close the batch writer: a batch after row "
              + builder.rows()
              + " was not ended, and has values for "
              + ColumnNames.list(set)
              + "; call endBatch");
    }
  }
}
