// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import org.apache.parquet.column.Encoding;
import org.apache.parquet.io.ParquetDecodingException;

/** The header of delta-encoded values, from which parquet-java allocates memory. */
final class DeltaHeader {

  /** Larger than any writer makes them. */
  private static final int MAX_BLOCK = 1 << 16;

  private final byte[] data;
  private final int end;
  private int at;

  private DeltaHeader(byte[] data, int from, int end) {
    this.data = data;
    this.at = from;
    this.end = end;
  }

  /**
   * Requires that the bytes of a page can hold the values that its header names.
   *
   * @param most values that the page has at most
   * @throws ParquetDecodingException if not
   */
  static void require(Encoding encoding, byte[] data, int from, int end, int most) {
    switch (encoding) {
      case DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY ->
          new DeltaHeader(data, from, end).require(most);
      case PLAIN, RLE, BIT_PACKED, BYTE_STREAM_SPLIT, PLAIN_DICTIONARY, RLE_DICTIONARY -> {}
    }
  }

  private void require(int most) {
    long block = next();
    long parts = next();
    long values = next();
    // Each block has its least delta, and a width for each part.
    long blocks = (end - at) / (1 + Math.max(1, parts)) + 1;
    boolean isValid =
        block > 0
            && block <= MAX_BLOCK
            && parts > 0
            && parts <= block
            && values <= most
            && values <= 1 + blocks * block;
    if (!isValid) {
      throw new ParquetDecodingException(
          values
              + " delta-encoded values in blocks of "
              + block
              + " and "
              + parts
              + " parts, in a page of "
              + most
              + " values and "
              + (end - at)
              + " bytes");
    }
  }

  private long next() {
    long value = 0;
    for (int shift = 0; shift < Integer.SIZE && at < end; shift += 7) {
      byte part = data[at++];
      value |= (long) (part & 0x7f) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new ParquetDecodingException("a page ends in the header of its values");
  }
}
