// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnVector;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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
 * Looks up a column in the keys of a join, as a scan does with those that Spark has broadcast, and
 * sums the same column without. From the page cache; one row in ten has one of the keys, at random.
 * Times are per row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(KeyProbes.ROWS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class KeyProbes {

  static final int ROWS = 1 << 21;

  @Param({"1000", "1000000"})
  private int keys;

  /** The difference of two keys: with 1,000 the set is no bitmap. */
  @Param({"1", "1000"})
  private int step;

  private final TemporaryDirectory directory = new TemporaryDirectory();
  private Table table;
  private Predicate isKey;

  /** Writes the table. */
  @Setup
  public void write() {
    Schema schema = Schema.of(Field.required("key", Type.int64()));
    String uri = directory.path("table");
    SplittableRandom random = new SplittableRandom(42);
    try (TableWriter writer = TableWriter.create(uri, schema).option("io.direct", "never").open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setLong(0, (long) random.nextInt(10 * keys) * step);
          rows.endRow();
        }
      }
      writer.commit();
    }
    table = Table.open(uri, ReadOptions.defaults().option("io.direct", "never"));
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      values.add(10L * i * step);
    }
    isKey = Predicate.in("key", values);
  }

  /** Deletes it. */
  @TearDown
  public void close() {
    table.close();
    directory.close();
  }

  /** Selects the rows with one of the keys. */
  @Benchmark
  public long probe() {
    long selected = 0;
    try (BatchCursor batches = table.scan().filter(isKey).batches()) {
      while (batches.next()) {
        selected += batches.batch().selectedCount();
      }
    }
    return selected;
  }

  /** Sums the column. */
  @Benchmark
  public long sum() {
    long sum = 0;
    try (BatchCursor batches = table.scan().batches()) {
      while (batches.next()) {
        ColumnVector column = batches.batch().column(0);
        int rows = batches.batch().rowCount();
        for (int i = 0; i < rows; i++) {
          sum += column.getLong(i);
        }
      }
    }
    return sum;
  }
}
