// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import io.albis.storage.memory.Memory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
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
 * What it costs to go to the next row: one value of each row is added up, so that the step is most
 * of the work. Times are per row.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(CursorAdvance.ROWS)
@Fork(3)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CursorAdvance {

  /** One row group stays in the cache of the processor, so that memory is not what is measured. */
  static final int ROWS = StoreSales.ROW_GROUP_ROWS;

  /** All columns in one group of the row layout. */
  @State(Scope.Benchmark)
  public static class Rows {
    private WarmTable table;
    private long[] addresses;
    private long stride;

    /** Writes and loads the table. */
    @Setup
    public void load() {
      table = new WarmTable(ColumnGroupSpec.all(), 1);
      addresses = table.rowAddresses();
      stride = table.batches().get(0).column(0).stride();
    }

    /** Deletes it. */
    @TearDown
    public void close() {
      table.close();
    }
  }

  /** Adds the stride to an address. */
  @Benchmark
  public long byHand(Rows rows) {
    long offset = rows.table.batches().get(0).column(0).valuesAddress() - rows.addresses[0];
    long sum = 0;
    long address = rows.addresses[0] + offset;
    for (int row = 0; row < ROWS; row++) {
      sum += Memory.getInt(address);
      address += rows.stride;
    }
    return sum;
  }

  /** The cursor and the row view. */
  @Benchmark
  public long cursor(Rows rows) {
    long sum = 0;
    List<ColumnBatch> batches = rows.table.batches();
    try (RowCursor cursor = batches.get(0).rows()) {
      while (cursor.next()) {
        sum += cursor.row().getInt(0);
      }
    }
    return sum;
  }
}
