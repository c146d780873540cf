// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

/**
 * Sorted rows in a temporary file, as blocks.
 *
 * @param start of the first block
 * @param end of the last block
 */
record Run(SpillFile file, long start, long end) {

  /** Bytes before each block: its length and its CRC32C. */
  static final int BLOCK_HEADER = 2 * Integer.BYTES;
}
