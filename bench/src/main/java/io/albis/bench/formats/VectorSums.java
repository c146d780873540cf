// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;

/**
 * Sums the vectors of a library: visits structs and lists down to the vectors that hold values,
 * which each library sums in loops of its own.
 *
 * @param <V> a vector
 */
abstract class VectorSums<V> {

  private final List<Field> fields;
  private final OptionalLong below;
  private final Totals totals;

  VectorSums(ScanRequest request, Totals totals) {
    this.fields = request.schema().fields();
    this.below = request.below();
    this.totals = totals;
  }

  /**
   * The vectors of a batch.
   *
   * @param <V> a vector
   */
  interface Columns<V> {

    /** The first rows of a column. */
    V column(int index, int rows);
  }

  /** Adds the rows of a batch that are selected. */
  final void add(Columns<V> columns, int rowCount) {
    int rows = below.isPresent() ? rowsBelow(columns.column(0, rowCount), rowCount) : rowCount;
    int leaf = 0;
    for (int i = 0; rows > 0 && i < fields.size(); i++) {
      leaf = add(fields.get(i), columns.column(i, rows), rows, leaf);
    }
  }

  /** The number of leading rows of a sorted batch whose value is below the bound. */
  private int rowsBelow(V vector, int rowCount) {
    IntUnaryOperator values = ints(vector);
    int rows = 0;
    while (rows < rowCount && values.applyAsInt(rows) < below.getAsLong()) {
      rows++;
    }
    return rows;
  }

  /** Adds a field and returns the leaf after its leaves. */
  private int add(Field field, V vector, int rows, int firstLeaf) {
    List<Field> children = field.type().children();
    ValueKind kind = ValueKind.of(field.type());
    if (kind == ValueKind.STRUCT) {
      int leaf = firstLeaf;
      for (int i = 0; i < children.size(); i++) {
        leaf = add(children.get(i), child(vector, i, rows), rows, leaf);
      }
      return leaf;
    }
    if (kind == ValueKind.LIST) {
      int elements = elementCount(vector, rows);
      if (elements > 0) {
        add(children.get(0), elements(vector, rows), elements, firstLeaf);
      }
    } else if (kind == ValueKind.DOUBLE) {
      totals.addReals(firstLeaf, valueCount(vector, rows), reals(vector, rows));
    } else {
      totals.addIntegers(firstLeaf, valueCount(vector, rows), integers(field, kind, vector, rows));
    }
    return firstLeaf + 1;
  }

  /** The values of a vector of integers of 4 bytes without nulls. */
  abstract IntUnaryOperator ints(V vector);

  /** A field of a struct, in which the rows of null structs are null. */
  abstract V child(V struct, int index, int rows);

  /** The end of the elements of the first rows, which are in row order. */
  abstract int elementCount(V list, int rows);

  /** The elements of lists, in which those that belong to no list are null. */
  abstract V elements(V list, int rows);

  /** The number of non-null values in the first rows. */
  abstract long valueCount(V vector, int rows);

  /** The sum of the values in the first rows. */
  abstract double reals(V vector, int rows);

  /** The sum of the numbers of values in the first rows, as {@link Totals} defines them. */
  abstract long integers(Field field, ValueKind kind, V vector, int rows);
}
