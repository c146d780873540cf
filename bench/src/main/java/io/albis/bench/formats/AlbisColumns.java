// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * Sums column batches. Null values are stored as zero, so sums need no null tests, and null bits
 * are counted 64 at a time. Loops use several accumulators, since a single one is limited by the
 * latency of the adder.
 */
public final class AlbisColumns {

  private AlbisColumns() {}

  /** Adds all values of a batch. */
  public static void add(ColumnBatch batch, Totals totals) {
    List<ColumnVector> columns = leaves(batch);
    for (int i = 0; i < columns.size(); i++) {
      if (batch.hasSelection()) {
        addSelected(batch, columns.get(i), i, totals);
      } else {
        addAll(columns.get(i), i, totals);
      }
    }
  }

  /** Returns the vectors that are summed, in the order of {@link ScanRequest#leaves}. */
  static List<ColumnVector> leaves(ColumnBatch batch) {
    List<ColumnVector> leaves = new ArrayList<>();
    for (int i = 0; i < batch.columnCount(); i++) {
      addLeaves(batch.column(i), leaves);
    }
    return leaves;
  }

  private static void addLeaves(ColumnVector column, List<ColumnVector> leaves) {
    if (column.type().nesting() == Nesting.STRUCT) {
      column.children().forEach(child -> addLeaves(child, leaves));
    } else {
      leaves.add(column);
    }
  }

  private static void addAll(ColumnVector column, int index, Totals totals) {
    if (column.type().isNested()) {
      addElements(column, index, totals);
      return;
    }
    addValues(column, index, column.rowCount() - column.nullCount(), totals);
  }

  /** The vector of elements may start with those of previous batches. */
  private static void addElements(ColumnVector lists, int index, Totals totals) {
    ColumnVector elements = lists.children().get(0);
    int last = lists.rowCount() - 1;
    int start = last < 0 ? 0 : lists.elementStart(0);
    int end = last < 0 ? 0 : lists.elementStart(last) + lists.elementCount(last);
    if (start == 0 && end == elements.rowCount()) {
      addValues(elements, index, end - elements.nullCount(), totals);
    } else {
      addRange(elements, start, end, index, totals);
    }
  }

  private static void addRange(ColumnVector column, int start, int end, int index, Totals totals) {
    ValueKind kind = ValueKind.of(column.type());
    BytesView view = new BytesView();
    int values = end - start;
    for (int row = start; column.hasNulls() && row < end; row++) {
      values -= column.isNullAt(row) ? 1 : 0;
    }
    long integers = 0;
    double reals = 0;
    if (kind == ValueKind.INT) {
      for (int row = start; row < end; row++) {
        integers += column.getInt(row);
      }
    } else {
      for (int row = start; row < end; row++) {
        if (kind == ValueKind.DOUBLE) {
          reals += column.getDouble(row);
        } else {
          integers += number(kind, column, row, view);
        }
      }
    }
    totals.addIntegers(index, values, integers);
    totals.addReals(index, 0, reals);
  }

  private static void addValues(ColumnVector column, int index, long values, Totals totals) {
    if (ValueKind.of(column.type()) == ValueKind.DOUBLE) {
      totals.addReals(index, values, doubles(column));
    } else {
      totals.addIntegers(index, values, integers(column));
    }
  }

  private static long integers(ColumnVector column) {
    return switch (ValueKind.of(column.type())) {
      case BOOLEAN -> booleans(column);
      case INT, DATE -> ints(column);
      case LONG, TIMESTAMP -> longs(column);
      case DECIMAL -> decimals(column);
      case TEXT -> texts(column);
      case DOUBLE, STRUCT, LIST ->
          throw new IllegalStateException("Not an integer: " + column.path());
    };
  }

  /** Sums a column of integers without null tests. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public static long ints(ColumnVector vector) {
    int rows = vector.rowCount();
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = 0;
    for (; i + 3 < rows; i += 4) {
      a += vector.getInt(i);
      b += vector.getInt(i + 1);
      c += vector.getInt(i + 2);
      d += vector.getInt(i + 3);
    }
    for (; i < rows; i++) {
      a += vector.getInt(i);
    }
    return a + b + c + d;
  }

  private static long longs(ColumnVector vector) {
    int rows = vector.rowCount();
    long a = 0;
    long b = 0;
    int i = 0;
    for (; i + 1 < rows; i += 2) {
      a += vector.getLong(i);
      b += vector.getLong(i + 1);
    }
    for (; i < rows; i++) {
      a += vector.getLong(i);
    }
    return a + b;
  }

  /** Sums a column of doubles without null tests. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public static double doubles(ColumnVector vector) {
    int rows = vector.rowCount();
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 3 < rows; i += 4) {
      a += vector.getDouble(i);
      b += vector.getDouble(i + 1);
      c += vector.getDouble(i + 2);
      d += vector.getDouble(i + 3);
    }
    for (; i < rows; i++) {
      a += vector.getDouble(i);
    }
    return a + b + c + d;
  }

  private static long booleans(ColumnVector vector) {
    long sum = 0;
    for (int i = 0, rows = vector.rowCount(); i < rows; i++) {
      sum += vector.getBoolean(i) ? 1 : 0;
    }
    return sum;
  }

  private static long decimals(ColumnVector vector) {
    long sum = 0;
    int rows = vector.rowCount();
    if (vector.type().precision() <= 18) {
      for (int i = 0; i < rows; i++) {
        sum += vector.getUnscaledLong(i);
      }
      return sum;
    }
    for (int i = 0; i < rows; i++) {
      sum += lowBits(vector, i);
    }
    return sum;
  }

  /** The low 64 bits of a decimal of 16 bytes. */
  static long lowBits(ColumnVector vector, int row) {
    return Memory.getLong(vector.valuesAddress() + row * vector.stride());
  }

  private static long texts(ColumnVector vector) {
    BytesView view = new BytesView();
    long sum = 0;
    for (int i = 0, rows = vector.rowCount(); i < rows; i++) {
      sum += number(vector.getBytes(i, view));
    }
    return sum;
  }

  /** The number of a string; see {@link Totals}. */
  static long number(BytesView view) {
    int length = view.length();
    return length == 0 ? 0 : length + (view.byteAt(0) & 0xffL) + (view.byteAt(length - 1) & 0xffL);
  }

  private static void addSelected(
      ColumnBatch batch, ColumnVector column, int index, Totals totals) {
    Type type = column.type();
    if (type.isNested()) {
      for (int i = 0, rows = batch.selectedCount(); i < rows; i++) {
        int row = batch.selectedRow(i);
        int start = column.elementStart(row);
        addRange(column.children().get(0), start, start + column.elementCount(row), index, totals);
      }
      return;
    }
    ValueKind kind = ValueKind.of(column.type());
    BytesView view = new BytesView();
    long values = 0;
    long integers = 0;
    double reals = 0;
    for (int i = 0, rows = batch.selectedCount(); i < rows; i++) {
      int row = batch.selectedRow(i);
      values += column.isNullAt(row) ? 0 : 1;
      if (kind == ValueKind.DOUBLE) {
        reals += column.getDouble(row);
      } else {
        integers += number(kind, column, row, view);
      }
    }
    totals.addIntegers(index, values, integers);
    totals.addReals(index, 0, reals);
  }

  private static long number(ValueKind kind, ColumnVector column, int row, BytesView view) {
    return switch (kind) {
      case BOOLEAN -> column.getBoolean(row) ? 1 : 0;
      case INT, DATE -> column.getInt(row);
      case LONG, TIMESTAMP -> column.getLong(row);
      case TEXT -> number(column.getBytes(row, view));
      case DECIMAL ->
          column.type().precision() <= 18 ? column.getUnscaledLong(row) : lowBits(column, row);
      case DOUBLE, STRUCT, LIST ->
          throw new IllegalStateException("Not an integer: " + column.path());
    };
  }
}
