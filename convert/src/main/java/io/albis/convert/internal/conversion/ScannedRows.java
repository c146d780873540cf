// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.internal.batch.BatchColumnValues;
import io.albis.convert.internal.row.RowField;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BatchCursor;
import io.albis.reader.BytesView;
import io.albis.reader.DatasetScan;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a scan as objects, in the form of {@link BatchColumnValues#object}, or by the vectors of
 * their columns. Used for comparisons.
 */
final class ScannedRows implements AutoCloseable {

  private final BatchCursor cursor;
  private final List<RowField> columns;
  private final BytesView view = new BytesView();
  private int row;
  private int rowCount;

  /** Opens the rows from one of them on. */
  ScannedRows(DatasetScan scan, long firstRow, long count) {
    this.cursor = scan.batches(firstRow, count);
    this.columns = RowField.of(scan.schema());
  }

  /** Returns whether there is a further row; it is the current one then. */
  boolean hasNext() {
    while (row == rowCount) {
      if (!cursor.next()) {
        return false;
      }
      RowField.load(columns, cursor.batch());
      row = 0;
      rowCount = cursor.batch().rowCount();
    }
    return true;
  }

  /** Returns the number of rows from the current one on that are in the same batch. */
  int remaining() {
    return rowCount - row;
  }

  /** Returns the position of the current row in its batch. */
  int row() {
    return row;
  }

  /** Returns the columns of the batch of the current row. */
  List<RowField> columns() {
    return columns;
  }

  /** Goes on to a later row of the same batch, or to the end of it. */
  void advance(int rows) {
    row += rows;
  }

  /** Returns the values of the current row. */
  List<Object> values() {
    return values(columns, row);
  }

  private List<Object> values(List<RowField> nodes, int at) {
    List<Object> values = new ArrayList<>(nodes.size());
    for (RowField node : nodes) {
      values.add(value(node, at));
    }
    return values;
  }

  /** Returns a value in the form of {@link BatchColumnValues#object}. */
  Object value(RowField node, int at) {
    if (node.isNullAt(at)) {
      return null;
    }
    return switch (node.field().type().nesting()) {
      case STRUCT -> values(node.children(), at);
      case LIST, MAP -> {
        List<Object> elements = new ArrayList<>();
        int start = node.vector().elementStart(at);
        for (int i = start; i < start + node.vector().elementCount(at); i++) {
          Object first = value(node.children().get(0), i);
          elements.add(
              node.children().size() == 1
                  ? first
                  : new SimpleImmutableEntry<>(first, value(node.children().get(1), i)));
        }
        yield elements;
      }
      case NONE ->
          node.field().type().kind() == TypeKind.STRING
              ? BatchColumnValues.text(node.vector().getBytes(at, view).toByteArray())
              : node.vector().getObject(at);
    };
  }

  @Override
  public void close() {
    cursor.close();
  }
}
