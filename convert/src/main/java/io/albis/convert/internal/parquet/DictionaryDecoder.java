// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import org.apache.parquet.io.ParquetDecodingException;

/** Decodes values that are indexes into a dictionary. */
final class DictionaryDecoder implements ValueDecoder {

  private static final int STEP = 1024;

  private final RawValues dictionary;
  private final HybridDecoder indexes = new HybridDecoder();
  private final int[] ids = new int[STEP];

  /**
   * Starts with a page.
   *
   * @param from place of the width of an index, which the indexes follow
   */
  DictionaryDecoder(RawValues dictionary, byte[] data, int from, int to) {
    this.dictionary = dictionary;
    // A page of nulls only may have no byte.
    int width = from < to ? data[from] & 0xff : 0;
    indexes.start(data, Math.min(to, from + 1), to, width);
  }

  @Override
  public void read(RawValues target, int count) {
    for (int done = 0; done < count; done += STEP) {
      int step = Math.min(STEP, count - done);
      indexes.read(ids, 0, step);
      int size = dictionary.count;
      for (int i = 0; i < step; i++) {
        if (Integer.compareUnsigned(ids[i], size) >= 0) {
          throw new ParquetDecodingException(
              "index "
                  + Integer.toUnsignedString(ids[i])
                  + " is not in the dictionary of "
                  + size
                  + " values");
        }
      }
      target.reserve(target.count + step);
      look(target, step);
      target.count += step;
    }
  }

  private void look(RawValues target, int count) {
    int first = target.count;
    switch (target.type) {
      case BOOLEAN -> {
        for (int i = 0; i < count; i++) {
          target.booleans[first + i] = dictionary.booleans[ids[i]];
        }
      }
      case INT32 -> {
        int[] values = target.ints;
        int[] known = dictionary.ints;
        for (int i = 0; i < count; i++) {
          values[first + i] = known[ids[i]];
        }
      }
      case INT64 -> {
        long[] values = target.longs;
        long[] known = dictionary.longs;
        for (int i = 0; i < count; i++) {
          values[first + i] = known[ids[i]];
        }
      }
      case FLOAT -> {
        float[] values = target.floats;
        float[] known = dictionary.floats;
        for (int i = 0; i < count; i++) {
          values[first + i] = known[ids[i]];
        }
      }
      case DOUBLE -> {
        double[] values = target.doubles;
        double[] known = dictionary.doubles;
        for (int i = 0; i < count; i++) {
          values[first + i] = known[ids[i]];
        }
      }
      case INT96, FIXED_LEN_BYTE_ARRAY -> {
        int length = target.length;
        for (int i = 0; i < count; i++) {
          PlainDecoder.copy(
              dictionary.bytes, ids[i] * length, target.bytes, (first + i) * length, length);
        }
      }
      case BINARY -> lookUpBytes(target, count);
    }
  }

  private void lookUpBytes(RawValues target, int count) {
    int[] known = dictionary.offsets;
    int[] offsets = target.offsets;
    int first = target.count;
    long total = offsets[first];
    for (int i = 0; i < count; i++) {
      total += known[ids[i] + 1] - known[ids[i]];
    }
    target.reserveBytes(total);
    int end = offsets[first];
    for (int i = 0; i < count; i++) {
      int from = known[ids[i]];
      int length = known[ids[i] + 1] - from;
      PlainDecoder.copy(dictionary.bytes, from, target.bytes, end, length);
      end += length;
      offsets[first + i + 1] = end;
    }
  }
}
