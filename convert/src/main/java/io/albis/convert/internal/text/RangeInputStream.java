// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream. */
final class RangeInputStream extends FilterInputStream {

  private long remaining;

  RangeInputStream(InputStream in, long length) {
    super(in);
    this.remaining = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (remaining == 0) {
      return -1;
    }
    int count = in.read(bytes, offset, (int) Math.min(length, remaining));
    remaining -= Math.max(0, count);
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = in.skip(Math.min(count, remaining));
    remaining -= skipped;
    return skipped;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.min(in.available(), remaining);
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
