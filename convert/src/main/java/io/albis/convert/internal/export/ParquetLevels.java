// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.row.RowField;
import io.albis.format.schema.Nesting;
import io.albis.reader.ColumnVector;
import java.util.Arrays;
import java.util.List;

/**
 * The repetition and definition levels of a leaf, computed from offsets and nulls, level by level.
 * Not thread-safe.
 */
final class ParquetLevels {

  private final List<RowField> path;

  /** Entry by entry: the row of the leaf's vector, or -1 if there is no value. */
  private int[] rows = {};

  private int[] repetition = {};

  /** Only valid where there is no value; values have the maximum level. */
  private int[] definition = {};

  private int[] nextRows = {};
  private int[] nextRepetition = {};
  private int[] nextDefinition = {};
  private int count;

  /**
   * Creates the levels of a leaf.
   *
   * @param path the fields from the column to the leaf
   */
  ParquetLevels(List<RowField> path) {
    this.path = path;
  }

  /** Returns the number of entries. */
  int count() {
    return count;
  }

  /** Returns the row of each entry in the leaf's vector, -1 for no value; reused. */
  int[] rows() {
    return rows;
  }

  /** Returns the repetition levels; reused. */
  int[] repetition() {
    return repetition;
  }

  /** Returns the definition levels of entries without a value; reused. */
  int[] definition() {
    return definition;
  }

  /** Computes the levels of some rows of the current batch. */
  void compute(int start, int rowCount) {
    ensure(rowCount);
    for (int i = 0; i < rowCount; i++) {
      rows[i] = start + i;
    }
    Arrays.fill(repetition, 0, rowCount, 0);
    count = rowCount;
    int definitionLevel = 0;
    int repetitionLevel = 0;
    for (RowField node : path) {
      if (node.field().nullable()) {
        if (node.hasNulls()) {
          removeNulls(node.vector(), definitionLevel);
        }
        definitionLevel++;
      }
      Nesting nesting = node.field().type().nesting();
      if (nesting == Nesting.LIST || nesting == Nesting.MAP) {
        repetitionLevel++;
        expand(node.vector(), definitionLevel, repetitionLevel);
        definitionLevel++;
      }
    }
  }

  private void ensure(int entries) {
    if (rows.length < entries) {
      int length = Math.max(entries, rows.length * 2);
      rows = Arrays.copyOf(rows, length);
      repetition = Arrays.copyOf(repetition, length);
      definition = Arrays.copyOf(definition, length);
    }
  }

  private void removeNulls(ColumnVector vector, int level) {
    for (int i = 0; i < count; i++) {
      if (rows[i] >= 0 && vector.isNullAt(rows[i])) {
        rows[i] = -1;
        definition[i] = level;
      }
    }
  }

  /** Replaces lists by their elements; an empty list stays as one entry without a value. */
  private void expand(ColumnVector lists, int level, int repetitionLevel) {
    int total = 0;
    for (int i = 0; i < count; i++) {
      total += rows[i] < 0 ? 1 : Math.max(1, lists.elementCount(rows[i]));
    }
    if (nextRows.length < total) {
      int length = Math.max(total, nextRows.length * 2);
      nextRows = new int[length];
      nextRepetition = new int[length];
      nextDefinition = new int[length];
    }
    int next = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      int elements = row < 0 ? 0 : lists.elementCount(row);
      nextRepetition[next] = repetition[i];
      if (elements == 0) {
        nextDefinition[next] = row < 0 ? definition[i] : level;
        nextRows[next++] = -1;
      } else {
        int first = lists.elementStart(row);
        nextRows[next++] = first;
        for (int k = 1; k < elements; k++) {
          nextRepetition[next] = repetitionLevel;
          nextRows[next++] = first + k;
        }
      }
    }
    swap();
    count = total;
  }

  private void swap() {
    int[] swapped = rows;
    rows = nextRows;
    nextRows = swapped;
    swapped = repetition;
    repetition = nextRepetition;
    nextRepetition = swapped;
    swapped = definition;
    definition = nextDefinition;
    nextDefinition = swapped;
  }
}
