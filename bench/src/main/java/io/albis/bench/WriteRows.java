/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.bench;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * Writes a table row by row with one row writer: statistics, checksums, files made durable, commit.
 * Times are per row of 23 columns; the values have been made before.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(WriteRows.ROWS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 3)
public class WriteRows {

  static final int ROWS = 1 << 20;

  /** Rows that are written again and again. */
  private static final int DISTINCT = 1 << 14;

  /** How columns are grouped. */
  @Param({"all", "single", "auto"})
  public String groups;

  private TemporaryDirectory directory;
  private final int[][] keys = new int[DISTINCT][StoreSales.INTS];
  private final double[][] amounts = new double[DISTINCT][StoreSales.DOUBLES];
  private final int[] nulls = new int[DISTINCT];

  /** Makes values. */
  @Setup
  public void make() {
    SplittableRandom random = new SplittableRandom(42);
    for (int row = 0; row < DISTINCT; row++) {
      for (int i = 0; i < StoreSales.COLUMNS; i++) {
        nulls[row] |= random.nextInt(1000) < 45 ? 1 << i : 0;
      }
      for (int i = 0; i < StoreSales.INTS; i++) {
        keys[row][i] = random.nextInt(1, 1_000_000);
      }
      for (int i = 0; i < StoreSales.DOUBLES; i++) {
        amounts[row][i] = random.nextInt(20_000) / 100.0;
      }
    }
  }

  /** Makes room for a table. */
  @Setup(Level.Iteration)
  public void open() {
    directory = new TemporaryDirectory();
  }

  /** Deletes it. */
  @TearDown(Level.Iteration)
  public void close() {
    directory.close();
  }

  /** Writes the table. */
  @Benchmark
  public long write() {
    try (TableWriter writer =
        TableWriter.create(directory.path("table"), StoreSales.schema())
            .columnGroups(ColumnGroupSpec.parse(groups))
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int row = 0; row < ROWS; row++) {
          write(rows, row & DISTINCT - 1);
        }
      }
      return writer.commit().snapshotId();
    }
  }

  private void write(RowWriter rows, int row) {
    for (int i = 0; i < StoreSales.COLUMNS; i++) {
      if ((nulls[row] & 1 << i) != 0) {
        rows.setNull(i);
      } else if (i < StoreSales.INTS) {
        rows.setInt(i, keys[row][i]);
      } else {
        rows.setDouble(i, amounts[row][i - StoreSales.INTS]);
      }
    }
    rows.endRow();
  }
}
