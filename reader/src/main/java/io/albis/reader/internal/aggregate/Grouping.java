// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.util.Arrays;

/** Numbers the groups of rows with equal values in all grouping columns. */
final class Grouping {

  private final KeyColumn[] columns;

  /** Combine the first columns with the next one each: one fewer than columns. */
  private final PairIds[] pairs;

  /** The numbers of the groups of the rows of a block. */
  private final int[] ids = new int[BatchBlock.ROWS];

  private final int[] next = new int[BatchBlock.ROWS];

  Grouping(KeyColumn[] columns) {
    this.columns = columns;
    this.pairs = new PairIds[Math.max(0, columns.length - 1)];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = new PairIds();
    }
  }

  /** Finds the groups of the rows of a block; returns the group if all are of one, otherwise -1. */
  int find(BatchBlock block) {
    if (columns.length == 0) {
      return 0;
    }
    int only = columns[0].find(block, ids);
    for (int i = 1; i < columns.length; i++) {
      int count = i == 1 ? columns[0].count() : pairs[i - 2].count();
      int nextOnly = columns[i].find(block, next);
      // All rows of a block with one value of both have one group.
      boolean isOne = only >= 0 && nextOnly >= 0;
      int rows = isOne ? 1 : block.count;
      pairs[i - 1].find(ids, count, next, columns[i].count(), rows, ids);
      only = isOne ? ids[0] : -1;
      if (isOne && i + 1 < columns.length) {
        Arrays.fill(ids, 0, block.count, only);
      }
    }
    return only;
  }

  /** Adds the groups of another object; returns by their numbers those that they have here. */
  int[] merge(Grouping other) {
    int[] merged = new int[other.count()];
    int[][] values = new int[columns.length][];
    for (int i = 0; i < columns.length; i++) {
      values[i] = columns[i].merge(other.columns[i]);
    }
    for (int from = 0; from < merged.length && columns.length > 0; from += BatchBlock.ROWS) {
      int rows = Math.min(BatchBlock.ROWS, merged.length - from);
      for (int row = 0; row < rows; row++) {
        ids[row] = values[0][other.value(from + row, 0)];
      }
      for (int i = 1; i < columns.length; i++) {
        for (int row = 0; row < rows; row++) {
          next[row] = values[i][other.value(from + row, i)];
        }
        int count = i == 1 ? columns[0].count() : pairs[i - 2].count();
        pairs[i - 1].find(ids, count, next, columns[i].count(), rows, ids);
      }
      System.arraycopy(ids, 0, merged, from, rows);
    }
    return merged;
  }

  /** The groups that were found. */
  int[] ids() {
    return ids;
  }

  int count() {
    return switch (columns.length) {
      case 0 -> 1;
      case 1 -> columns[0].count();
      default -> pairs[pairs.length - 1].count();
    };
  }

  /** The bytes of all distinct strings that are kept. */
  long stringBytes() {
    long bytes = 0;
    for (KeyColumn column : columns) {
      bytes += column.stringBytes();
    }
    return bytes;
  }

  /** The number of columns. */
  int columns() {
    return columns.length;
  }

  KeyColumn column(int column) {
    return columns[column];
  }

  /** The number of the value of a group in a column. */
  int value(int group, int column) {
    int id = group;
    for (int i = columns.length - 1; i > column; i--) {
      id = pairs[i - 1].first(id);
    }
    return column == 0 ? id : pairs[column - 1].second(id);
  }

  void clear() {
    for (KeyColumn column : columns) {
      column.clear();
    }
    for (PairIds pair : pairs) {
      pair.clear();
    }
  }
}
