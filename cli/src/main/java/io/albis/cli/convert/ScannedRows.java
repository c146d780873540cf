// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.row.RowColumn;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.vector.BytesView;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a scan as objects, in the form of {@link CollectedValue}. Used for comparisons; not
 * optimized.
 */
final class ScannedRows implements AutoCloseable {

  private final BatchCursor cursor;
  private final List<RowColumn> columns;
  private final BytesView view = new BytesView();
  private int row = -1;
  private int rowCount;

  /** Opens the rows from one of them on. */
  ScannedRows(DatasetScan scan, long firstRow, long count) {
    this.cursor = scan.batches(firstRow, count);
    this.columns = RowColumn.of(scan.schema());
  }

  /** Advances to the next row; returns false at the end. */
  boolean next() {
    if (++row >= rowCount) {
      if (!cursor.next()) {
        return false;
      }
      RowColumn.load(columns, cursor.batch());
      row = 0;
      rowCount = cursor.batch().rowCount();
    }
    return true;
  }

  /** Returns the values of the row. */
  List<Object> values() {
    return values(columns, row);
  }

  private List<Object> values(List<RowColumn> nodes, int at) {
    List<Object> values = new ArrayList<>(nodes.size());
    for (RowColumn node : nodes) {
      values.add(value(node, at));
    }
    return values;
  }

  private Object value(RowColumn node, int at) {
    if (node.isNullAt(at)) {
      return null;
    }
    return switch (node.field().type().nesting()) {
      case STRUCT -> values(node.children(), at);
      case LIST -> {
        List<Object> elements = new ArrayList<>();
        int start = node.vector().elementStart(at);
        for (int i = start; i < start + node.vector().elementCount(at); i++) {
          elements.add(value(node.children().get(0), i));
        }
        yield elements;
      }
      case MAP -> {
        List<Object> entries = new ArrayList<>();
        int start = node.vector().elementStart(at);
        for (int i = start; i < start + node.vector().elementCount(at); i++) {
          Object key = value(node.children().get(0), i);
          entries.add(new SimpleImmutableEntry<>(key, value(node.children().get(1), i)));
        }
        yield entries;
      }
      case NONE ->
          node.field().type().kind() == TypeKind.STRING
              ? CollectedValue.text(node.vector().getBytes(at, view).toByteArray())
              : node.vector().getObject(at);
    };
  }

  @Override
  public void close() {
    cursor.close();
  }
}
