// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import com.sun.nio.file.ExtendedOpenOption;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Hand-written lower bounds for {@link WriteRows} and {@link WriteBatches}: the same values stored
 * in memory in both layouts, without statistics or checksums, and the same number of bytes written
 * to the device. One thread; times are per row.
 */
public class WriteBounds extends WriteBenchmark {

  private static final int STRIDE =
      Long.BYTES + StoreSales.DOUBLES * Double.BYTES + StoreSales.INTS * Integer.BYTES;

  /** The memory that is filled repeatedly: about as much as waits to be written of a row group. */
  private static final int MEMORY_ROWS = 1 << 17;

  private static final int REQUEST_SIZE = 4 << 20;

  private BufferAllocator allocator;
  private OffHeapBuffer memory;

  /** Allocates the memory. */
  @Setup
  public void allocate() {
    long bytes = (long) MEMORY_ROWS * (STRIDE + StoreSales.COLUMNS);
    allocator = BufferAllocator.create("bounds of writing", 2 * bytes);
    memory = allocator.allocate(bytes);
    memory.setZero(0, bytes);
  }

  /** Releases the memory. */
  @TearDown
  public void release() {
    memory.release();
    allocator.close();
  }

  /** Stores rows: null word, doubles, ints. */
  @Benchmark
  public long rows() {
    long base = memory.address();
    for (int row = 0; row < ROWS; row++) {
      put(base + (long) (row % MEMORY_ROWS) * STRIDE, row % SalesValues.ROWS);
    }
    return base;
  }

  private void put(long target, int row) {
    int nulls = values.nulls[row];
    int[] keys = values.keys[row];
    double[] amounts = values.amounts[row];
    Memory.putLong(target, nulls);
    long doubles = target + Long.BYTES;
    for (int i = 0; i < StoreSales.DOUBLES; i++) {
      boolean isNull = (nulls & 1 << StoreSales.INTS + i) != 0;
      Memory.putDouble(doubles + 8L * i, isNull ? 0 : amounts[i]);
    }
    long ints = doubles + StoreSales.DOUBLES * Double.BYTES;
    for (int i = 0; i < StoreSales.INTS; i++) {
      boolean isNull = (nulls & 1 << i) != 0;
      Memory.putInt(ints + 4L * i, isNull ? 0 : keys[i]);
    }
  }

  /** Stores columns: arrays, and a byte for each null. */
  @Benchmark
  public long columns() {
    long base = memory.address();
    for (int row = 0; row < ROWS; row += SalesValues.BATCH) {
      putBatch(base, row % MEMORY_ROWS, row / SalesValues.BATCH % values.keyColumns.length);
    }
    return base;
  }

  private void putBatch(long base, int first, int batch) {
    long column = base;
    for (int i = 0; i < StoreSales.COLUMNS; i++) {
      boolean[] nulls = values.nullColumns[batch][i];
      if (i < StoreSales.INTS) {
        int[] keys = values.keyColumns[batch][i];
        for (int r = 0; r < SalesValues.BATCH; r++) {
          Memory.putInt(column + (first + r) * 4L, nulls[r] ? 0 : keys[r]);
        }
        column += MEMORY_ROWS * 4L;
      } else {
        double[] amounts = values.amountColumns[batch][i - StoreSales.INTS];
        for (int r = 0; r < SalesValues.BATCH; r++) {
          Memory.putDouble(column + (first + r) * 8L, nulls[r] ? 0 : amounts[r]);
        }
        column += MEMORY_ROWS * 8L;
      }
      for (int r = 0; r < SalesValues.BATCH; r++) {
        Memory.putByte(column + first + r, (byte) (nulls[r] ? 0 : 1));
      }
      column += MEMORY_ROWS;
    }
  }

  /** Writes the bytes of rows to a file with direct I/O, and makes them durable. */
  @Benchmark
  public long device() throws IOException {
    long written = 0;
    long total = (long) ROWS * STRIDE / REQUEST_SIZE * REQUEST_SIZE;
    try (FileChannel file =
        FileChannel.open(
            Path.of(path("file")),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            ExtendedOpenOption.DIRECT)) {
      while (written < total) {
        ByteBuffer request = memory.nioBuffer(written % (4 * REQUEST_SIZE), REQUEST_SIZE);
        while (request.hasRemaining()) {
          written += file.write(request);
        }
      }
      file.force(true);
    }
    return written;
  }
}
