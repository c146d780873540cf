// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.data;

import io.albis.format.schema.Schema;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A data set whose rows are generated from the row number and a random generator with a fixed seed.
 */
final class GeneratedData implements DataSet {

  private static final long SEED = 42;

  /** Sets the values of one row. */
  interface RowSource {
    void set(long row, SplittableRandom random, RowWriter target);
  }

  private final String name;
  private final Schema schema;
  private final long rows;
  private final long rowGroupSize;
  private final RowSource source;

  GeneratedData(String name, Schema schema, long rows, long rowGroupSize, RowSource source) {
    this.name = name;
    this.schema = schema;
    this.rows = rows;
    this.rowGroupSize = rowGroupSize;
    this.source = source;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public boolean isSorted() {
    return name.equals("ints");
  }

  @Override
  public long rows(double scale) {
    return Math.max(1, Math.round(rows * scale));
  }

  @Override
  public long rowGroupSize() {
    return rowGroupSize;
  }

  @Override
  public void write(long count, List<TableWriter> tables) {
    for (TableWriter table : tables) {
      SplittableRandom random = new SplittableRandom(SEED);
      try (RowWriter writer = table.newRowWriter()) {
        for (long row = 0; row < count; row++) {
          source.set(row, random, writer);
          writer.endRow();
        }
      }
    }
  }
}
