// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.util.SplittableRandom;
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
 * Scans one column with a filter on two others, from the page cache, in the column layout. Values
 * are random, so statistics exclude nothing. Times are per row of the table; {@link #none} loads
 * the same columns without a filter.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ExactFilter.ROWS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ExactFilter {

  static final int ROWS = 1 << 20;

  private final TemporaryDirectory directory = new TemporaryDirectory();
  private Table table;

  /** Writes the table. */
  @Setup
  public void write() {
    String uri = directory.path("table");
    try (TableWriter writer =
        TableWriter.create(uri, StoreSales.schema()).option("io.direct", "never").open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        StoreSales.writeRows(rows, new SplittableRandom(42), ROWS);
      }
      writer.commit();
    }
    table = Table.open(uri, ReadOptions.defaults().option("io.direct", "never"));
  }

  /** Deletes it. */
  @TearDown
  public void close() {
    table.close();
    directory.close();
  }

  private static long selected(DatasetScan scan) {
    long selected = 0;
    try (BatchCursor batches = scan.batches()) {
      while (batches.next()) {
        selected += batches.batch().selectedCount();
      }
    }
    return selected;
  }

  private DatasetScan scan() {
    return table.scan();
  }

  private long selected(Predicate predicate) {
    return selected(scan().select("amount1").filter(predicate));
  }

  /** Loads the columns without a filter. */
  @Benchmark
  public long none() {
    return selected(scan().select("key0", "amount0", "amount1"));
  }

  /** Selects half of the rows by one comparison. */
  @Benchmark
  public long half() {
    return selected(Predicate.lessThan("key0", 500_000));
  }

  /** Selects one row in a hundred by one comparison. */
  @Benchmark
  public long hundredth() {
    return selected(Predicate.lessThan("key0", 10_000));
  }

  /** Selects a quarter of the rows by two comparisons. */
  @Benchmark
  public long quarter() {
    return selected(
        Predicate.and(
            Predicate.lessThan("key0", 500_000), Predicate.greaterOrEqual("amount0", 100.0)));
  }

  /** Selects the rows that are null in one column. */
  @Benchmark
  public long nulls() {
    return selected(Predicate.isNull("key0"));
  }
}
