/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Sums all columns of rows that are in memory, with one thread; each way of the reader beside the
 * code that one would write by hand. Times are per row of 23 columns.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(WarmScan.ROWS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class WarmScan {

  static final int ROW_GROUPS = 8;

  static final int ROWS = ROW_GROUPS * StoreSales.ROW_GROUP_ROWS;

  /** All columns in one group of the row layout. */
  @State(Scope.Benchmark)
  public static class Rows {
    private WarmTable table;
    private long[] addresses;

    /** Writes and loads the table. */
    @Setup
    public void load() {
      table = new WarmTable(ColumnGroupSpec.all(), ROW_GROUPS);
      addresses = table.rowAddresses();
    }

    /** Deletes it. */
    @TearDown
    public void close() {
      table.close();
    }
  }

  /** Each column in a group of its own, in the column layout. */
  @State(Scope.Benchmark)
  public static class Columns {
    private WarmTable table;

    /** Writes and loads the table. */
    @Setup
    public void load() {
      table = new WarmTable(ColumnGroupSpec.single(), ROW_GROUPS);
    }

    /** Deletes it. */
    @TearDown
    public void close() {
      table.close();
    }
  }

  /** A straight-line loop over the rows by address. */
  @Benchmark
  public double rowsByHand(Rows rows) {
    double sum = 0;
    List<ColumnBatch> batches = rows.table.batches();
    for (int i = 0; i < batches.size(); i++) {
      sum += HandWritten.rows(rows.addresses[i], batches.get(i).rowCount());
    }
    return sum;
  }

  /** The same through the row view. */
  @Benchmark
  public double rowView(Rows rows) {
    try (RowCursor cursor = rows.table.rows()) {
      return sum(cursor);
    }
  }

  /** The row view over a table of columns. */
  @Benchmark
  public double rowViewOfColumns(Columns columns) {
    try (RowCursor cursor = columns.table.rows()) {
      return sum(cursor);
    }
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static double sum(RowCursor cursor) {
    long keys = 0;
    double amounts = 0;
    while (cursor.next()) {
      RowView row = cursor.row();
      if (!row.isNullAt(0)) {
        keys += row.getInt(0);
      }
      if (!row.isNullAt(1)) {
        keys += row.getInt(1);
      }
      if (!row.isNullAt(2)) {
        keys += row.getInt(2);
      }
      if (!row.isNullAt(3)) {
        keys += row.getInt(3);
      }
      if (!row.isNullAt(4)) {
        keys += row.getInt(4);
      }
      if (!row.isNullAt(5)) {
        keys += row.getInt(5);
      }
      if (!row.isNullAt(6)) {
        keys += row.getInt(6);
      }
      if (!row.isNullAt(7)) {
        keys += row.getInt(7);
      }
      if (!row.isNullAt(8)) {
        keys += row.getInt(8);
      }
      if (!row.isNullAt(9)) {
        keys += row.getInt(9);
      }
      if (!row.isNullAt(10)) {
        amounts += row.getDouble(10);
      }
      if (!row.isNullAt(11)) {
        amounts += row.getDouble(11);
      }
      if (!row.isNullAt(12)) {
        amounts += row.getDouble(12);
      }
      if (!row.isNullAt(13)) {
        amounts += row.getDouble(13);
      }
      if (!row.isNullAt(14)) {
        amounts += row.getDouble(14);
      }
      if (!row.isNullAt(15)) {
        amounts += row.getDouble(15);
      }
      if (!row.isNullAt(16)) {
        amounts += row.getDouble(16);
      }
      if (!row.isNullAt(17)) {
        amounts += row.getDouble(17);
      }
      if (!row.isNullAt(18)) {
        amounts += row.getDouble(18);
      }
      if (!row.isNullAt(19)) {
        amounts += row.getDouble(19);
      }
      if (!row.isNullAt(20)) {
        amounts += row.getDouble(20);
      }
      if (!row.isNullAt(21)) {
        amounts += row.getDouble(21);
      }
      if (!row.isNullAt(22)) {
        amounts += row.getDouble(22);
      }
    }
    return keys + amounts;
  }

  /** Loops over arrays of which nulls are zero. */
  @Benchmark
  public double columnsByHand(Columns columns) {
    long keys = 0;
    double amounts = 0;
    for (ColumnBatch batch : columns.table.batches()) {
      for (int i = 0; i < StoreSales.COLUMNS; i++) {
        long address = batch.column(i).valuesAddress();
        if (i < StoreSales.INTS) {
          keys += HandWritten.ints(address, batch.rowCount());
        } else {
          amounts += HandWritten.doubles(address, batch.rowCount());
        }
      }
    }
    return keys + amounts;
  }

  /** The same through column batches. */
  @Benchmark
  public double columnBatches(Columns columns) {
    long keys = 0;
    double amounts = 0;
    for (ColumnBatch batch : columns.table.batches()) {
      for (int i = 0; i < StoreSales.COLUMNS; i++) {
        if (i < StoreSales.INTS) {
          keys += ints(batch.column(i));
        } else {
          amounts += doubles(batch.column(i));
        }
      }
    }
    return keys + amounts;
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static long ints(ColumnVector vector) {
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

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static double doubles(ColumnVector vector) {
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

  /** Loops over arrays that ask for each value whether it is null. */
  @Benchmark
  public double columnsWithNullTestByHand(Columns columns) {
    long keys = 0;
    double amounts = 0;
    for (ColumnBatch batch : columns.table.batches()) {
      int rows = batch.rowCount();
      for (int i = 0; i < StoreSales.COLUMNS; i++) {
        ColumnVector vector = batch.column(i);
        long bits = vector.nullBitAddress();
        if (i < StoreSales.INTS) {
          keys += HandWritten.validInts(vector.valuesAddress(), bits, rows);
        } else {
          amounts += HandWritten.validDoubles(vector.valuesAddress(), bits, rows);
        }
      }
    }
    return keys + amounts;
  }

  /** The same through column batches. */
  @Benchmark
  public double columnBatchesWithNullTest(Columns columns) {
    long keys = 0;
    double amounts = 0;
    for (ColumnBatch batch : columns.table.batches()) {
      for (int i = 0; i < StoreSales.COLUMNS; i++) {
        if (i < StoreSales.INTS) {
          keys += validInts(batch.column(i));
        } else {
          amounts += validDoubles(batch.column(i));
        }
      }
    }
    return keys + amounts;
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static long validInts(ColumnVector vector) {
    long sum = 0;
    for (int i = 0, rows = vector.rowCount(); i < rows; i++) {
      if (!vector.isNullAt(i)) {
        sum += vector.getInt(i);
      }
    }
    return sum;
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static double validDoubles(ColumnVector vector) {
    double sum = 0;
    for (int i = 0, rows = vector.rowCount(); i < rows; i++) {
      if (!vector.isNullAt(i)) {
        sum += vector.getDouble(i);
      }
    }
    return sum;
  }
}
