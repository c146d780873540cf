// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;

/** Sums ORC vectors. */
final class OrcSums {

  private final Schema schema;
  private final Totals totals;
  private final long[] scratchLongs = new long[HiveDecimal.SCRATCH_LONGS_LEN];
  private final byte[] scratchBytes = new byte[HiveDecimal.SCRATCH_BUFFER_LEN_BIG_INTEGER_BYTES];

  OrcSums(Schema schema, Totals totals) {
    this.schema = schema;
    this.totals = totals;
  }

  /** Adds the first rows of a batch. */
  void add(VectorizedRowBatch batch, int rows) {
    fields(schema.fields(), batch.cols, rows, 0);
  }

  private int fields(List<Field> fields, ColumnVector[] vectors, int rows, int firstLeaf) {
    int leaf = firstLeaf;
    for (int i = 0; i < vectors.length; i++) {
      leaf = field(fields.get(i), vectors[i], rows, leaf);
    }
    return leaf;
  }

  /** Adds a field and returns the leaf after its leaves. */
  private int field(Field field, ColumnVector vector, int rows, int leaf) {
    boolean isAllNull = vector.isRepeating && !vector.noNulls && vector.isNull[0];
    if (isAllNull || rows == 0) {
      return leaf + FormatValues.leaves(field);
    }
    Type type = field.type();
    switch (ValueKind.of(type)) {
      case BOOLEAN, INT, LONG, DATE -> longs((LongColumnVector) vector, rows, leaf);
      case DOUBLE -> doubles((DoubleColumnVector) vector, rows, leaf);
      case DECIMAL -> {
        if (vector instanceof Decimal64ColumnVector small) {
          longs(small, rows, leaf);
        } else {
          HiveDecimalWritable[] values = ((DecimalColumnVector) vector).vector;
          numbers(vector, row -> unscaled(values[row], type.scale()), rows, leaf);
        }
      }
      case TIMESTAMP -> {
        TimestampColumnVector times = (TimestampColumnVector) vector;
        numbers(vector, row -> timestamp(times, row), rows, leaf);
      }
      case TEXT -> numbers(vector, bytes((BytesColumnVector) vector), rows, leaf);
      case STRUCT -> {
        // If a struct is null, so are its fields.
        return fields(type.children(), ((StructColumnVector) vector).fields, rows, leaf);
      }
      case LIST -> {
        ListColumnVector list = (ListColumnVector) vector;
        field(type.children().get(0), list.child, elements(list, rows), leaf);
      }
    }
    return leaf + 1;
  }

  /** Number of elements of the first rows, which are in row order, without gaps. */
  private static int elements(ListColumnVector list, int rows) {
    if (list.isRepeating) {
      throw new IllegalStateException("Cannot add lists: ORC repeats them");
    }
    long count = 0;
    for (int row = 0; row < rows; row++) {
      if (list.noNulls || !list.isNull[row]) {
        count += list.lengths[row];
      }
    }
    return (int) count;
  }

  private void longs(LongColumnVector column, int rows, int leaf) {
    long[] values = column.vector;
    if (column.isRepeating) {
      totals.addIntegers(leaf, rows, rows * values[0]);
      return;
    }
    long sum = 0;
    if (column.noNulls) {
      for (int row = 0; row < rows; row++) {
        sum += values[row];
      }
      totals.addIntegers(leaf, rows, sum);
      return;
    }
    boolean[] isNull = column.isNull;
    int count = rows;
    for (int row = 0; row < rows; row++) {
      if (isNull[row]) {
        count--;
      } else {
        sum += values[row];
      }
    }
    totals.addIntegers(leaf, count, sum);
  }

  private void doubles(DoubleColumnVector column, int rows, int leaf) {
    double[] values = column.vector;
    if (column.isRepeating) {
      totals.addReals(leaf, rows, rows * values[0]);
      return;
    }
    double sum = 0;
    if (column.noNulls) {
      totals.addReals(leaf, rows, FormatValues.sum(values, rows));
      return;
    }
    boolean[] isNull = column.isNull;
    int count = rows;
    for (int row = 0; row < rows; row++) {
      if (isNull[row]) {
        count--;
      } else {
        sum += values[row];
      }
    }
    totals.addReals(leaf, count, sum);
  }

  /** Adds the numbers of values, which a function computes. */
  private void numbers(ColumnVector column, IntToLongFunction number, int rows, int leaf) {
    if (column.isRepeating) {
      totals.addIntegers(leaf, rows, rows * number.applyAsLong(0));
      return;
    }
    boolean[] isNull = column.isNull;
    boolean hasNulls = !column.noNulls;
    int count = rows;
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (hasNulls && isNull[row]) {
        count--;
      } else {
        sum += number.applyAsLong(row);
      }
    }
    totals.addIntegers(leaf, count, sum);
  }

  private static IntToLongFunction bytes(BytesColumnVector column) {
    byte[][] values = column.vector;
    int[] starts = column.start;
    int[] lengths = column.length;
    return row -> FormatValues.ofBytes(values[row], starts[row], lengths[row]);
  }

  /** The nanoseconds include the milliseconds of the time. */
  private static long timestamp(TimestampColumnVector column, int row) {
    return Math.floorDiv(column.time[row], 1000L) * 1_000_000 + column.nanos[row] / 1000;
  }

  /** ORC strips trailing zeros, so each number has its own scale. */
  private long unscaled(HiveDecimalWritable decimal, int scale) {
    int length = decimal.bigIntegerBytes(scratchLongs, scratchBytes);
    return FormatValues.low64(scratchBytes, 0, length)
        * FormatValues.powerOf10(scale - decimal.scale());
  }
}
