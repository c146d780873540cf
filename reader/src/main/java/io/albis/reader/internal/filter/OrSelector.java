// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.ColumnVector;
import java.util.Comparator;
import java.util.List;

/**
 * Selects rows for which an operand is true: each operand tests only the rows that the previous
 * ones have not selected.
 */
final class OrSelector extends RowSelector {

  private final List<RowSelector> operands;
  private int[] rest = {};
  private int[] found = {};

  /** Whether each row of the batch is selected. All false between calls. */
  private boolean[] isTaken = {};

  OrSelector(List<RowSelector> operands) {
    this.operands = operands.stream().sorted(Comparator.comparingInt(RowSelector::cost)).toList();
  }

  @Override
  int select(List<ColumnVector> vectors, int[] in, int count, int[] out) {
    int[] rows = in;
    int left = count;
    int taken = 0;
    for (int i = 0; i < operands.size() && left > 0; i++) {
      int matches = operands.get(i).select(vectors, rows, left, found);
      for (int k = 0; k < matches; k++) {
        isTaken[found[k]] = true;
      }
      taken += matches;
      if (i + 1 < operands.size()) {
        left = remove(rows, left);
        rows = rest;
      }
    }
    return taken == 0 ? 0 : collect(in, count, out);
  }

  /** Keeps the rows that are not selected in {@link #rest}. */
  private int remove(int[] rows, int count) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      int row = rows == null ? i : rows[i];
      rest[left] = row;
      left += isTaken[row] ? 0 : 1;
    }
    return left;
  }

  private int collect(int[] in, int count, int[] out) {
    int taken = 0;
    for (int i = 0; i < count; i++) {
      int row = in == null ? i : in[i];
      if (isTaken[row]) {
        isTaken[row] = false;
        out[taken++] = row;
      }
    }
    return taken;
  }

  @Override
  void reserve(int rows) {
    operands.forEach(operand -> operand.reserve(rows));
    if (rest.length < rows) {
      rest = new int[rows];
      found = new int[rows];
      isTaken = new boolean[rows];
    }
  }

  @Override
  int cost() {
    return operands.stream().mapToInt(RowSelector::cost).sum();
  }
}
