// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.reader.BytesView;
import io.albis.reader.RowView;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.BinaryView;
import org.apache.spark.unsafe.types.CalendarInterval;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;

/** A row of Spark that is a row view of Albis: what {@link ScanPath#ROW_VIEWS} measures. */
final class RowViewRow extends InternalRow {

  private final int fields;
  private final BytesView bytes = new BytesView();
  private RowView row;

  RowViewRow(int fields) {
    this.fields = fields;
  }

  void set(RowView newRow) {
    row = newRow;
  }

  @Override
  public int numFields() {
    return fields;
  }

  @Override
  public boolean isNullAt(int ordinal) {
    return row.isNullAt(ordinal);
  }

  @Override
  public int getInt(int ordinal) {
    return row.getInt(ordinal);
  }

  @Override
  public long getLong(int ordinal) {
    return row.getLong(ordinal);
  }

  @Override
  public double getDouble(int ordinal) {
    return row.getDouble(ordinal);
  }

  @Override
  public Decimal getDecimal(int ordinal, int precision, int scale) {
    return row.isNullAt(ordinal)
        ? null
        : Decimal.createUnsafe(row.getUnscaledLong(ordinal), precision, scale);
  }

  @Override
  public UTF8String getUTF8String(int ordinal) {
    if (row.isNullAt(ordinal)) {
      return null;
    }
    row.getBytes(ordinal, bytes);
    return UTF8String.fromAddress(null, bytes.address(), bytes.length());
  }

  @Override
  public boolean getBoolean(int ordinal) {
    return row.getBoolean(ordinal);
  }

  @Override
  public byte getByte(int ordinal) {
    return row.getByte(ordinal);
  }

  @Override
  public short getShort(int ordinal) {
    return row.getShort(ordinal);
  }

  @Override
  public float getFloat(int ordinal) {
    return row.getFloat(ordinal);
  }

  @Override
  public byte[] getBinary(int ordinal) {
    throw unused();
  }

  @Override
  public BinaryView getBinaryView(int ordinal) {
    throw unused();
  }

  @Override
  public CalendarInterval getInterval(int ordinal) {
    throw unused();
  }

  @Override
  public VariantVal getVariant(int ordinal) {
    throw unused();
  }

  @Override
  public InternalRow getStruct(int ordinal, int fieldCount) {
    throw unused();
  }

  @Override
  public ArrayData getArray(int ordinal) {
    throw unused();
  }

  @Override
  public MapData getMap(int ordinal) {
    throw unused();
  }

  @Override
  public Object get(int ordinal, DataType type) {
    throw unused();
  }

  @Override
  public InternalRow copy() {
    throw unused();
  }

  @Override
  public void setNullAt(int ordinal) {
    throw unused();
  }

  @Override
  public void update(int ordinal, Object value) {
    throw unused();
  }

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("The benchmark has no such values");
  }
}
