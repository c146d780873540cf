// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.writer.batch.BatchColumn;

/** Takes the elements of a field that is not written, and of all fields in it. */
final class DiscardedColumn implements BatchColumn {

  static final BatchColumn INSTANCE = new DiscardedColumn();

  private DiscardedColumn() {}

  @Override
  public void setNulls(boolean[] nulls) {}

  @Override
  public void setNullBits(long bitAddress, long step, int nullBit, int count) {}

  @Override
  public void setBooleans(boolean[] values) {}

  @Override
  public void setBits(long bitAddress, long step, int count) {}

  @Override
  public void setBytes(byte[] values) {}

  @Override
  public void setShorts(short[] values) {}

  @Override
  public void setInts(int[] values) {}

  @Override
  public void setLongs(long[] values) {}

  @Override
  public void setFloats(float[] values) {}

  @Override
  public void setDoubles(double[] values) {}

  @Override
  public void setUnscaledDecimals(long[] values) {}

  @Override
  public void setUnscaledDecimals(int[] values) {}

  @Override
  public void setStrings(String[] values) {}

  @Override
  public void setBytes(byte[] data, int[] offsets) {}

  @Override
  public void setBytes(long data, long length, long offsets, int count) {}

  @Override
  public void setBytes(long data, long length, int[] offsets) {}

  @Override
  public void setFixedBytes(byte[] values) {}

  @Override
  public void setValues(long address, long stride, int count) {}

  @Override
  public void setOffsets(int[] offsets) {}

  @Override
  public void setOffsets(long address, int count) {}

  @Override
  public BatchColumn child(int index) {
    return this;
  }
}
