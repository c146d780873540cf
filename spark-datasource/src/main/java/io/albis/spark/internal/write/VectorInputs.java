// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Field;
import io.albis.writer.BatchColumn;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Copies batches of Spark's vectors into the columns of a batch. Not thread-safe. */
public final class VectorInputs {

  private final VectorInput[] columns;

  /**
   * Inputs for all columns.
   *
   * @param fields of the batches that are filled
   * @param types of the vectors
   * @param columns that are filled, by ordinal
   */
  public VectorInputs(List<Field> fields, StructType types, IntFunction<BatchColumn> columns) {
    this.columns = new VectorInput[fields.size()];
    for (int i = 0; i < this.columns.length; i++) {
      this.columns[i] =
          new VectorInput(fields.get(i).type(), types.fields()[i].dataType(), columns.apply(i));
    }
  }

  /** Whether rows can be copied as vectors: see {@link VectorInput#canSet}. */
  public boolean canSet(ColumnarBatch batch, int from, int count) {
    for (int i = 0; i < columns.length; i++) {
      if (!columns[i].canSet(batch.column(i), from, count)) {
        return false;
      }
    }
    return true;
  }

  /** Copies rows that {@link #canSet} allows to the first rows of the columns. */
  public void set(ColumnarBatch batch, int from, int count) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].set(batch.column(i), from, count);
    }
  }
}
