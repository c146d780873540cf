// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.row;

import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnBatch;
import io.albis.reader.vector.ColumnVector;
import java.util.ArrayList;
import java.util.List;

/** A column or nested field, and its vector in the current batch. Not thread-safe. */
public final class RowColumn {

  private final Field field;
  private final String path;
  private final List<RowColumn> children = new ArrayList<>();

  /** Ordinal of the leaf; -1 for a struct that is not inside a list or map, and below a leaf. */
  private final int ordinal;

  /** Null for a struct without a vector that says which rows are null. */
  private ColumnVector vector;

  private RowColumn(Field field, String path, int ordinal) {
    this.field = field;
    this.path = path;
    this.ordinal = ordinal;
  }

  /** Returns the columns of batches with a schema. */
  public static List<RowColumn> of(Schema schema) {
    return new Builder().nodes(schema.fields(), "", true);
  }

  private static final class Builder {
    private int leaves;

    List<RowColumn> nodes(List<Field> fields, String prefix, boolean areStored) {
      List<RowColumn> nodes = new ArrayList<>();
      for (Field field : fields) {
        nodes.add(node(field, prefix + field.name(), areStored));
      }
      return nodes;
    }

    private RowColumn node(Field field, String path, boolean isStored) {
      boolean isStruct = field.type().nesting() == Nesting.STRUCT;
      RowColumn node = new RowColumn(field, path, isStored && !isStruct ? leaves++ : -1);
      node.children.addAll(nodes(field.type().children(), path + ".", isStored && isStruct));
      return node;
    }
  }

  /** Points this column and its children to a batch. */
  public void load(ColumnBatch batch) {
    if (ordinal >= 0) {
      bind(batch.column(ordinal));
    } else {
      vector = batch.presence(field.id()).orElse(null);
      for (RowColumn child : children) {
        child.load(batch);
      }
    }
  }

  private void bind(ColumnVector bound) {
    vector = bound;
    for (int i = 0; i < children.size(); i++) {
      children.get(i).bind(bound.children().get(i));
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
  public List<RowColumn> children() {
    return children;
  }

  /** Returns the vector; only of its nulls if this is a struct, and null if it has no nulls. */
  public ColumnVector vector() {
    return vector;
  }

  /** Returns whether some rows may be null. */
  public boolean hasNulls() {
    return vector != null && vector.hasNulls();
  }

  /** Returns whether a row is null. */
  public boolean isNullAt(int row) {
    return vector != null && vector.isNullAt(row);
  }
}
