// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Where the buffers of the nodes of a cached batch are: of each column, and of each child of its
 * type, in depth-first order. Offsets are relative to the first byte of the batch.
 */
final class NodePlaces {

  /** The offset of a buffer that does not exist. */
  static final long NONE = -1;

  private static final int ROWS = 0;
  private static final int VALIDITY = 1;
  private static final int VALUES = 2;
  private static final int DATA = 3;
  private static final int DATA_LENGTH = 4;
  private static final int WORDS = 5;

  private final long[] words;

  NodePlaces(int nodes) {
    this.words = new long[nodes * WORDS];
  }

  private NodePlaces(long[] words) {
    this.words = words;
  }

  void setRows(int node, int rows, long validity) {
    words[node * WORDS + ROWS] = rows;
    words[node * WORDS + VALIDITY] = validity;
  }

  void setValues(int node, long values) {
    words[node * WORDS + VALUES] = values;
  }

  void setData(int node, long data, long length) {
    words[node * WORDS + DATA] = data;
    words[node * WORDS + DATA_LENGTH] = length;
  }

  int rows(int node) {
    return (int) words[node * WORDS + ROWS];
  }

  /** The offset of the validity bits; {@link #NONE} if nothing is null. */
  long validity(int node) {
    return words[node * WORDS + VALIDITY];
  }

  /** The offset of values or offsets. */
  long values(int node) {
    return words[node * WORDS + VALUES];
  }

  /** The offset of the bytes of strings. */
  long data(int node) {
    return words[node * WORDS + DATA];
  }

  long dataLength(int node) {
    return words[node * WORDS + DATA_LENGTH];
  }

  /** The bytes of this object on the heap. */
  long heapBytes() {
    return 40 + (long) words.length * Long.BYTES;
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(words.length / WORDS);
    for (long word : words) {
      out.writeLong(word);
    }
  }

  static NodePlaces read(DataInput in) throws IOException {
    long[] words = new long[in.readInt() * WORDS];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.readLong();
    }
    return new NodePlaces(words);
  }
}
