// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import java.io.IOException;

/** Rows in order, read one after another. */
interface SortedRows {

  /**
   * Reads the next row.
   *
   * @param key is filled with its key
   * @param row is filled with its bytes
   * @return false if there is none
   */
  boolean next(RowBytes key, RowBytes row) throws IOException;

  /** Releases the memory. Idempotent. */
  void release();
}
