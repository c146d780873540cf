// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads all values of a column of {@link BenchmarkValues}. */
interface VectorLoop {

  /** What is done with the values. */
  enum Operation {
    SUM_INT(BenchmarkValues.INT),
    SUM_LONG(BenchmarkValues.LONG),
    SUM_DOUBLE(BenchmarkValues.DOUBLE),
    SUM_DECIMAL(BenchmarkValues.DECIMAL),
    STRING_BYTES(BenchmarkValues.STRING),
    STRING_EQUALS(BenchmarkValues.STRING);

    private final int column;

    Operation(int column) {
      this.column = column;
    }

    int column() {
      return column;
    }
  }

  /** Returns a result that depends on all values. */
  long run(Operation operation, ColumnarBatch batch, boolean isNullable);
}
