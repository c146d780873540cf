// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.reader.ColumnVector;

/**
 * The elements of consecutive lists or maps, in the child vectors.
 *
 * @param start the first element
 * @param count the number of elements
 */
record ElementRange(int start, int count) {

  /**
   * Returns the range that contains the elements of some rows: offsets never decrease.
   *
   * @param vector of a list or map
   * @param rows at least one
   */
  static ElementRange of(ColumnVector vector, int firstRow, int rows) {
    int start = vector.elementStart(firstRow);
    int last = firstRow + rows - 1;
    int end = vector.elementStart(last) + vector.elementCount(last);
    return new ElementRange(start, end - start);
  }
}
