// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;

/** The vectors of a batch, in place. */
final class InPlaceColumns implements Columns {

  private final ColumnVector[] vectors;
  private final int rowCount;

  InPlaceColumns(ColumnBatch batch) {
    this.vectors = new ColumnVector[batch.columnCount()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = batch.column(i);
    }
    this.rowCount = batch.rowCount();
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  @Override
  public boolean isNull(int column, int row) {
    return vectors[column].isNullAt(row);
  }

  @Override
  public int getInt(int column, int row) {
    return vectors[column].getInt(row);
  }

  @Override
  public double getDouble(int column, int row) {
    return vectors[column].getDouble(row);
  }

  @Override
  public String getText(int column, int row) {
    return vectors[column].getString(row);
  }
}
