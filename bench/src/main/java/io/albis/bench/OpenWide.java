// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Table;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Opens a table, finds the extents of the selected columns in all row groups, and reads the first
 * row group. Reading 10 columns of a wide table must cost at most twice as much as reading a table
 * that has only these 10, and far less than reading all.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class OpenWide {

  private static final int FEW = 10;

  /** The number of columns of the wide table. */
  @Param({"1000", "14000"})
  private int columns;

  /** The number of row groups of both tables. */
  @Param({"70", "1000"})
  private int rowGroups;

  private TemporaryDirectory directory;
  private String narrow;
  private String wide;

  /** Writes the tables. */
  @Setup
  public void write() {
    directory = new TemporaryDirectory();
    narrow = directory.path("narrow");
    wide = directory.path("wide");
    WideTable.write(narrow, FEW, rowGroups);
    WideTable.write(wide, columns, rowGroups);
  }

  /** Deletes them. */
  @TearDown
  public void close() {
    directory.close();
  }

  /** All columns of a table that has 10. */
  @Benchmark
  public long tenOfTen() {
    return read(narrow, FEW, FEW);
  }

  /** 10 columns of the wide table. */
  @Benchmark
  public long tenOfMany() {
    return read(wide, columns, FEW);
  }

  /** All columns of the wide table. */
  @Benchmark
  public long all() {
    return read(wide, columns, columns);
  }

  private long read(String uri, int all, int selected) {
    try (Table table = Table.open(uri)) {
      // Spread the columns over the table. Not all of its schema is parsed.
      int step = all / selected;
      List<String> names = IntStream.range(0, selected).mapToObj(i -> "c" + i * step).toList();
      DatasetScan scan = table.scan().select(names);
      List<Split> splits = scan.splits(1);
      if (splits.size() != rowGroups) {
        throw new IllegalStateException("Found " + splits.size() + " row groups");
      }
      try (BatchCursor cursor = scan.batches(splits.get(0))) {
        cursor.next();
        return cursor.batch().column(selected - 1).getLong(0);
      }
    }
  }
}
