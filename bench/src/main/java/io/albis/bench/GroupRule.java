// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.vector.ColumnVector;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
 * Measures the column groups chosen by the rule {@code auto} against the alternatives: scans that
 * sum some columns of a table of 512 doubles, from the page cache. Times are per row.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(GroupRule.ROWS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class GroupRule {

  static final int ROWS = 50_000;

  private static final int COLUMNS = 512;

  /** The column groups of the table. */
  @Param({"all", "single", "auto"})
  public String groups;

  private TemporaryDirectory directory;
  private Table table;

  /** Writes the table. */
  @Setup
  public void write() {
    directory = new TemporaryDirectory();
    String uri = directory.path("table");
    Schema schema =
        Schema.of(
            IntStream.range(0, COLUMNS)
                .mapToObj(i -> Field.nullable("c" + i, Type.float64()))
                .toList());
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse(groups))
            .memoryLimit(1L << 30)
            .option("io.direct", "never")
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int row = 0; row < ROWS; row++) {
          for (int i = 0; i < COLUMNS; i++) {
            rows.setDouble(i, row + i);
          }
          rows.endRow();
        }
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

  /** One column. */
  @Benchmark
  public double one() {
    return sum(1);
  }

  /** Ten columns, spread over the table. */
  @Benchmark
  public double ten() {
    return sum(10);
  }

  /** All columns. */
  @Benchmark
  public double all() {
    return sum(COLUMNS);
  }

  private double sum(int columns) {
    int step = COLUMNS / columns;
    List<String> names = IntStream.range(0, columns).mapToObj(i -> "c" + i * step).toList();
    double sum = 0;
    try (BatchCursor batches = table.scan().select(names).batches()) {
      while (batches.next()) {
        for (int i = 0; i < columns; i++) {
          sum += sum(batches.batch().column(i));
        }
      }
    }
    return sum;
  }

  private static double sum(ColumnVector vector) {
    double sum = 0;
    for (int row = 0, rows = vector.rowCount(); row < rows; row++) {
      sum += vector.getDouble(row);
    }
    return sum;
  }
}
