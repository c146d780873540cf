// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.BatchWriter;
import io.albis.writer.TableWriter;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Appends 100 rows of 10 columns to a table again and again, each time with a writer and a commit
 * of its own. Each iteration starts with an empty table.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 3, time = 5)
public class Commits {

  private static final int COLUMNS = 10;
  private static final long[] VALUES = new long[100];

  private TemporaryDirectory directory;
  private String uri;

  /** Creates the table. */
  @Setup(Level.Iteration)
  public void create() {
    directory = new TemporaryDirectory();
    uri = directory.path("table");
    Schema schema =
        Schema.of(
            IntStream.range(0, COLUMNS)
                .mapToObj(i -> Field.required("c" + i, Type.int64()))
                .toList());
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      writer.commit();
    }
  }

  /** Deletes it. */
  @TearDown(Level.Iteration)
  public void close() {
    directory.close();
  }

  /** An append. */
  @Benchmark
  public long append() {
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        for (int i = 0; i < COLUMNS; i++) {
          batches.setLongs(i, VALUES);
        }
        batches.endBatch(VALUES.length);
      }
      return writer.commit().snapshotId();
    }
  }
}
