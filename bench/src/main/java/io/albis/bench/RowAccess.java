// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.RowCursor;
import io.albis.reader.vector.BytesView;
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
 * Reads one column of all rows through the row view, by type; nulls are not asked for, and read as
 * zero. Times are per row, and so with the move to the next row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(TypedTable.ROWS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class RowAccess {

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

  /** Moving from row to row alone. */
  @Benchmark
  public int move() {
    int rows = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** Null tests. */
  @Benchmark
  public int nulls() {
    int nulls = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        nulls += cursor.row().isNullAt(TypedTable.LONG) ? 1 : 0;
      }
    }
    return nulls;
  }

  /** Booleans. */
  @Benchmark
  public long booleans() {
    long sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        sum += cursor.row().getBoolean(TypedTable.BOOLEAN) ? 1 : 0;
      }
    }
    return sum;
  }

  /** Bytes. */
  @Benchmark
  public long bytes() {
    long sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        sum += cursor.row().getByte(TypedTable.BYTE);
      }
    }
    return sum;
  }

  /** Shorts. */
  @Benchmark
  public long shorts() {
    long sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        sum += cursor.row().getShort(TypedTable.SHORT);
      }
    }
    return sum;
  }

  /** Ints. */
  @Benchmark
  public long ints() {
    long sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        sum += cursor.row().getInt(TypedTable.INT);
      }
    }
    return sum;
  }

  /** Longs. */
  @Benchmark
  public long longs() {
    long sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        sum += cursor.row().getLong(TypedTable.LONG);
      }
    }
    return sum;
  }

  /** Floats. */
  @Benchmark
  public double floats() {
    double sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        sum += cursor.row().getFloat(TypedTable.FLOAT);
      }
    }
    return sum;
  }

  /** Doubles. */
  @Benchmark
  public double doubles() {
    double sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        sum += cursor.row().getDouble(TypedTable.DOUBLE);
      }
    }
    return sum;
  }

  /** Decimals of 18 digits, unscaled. */
  @Benchmark
  public long decimals() {
    long sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        sum += cursor.row().getUnscaledLong(TypedTable.DECIMAL);
      }
    }
    return sum;
  }

  /** Strings, located but not decoded. */
  @Benchmark
  public long strings() {
    long sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        sum += cursor.row().getBytes(TypedTable.STRING, bytes).length();
      }
    }
    return sum;
  }

  /** Strings, decoded: an object for each. */
  @Benchmark
  public long decodedStrings() {
    long sum = 0;
    try (RowCursor cursor = table.batch().rows()) {
      while (cursor.next()) {
        if (!cursor.row().isNullAt(TypedTable.STRING)) {
          sum += cursor.row().getString(TypedTable.STRING).length();
        }
      }
    }
    return sum;
  }
}
