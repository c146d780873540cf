// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.vector.BytesView;
import io.albis.reader.vector.ColumnVector;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reads one column of all rows through its vector, by type: a contiguous one in the column layout,
 * a strided one in the row layout. Nulls are not asked for, and read as zero. Times are per row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(TypedTable.ROWS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class VectorAccess {

  /** Column groups: the row layout, or the column layout. */
  @Param({"all", "single"})
  public String groups;

  private TypedTable table;
  private final BytesView bytes = new BytesView();

  /** Writes and loads the table. */
  @Setup
  public void load() {
    table = new TypedTable(ColumnGroupSpec.parse(groups));
  }

  /** Deletes it. */
  @TearDown
  public void close() {
    table.close();
  }

  /** Null tests. */
  @Benchmark
  public int nulls() {
    ColumnVector vector = table.batch().column(TypedTable.LONG);
    int nulls = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      nulls += vector.isNullAt(row) ? 1 : 0;
    }
    return nulls;
  }

  /** Booleans. */
  @Benchmark
  public long booleans() {
    ColumnVector vector = table.batch().column(TypedTable.BOOLEAN);
    long sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getBoolean(row) ? 1 : 0;
    }
    return sum;
  }

  /** Bytes. */
  @Benchmark
  public long bytes() {
    ColumnVector vector = table.batch().column(TypedTable.BYTE);
    long sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getByte(row);
    }
    return sum;
  }

  /** Shorts. */
  @Benchmark
  public long shorts() {
    ColumnVector vector = table.batch().column(TypedTable.SHORT);
    long sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getShort(row);
    }
    return sum;
  }

  /** Ints. */
  @Benchmark
  public long ints() {
    ColumnVector vector = table.batch().column(TypedTable.INT);
    long sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getInt(row);
    }
    return sum;
  }

  /** Longs. */
  @Benchmark
  public long longs() {
    ColumnVector vector = table.batch().column(TypedTable.LONG);
    long sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getLong(row);
    }
    return sum;
  }

  /** Floats. */
  @Benchmark
  public double floats() {
    ColumnVector vector = table.batch().column(TypedTable.FLOAT);
    double sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getFloat(row);
    }
    return sum;
  }

  /** Doubles. */
  @Benchmark
  public double doubles() {
    ColumnVector vector = table.batch().column(TypedTable.DOUBLE);
    double sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getDouble(row);
    }
    return sum;
  }

  /** Decimals of 18 digits, unscaled. */
  @Benchmark
  public long decimals() {
    ColumnVector vector = table.batch().column(TypedTable.DECIMAL);
    long sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getUnscaledLong(row);
    }
    return sum;
  }

  /** Strings, located but not decoded. */
  @Benchmark
  public long strings() {
    ColumnVector vector = table.batch().column(TypedTable.STRING);
    long sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getBytes(row, bytes).length();
    }
    return sum;
  }
}
