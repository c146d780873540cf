// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.block;

/** Values of a few rows of a vector, and the results of a test on them. Not thread-safe. */
public final class ValueBlock {

  /** Maximum number of rows: all arrays together fit into the L1 cache. */
  public static final int ROWS = 1024;

  /** Values of up to 8 bytes, or addresses of longer ones. */
  public final long[] values = new long[ROWS];

  /** Number of bytes at the addresses. */
  public final int[] lengths = new int[ROWS];

  /** 1 where a value matches, otherwise 0. */
  public final long[] hits = new long[ROWS];
}
