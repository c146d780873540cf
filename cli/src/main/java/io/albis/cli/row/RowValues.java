// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.row;

import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.reader.RowView;
import io.albis.tools.output.RawText;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads rows as objects, in the form of {@link RowView#materialize}, but without loss: bytes of
 * strings that are not UTF-8 are kept as {@link RawText}. Not thread-safe.
 */
public final class RowValues {

  private final int columns;
  private final BytesView view = new BytesView();

  /**
   * Creates a reader.
   *
   * @param schema of the scan that the rows are of
   */
  public RowValues(Schema schema) {
    this.columns = schema.fields().size();
  }

  /** Returns the values of a row, one for each column. */
  public List<Object> of(RowView row) {
    List<Object> values = new ArrayList<>(columns);
    for (int i = 0; i < columns; i++) {
      values.add(value(row.column(i), row.rowInBatch()));
    }
    return values;
  }

  private Object value(ColumnVector vector, int row) {
    if (vector.isNullAt(row)) {
      return null;
    }
    List<ColumnVector> children = vector.children();
    switch (vector.type().nesting()) {
      case STRUCT -> {
        List<Object> values = new ArrayList<>(children.size());
        for (ColumnVector child : children) {
          values.add(value(child, row));
        }
        return values;
      }
      case LIST, MAP -> {
        List<Object> elements = new ArrayList<>();
        int start = vector.elementStart(row);
        for (int i = start; i < start + vector.elementCount(row); i++) {
          Object first = value(children.get(0), i);
          elements.add(
              children.size() == 1
                  ? first
                  : new SimpleImmutableEntry<>(first, value(children.get(1), i)));
        }
        return elements;
      }
      case NONE -> {
        return vector.type().kind() == TypeKind.STRING
            ? RawText.decode(vector.getBytes(row, view).toByteArray())
            : vector.getObject(row);
      }
    }
    throw new IllegalStateException("Not a vector: " + vector.type());
  }
}
