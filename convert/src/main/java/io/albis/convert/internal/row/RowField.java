// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.row;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import java.util.ArrayList;
import java.util.List;

/** A column or nested field, and its vector in the current batch. Not thread-safe. */
public final class RowField {

  private final Field field;
  private final String path;
  private final List<RowField> children = new ArrayList<>();

  /** Null before the first batch. */
  private ColumnVector vector;

  private RowField(Field field, String path) {
    this.field = field;
    this.path = path;
    this.children.addAll(of(field.type().children(), path + "."));
  }

  /** Returns the columns of batches with a schema. */
  public static List<RowField> of(Schema schema) {
    return of(schema.fields(), "");
  }

  private static List<RowField> of(List<Field> fields, String prefix) {
    List<RowField> columns = new ArrayList<>();
    for (Field field : fields) {
      columns.add(new RowField(field, prefix + field.name()));
    }
    return columns;
  }

  /** Points columns with all that is in them to a batch with their schema. */
  public static void load(List<RowField> columns, ColumnBatch batch) {
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).bind(batch.column(i));
    }
  }

  private void bind(ColumnVector bound) {
    vector = bound;
    for (int i = 0; i < children.size(); i++) {
      children.get(i).bind(bound.child(i));
    }
  }

  /** Returns the column or field. */
  public Field field() {
    return field;
  }

  /** Returns the path of the field, for messages. */
  public String path() {
    return path;
  }

  /** Returns the fields of a struct, the element of a list, key and value of a map. */
  public List<RowField> children() {
    return children;
  }

  /** Returns the vector. */
  public ColumnVector vector() {
    return vector;
  }

  /** Returns whether some rows may be null. */
  public boolean hasNulls() {
    return vector.hasNulls();
  }

  /** Returns whether a row is null. */
  public boolean isNullAt(int row) {
    return vector.isNullAt(row);
  }
}
