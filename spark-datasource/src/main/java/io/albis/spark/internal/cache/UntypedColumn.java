// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.writer.BatchColumn;

/** A column that accepts no values: those of a type override the methods for it. */
abstract class UntypedColumn implements BatchColumn {

  private IllegalArgumentException refuse(String values) {
    return new IllegalArgumentException(
        "Cannot set " + values + " in a " + getClass().getSimpleName());
  }

  @Override
  public void setBooleans(boolean[] values) {
    throw refuse("booleans");
  }

  @Override
  public void setBits(long bitAddress, long step, int count) {
    throw refuse("bits");
  }

  @Override
  public void setBytes(byte[] values) {
    throw refuse("int8");
  }

  @Override
  public void setShorts(short[] values) {
    throw refuse("int16");
  }

  @Override
  public void setInts(int[] values) {
    throw refuse("int32");
  }

  @Override
  public void setLongs(long[] values) {
    throw refuse("int64");
  }

  @Override
  public void setFloats(float[] values) {
    throw refuse("floats");
  }

  @Override
  public void setDoubles(double[] values) {
    throw refuse("doubles");
  }

  @Override
  public void setUnscaledDecimals(long[] values) {
    throw refuse("unscaled decimals");
  }

  @Override
  public void setUnscaledDecimals(int[] values) {
    throw refuse("unscaled decimals");
  }

  @Override
  public void setStrings(String[] values) {
    throw refuse("strings");
  }

  @Override
  public void setBytes(byte[] data, int[] offsets) {
    throw refuse("strings");
  }

  @Override
  public void setBytes(long data, long length, long offsets, int count) {
    throw refuse("strings");
  }

  @Override
  public void setBytes(long data, long length, int[] offsets) {
    throw refuse("strings");
  }

  @Override
  public void setFixedBytes(byte[] values) {
    throw refuse("fixed binaries");
  }

  @Override
  public void setValues(long address, long stride, int count) {
    throw refuse("values of fixed width");
  }

  @Override
  public void setOffsets(int[] offsets) {
    throw refuse("offsets");
  }

  @Override
  public void setOffsets(long address, int count) {
    throw refuse("offsets");
  }

  @Override
  public BatchColumn child(int index) {
    throw new IndexOutOfBoundsException("No child " + index + ": the type has none");
  }
}
