// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.ColumnVector;
import java.util.Comparator;
import java.util.List;

/**
 * Selects rows for which all operands are true: each operand tests only the rows that the previous
 * ones have kept.
 */
final class AndSelector extends RowSelector {

  private final List<RowSelector> operands;

  AndSelector(List<RowSelector> operands) {
    this.operands = operands.stream().sorted(Comparator.comparingInt(RowSelector::cost)).toList();
  }

  @Override
  int select(List<ColumnVector> vectors, int[] in, int count, int[] out) {
    if (operands.isEmpty()) {
      return copyAll(in, count, out);
    }
    int[] rows = in;
    int left = count;
    for (int i = 0; i < operands.size() && left > 0; i++) {
      left = operands.get(i).select(vectors, rows, left, out);
      rows = out;
    }
    return left;
  }

  @Override
  void reserve(int rows) {
    operands.forEach(operand -> operand.reserve(rows));
  }

  @Override
  int cost() {
    return operands.stream().mapToInt(RowSelector::cost).sum();
  }
}
