// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentReader;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.util.ArrayList;
import java.util.List;
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
 * Measures what it costs to check the offsets of segments when they are loaded: the check alone,
 * and loading from the page cache with checksums and the check, per row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(OffsetChecks.ROWS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class OffsetChecks {

  static final int ROWS = 1 << 20;
  private static final long MEMORY = 256L << 20;

  /** Strings of 10 bytes, or lists of two int32. */
  @Param({"string", "list<int32>"})
  String type;

  private final TemporaryDirectory directory = new TemporaryDirectory();
  private final ColumnCache cache = ColumnCache.builder().limit(1 << 20).build();
  private final BufferAllocator allocator = BufferAllocator.create("offset checks", MEMORY);
  private final List<OffHeapBuffer> buffers = new ArrayList<>();
  private Table table;
  private List<SegmentKey> keys;
  private SegmentReader reader;

  /** Writes the table, and reads it once. */
  @Setup
  public void write() {
    String uri = directory.path("table");
    Schema schema = Schema.of(Field.required("x", Type.parse(type)));
    try (TableWriter writer = TableWriter.create(uri, schema).option("io.direct", "never").open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          if (type.equals("string")) {
            rows.setString(0, "t" + (100_000_000 + i));
          } else {
            rows.value(0).beginList();
            rows.value(0).element().setInt(i);
            rows.value(0).element().setInt(-i);
            rows.value(0).endList();
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
    ReadOptions options =
        ReadOptions.defaults()
            .option("io.direct", "never")
            .segmentSource(
                (ofTable, memory) -> {
                  reader = ofTable;
                  return cache.source().open(ofTable, memory);
                });
    table = Table.open(uri, options);
    keys = table.scan().segments();
    keys.forEach(key -> buffers.add(allocator.allocate(key.length())));
    reader.read(keys, buffers);
  }

  /** Deletes it. */
  @TearDown
  public void close() {
    buffers.forEach(OffHeapBuffer::release);
    table.close();
    cache.close();
    allocator.close();
    directory.close();
  }

  /** The check of bytes that are in memory. */
  @Benchmark
  public void check() {
    for (int i = 0; i < keys.size(); i++) {
      keys.get(i).checkOffsets(buffers.get(i).address());
    }
  }

  /** Reads the segments; verifies checksums and offsets. */
  @Benchmark
  public void load() {
    reader.read(keys, buffers);
  }
}
