// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.BatchCursor;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.Memory;
import io.albis.storage.memory.OffHeapBuffer;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures checksum verification: of 8 MiB in memory, and in a scan that only loads 152 MiB of rows
 * from the page cache.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class Checksums {

  private static final int BYTES = 8 << 20;

  private StoredTable stored;
  private BufferAllocator allocator;
  private OffHeapBuffer buffer;

  /** Writes the table. */
  @Setup
  public void write() {
    stored = new StoredTable(ColumnGroupSpec.all(), 1 << 20);
    allocator = BufferAllocator.create("checksums", BYTES);
    buffer = allocator.allocate(BYTES);
    for (int i = 0; i < BYTES; i += 8) {
      Memory.putLong(buffer.address() + i, i * 0x9E3779B97F4A7C15L);
    }
  }

  /** Deletes it. */
  @TearDown
  public void close() {
    buffer.release();
    allocator.close();
    stored.close();
  }

  /** The checksum of 8 MiB in memory. */
  @Benchmark
  public long inMemory() {
    ByteBuffer bytes = buffer.nioBuffer(0, BYTES);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return crc.getValue();
  }

  /** Loads all rows and verifies checksums. */
  @Benchmark
  public long verified() {
    return load(stored.table());
  }

  /** Loads all rows without verification. */
  @Benchmark
  public long unverified() {
    try (Table table =
        Table.open(
            stored.uri(), ReadOptions.defaults().withoutChecksums().option("io.direct", "never"))) {
      return load(table);
    }
  }

  private static long load(Table table) {
    long rows = 0;
    try (BatchCursor batches = table.scan().batches()) {
      while (batches.next()) {
        rows += batches.batch().rowCount();
      }
    }
    return rows;
  }
}
