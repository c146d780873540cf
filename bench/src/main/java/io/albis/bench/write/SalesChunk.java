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
package io.albis.bench.write;

import io.albis.cli.demo.SalesBlock;
import io.albis.cli.demo.SalesColumn;
import io.albis.cli.demo.SalesColumn.Kind;
import io.albis.cli.demo.SalesGenerator;
import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive rows of {@code store_sales} in arrays, as an application has them that writes a
 * table. Each column has one array of its type and one that says which rows are null.
 */
public final class SalesChunk {

  private static final double ROWS_PER_SCALE = 2_880_000;

  private final int rowCount;
  private final List<Object> values;
  private final List<boolean[]> nulls;

  private SalesChunk(int rowCount, List<Object> values, List<boolean[]> nulls) {
    this.rowCount = rowCount;
    this.values = values;
    this.nulls = nulls;
  }

  /** Makes so many rows, in chunks of about twelve thousand. */
  public static List<SalesChunk> make(long rows) throws Exception {
    List<SalesChunk> chunks = new ArrayList<>();
    new SalesGenerator(Math.ceil(rows / ROWS_PER_SCALE), Runtime.getRuntime().availableProcessors())
        .generate(rows, block -> chunks.add(of(block)));
    return chunks;
  }

  private static SalesChunk of(SalesBlock block) {
    List<Object> values = new ArrayList<>();
    List<boolean[]> nulls = new ArrayList<>();
    int rows = block.rowCount();
    for (int c = 0; c < SalesColumn.ALL.size(); c++) {
      Kind kind = SalesColumn.ALL.get(c).kind();
      int[] ints = kind == Kind.INT ? new int[rows] : null;
      long[] longs = kind == Kind.LONG ? new long[rows] : null;
      double[] doubles = kind == Kind.DOUBLE ? new double[rows] : null;
      boolean[] isNull = new boolean[rows];
      for (int row = 0; row < rows; row++) {
        isNull[row] = block.isNull(c, row);
        switch (kind) {
          case INT -> ints[row] = (int) block.integer(c, row);
          case LONG -> longs[row] = block.integer(c, row);
          case DOUBLE -> doubles[row] = block.money(c, row);
        }
      }
      values.add(kind == Kind.INT ? ints : kind == Kind.LONG ? longs : doubles);
      nulls.add(isNull);
    }
    return new SalesChunk(rows, values, nulls);
  }

  int rowCount() {
    return rowCount;
  }

  int[] ints(int column) {
    return (int[]) values.get(column);
  }

  long[] longs(int column) {
    return (long[]) values.get(column);
  }

  double[] doubles(int column) {
    return (double[]) values.get(column);
  }

  boolean[] nulls(int column) {
    return nulls.get(column);
  }
}
