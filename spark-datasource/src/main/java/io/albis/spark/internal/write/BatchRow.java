// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Stands for all rows of a batch: Spark passes rows alone to a {@link
 * org.apache.spark.sql.connector.write.DataWriter}.
 */
public final class BatchRow extends GenericInternalRow {

  private static final long serialVersionUID = 1L;

  private final transient ColumnarBatch batch;

  /**
   * Creates a row.
   *
   * @param batch with the columns of the table
   */
  public BatchRow(ColumnarBatch batch) {
    super(new Object[0]);
    this.batch = batch;
  }

  ColumnarBatch batch() {
    return batch;
  }
}
