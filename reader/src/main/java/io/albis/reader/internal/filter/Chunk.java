// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

/** Values of some rows of a vector and what a test says of them. For one thread. */
final class Chunk {

  /** The most rows: all arrays together stay in the first cache of a processor. */
  static final int ROWS = 1024;

  /** Values of up to 8 bytes, or addresses of longer ones. */
  final long[] values = new long[ROWS];

  /** Number of bytes at the addresses. */
  final int[] lengths = new int[ROWS];

  /** 1 where a value matches, otherwise 0. */
  final byte[] hits = new byte[ROWS];
}
