// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.reader.BatchCursor;
import io.albis.reader.Table;
import io.albis.reader.TableScan;
import io.albis.reader.split.Split;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
 * Opens a table of 1,000 row groups, finds the extents of the selected columns in all of them, and
 * reads the first row group. Reading 10 of 1,000 columns must cost about as much as reading a table
 * of 10 columns, and far less than reading all 1,000.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class OpenWide {

  private static final int ROW_GROUPS = 1_000;
  private static final int ALL = 1_000;
  private static final int FEW = 10;

  private TemporaryDirectory directory;
  private String narrow;
  private String wide;

  /** Writes the tables. */
  @Setup
  public void write() {
    directory = new TemporaryDirectory();
    narrow = directory.path("narrow");
    wide = directory.path("wide");
    WideTable.write(narrow, FEW, ROW_GROUPS);
    WideTable.write(wide, ALL, ROW_GROUPS);
  }

  /** Deletes them. */
  @TearDown
  public void close() {
    directory.close();
  }

  /** 10 columns of 10. */
  @Benchmark
  public long tenOfTen() {
    return read(narrow, FEW, FEW);
  }

  /** 10 columns of 1,000. */
  @Benchmark
  public long tenOfThousand() {
    return read(wide, ALL, FEW);
  }

  /** 1,000 columns of 1,000. */
  @Benchmark
  public long thousandOfThousand() {
    return read(wide, ALL, ALL);
  }

  private static long read(String uri, int all, int columns) {
    try (Table table = Table.open(uri)) {
      // Spread the columns over the table. Not all of its schema is parsed.
      int step = all / columns;
      List<String> names = IntStream.range(0, columns).mapToObj(i -> "c" + i * step).toList();
      TableScan scan = table.scan().select(names);
      List<Split> splits = scan.splits(1);
      if (splits.size() != ROW_GROUPS) {
        throw new IllegalStateException("Found " + splits.size() + " row groups");
      }
      try (BatchCursor cursor = scan.batches(splits.get(0))) {
        cursor.next();
        return cursor.batch().column(columns - 1).getLong(0);
      }
    }
  }
}
