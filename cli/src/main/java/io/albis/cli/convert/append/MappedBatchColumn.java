// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.writer.batch.BatchColumn;

/** A nested column of an input, of which some fields are not written. */
record MappedBatchColumn(BatchColumn target, ColumnMapping mapping) implements BatchColumn {

  /** Returns the column of an input that is written to another one. */
  static BatchColumn of(BatchColumn target, ColumnMapping mapping) {
    return mapping.discardsFields() ? new MappedBatchColumn(target, mapping) : target;
  }

  @Override
  public BatchColumn child(int index) {
    int position = mapping.positions().get(index);
    return position == ColumnMapping.DISCARDED
        ? DiscardedColumn.INSTANCE
        : of(target.child(position), mapping.children().get(index));
  }

  @Override
  public void setNulls(boolean[] nulls) {
    target.setNulls(nulls);
  }

  @Override
  public void setNullBits(long bitAddress, long step, int nullBit, int count) {
    target.setNullBits(bitAddress, step, nullBit, count);
  }

  @Override
  public void setBooleans(boolean[] values) {
    target.setBooleans(values);
  }

  @Override
  public void setBits(long bitAddress, long step, int count) {
    target.setBits(bitAddress, step, count);
  }

  @Override
  public void setBytes(byte[] values) {
    target.setBytes(values);
  }

  @Override
  public void setShorts(short[] values) {
    target.setShorts(values);
  }

  @Override
  public void setInts(int[] values) {
    target.setInts(values);
  }

  @Override
  public void setLongs(long[] values) {
    target.setLongs(values);
  }

  @Override
  public void setFloats(float[] values) {
    target.setFloats(values);
  }

  @Override
  public void setDoubles(double[] values) {
    target.setDoubles(values);
  }

  @Override
  public void setUnscaledDecimals(long[] values) {
    target.setUnscaledDecimals(values);
  }

  @Override
  public void setUnscaledDecimals(int[] values) {
    target.setUnscaledDecimals(values);
  }

  @Override
  public void setStrings(String[] values) {
    target.setStrings(values);
  }

  @Override
  public void setBytes(byte[] data, int[] offsets) {
    target.setBytes(data, offsets);
  }

  @Override
  public void setBytes(long data, long length, long offsets, int count) {
    target.setBytes(data, length, offsets, count);
  }

  @Override
  public void setBytes(long data, long length, int[] offsets) {
    target.setBytes(data, length, offsets);
  }

  @Override
  public void setFixedBytes(byte[] values) {
    target.setFixedBytes(values);
  }

  @Override
  public void setValues(long address, long stride, int count) {
    target.setValues(address, stride, count);
  }

  @Override
  public void setOffsets(int[] offsets) {
    target.setOffsets(offsets);
  }

  @Override
  public void setOffsets(long address, int count) {
    target.setOffsets(address, count);
  }
}
