// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.ColumnBatch;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/** The numbers of the selected rows of a batch in their row group. */
final class RowIndexVector extends ColumnVector {

  private ColumnBatch batch;
  private long first;

  RowIndexVector() {
    super(DataTypes.LongType);
  }

  void set(ColumnBatch newBatch) {
    batch = newBatch;
    first = newBatch.firstRowInRowGroup();
  }

  @Override
  public long getLong(int row) {
    return first + batch.selectedRow(row);
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  public int numNulls() {
    return 0;
  }

  @Override
  public boolean isNullAt(int row) {
    return false;
  }

  @Override
  public void close() {
    batch = null;
  }

  private static UnsupportedOperationException wrongType() {
    return new UnsupportedOperationException("Cannot read _row_index: it is a long");
  }

  @Override
  public boolean getBoolean(int row) {
    throw wrongType();
  }

  @Override
  public byte getByte(int row) {
    throw wrongType();
  }

  @Override
  public short getShort(int row) {
    throw wrongType();
  }

  @Override
  public int getInt(int row) {
    throw wrongType();
  }

  @Override
  public float getFloat(int row) {
    throw wrongType();
  }

  @Override
  public double getDouble(int row) {
    throw wrongType();
  }

  @Override
  public ColumnarArray getArray(int row) {
    throw wrongType();
  }

  @Override
  public ColumnarMap getMap(int row) {
    throw wrongType();
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    throw wrongType();
  }

  @Override
  public UTF8String getUTF8String(int row) {
    throw wrongType();
  }

  @Override
  public byte[] getBinary(int row) {
    throw wrongType();
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    throw wrongType();
  }
}
