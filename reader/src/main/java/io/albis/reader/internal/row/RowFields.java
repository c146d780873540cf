// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.List;

/** The columns of a row by ordinal: the fields of a projected schema, or of a struct in it. */
public final class RowFields {

  private final List<Field> fields;
  private final String prefix;

  /** Whether these are the fields of a struct that is null in some rows, and they with it. */
  private final boolean areNullable;

  private RowFields(List<Field> fields, String prefix, boolean areNullable) {
    this.fields = fields;
    this.prefix = prefix;
    this.areNullable = areNullable;
  }

  /** Returns the columns of a schema whose fields have ids. */
  public static RowFields of(Schema schema) {
    return new RowFields(schema.fields(), "", false);
  }

  /** Returns the fields of the struct at an ordinal. */
  RowFields struct(int ordinal) {
    return new RowFields(type(ordinal).children(), path(ordinal) + ".", isNullable(ordinal));
  }

  /** Whether these are the fields of a struct. */
  boolean areOfStruct() {
    return !prefix.isEmpty();
  }

  /** Number of columns. */
  public int size() {
    return fields.size();
  }

  /** Returns the field of an ordinal, which a user may have passed. */
  Field field(int ordinal) {
    if (ordinal < 0 || ordinal >= fields.size()) {
      throw new IndexOutOfBoundsException(
          "Invalid ordinal: " + ordinal + " (expected 0 to " + (fields.size() - 1) + ")");
    }
    return fields.get(ordinal);
  }

  Type type(int ordinal) {
    return field(ordinal).type();
  }

  String path(int ordinal) {
    return prefix + Field.quote(field(ordinal).name());
  }

  /** Whether the field or a struct around it is nullable. */
  boolean isNullable(int ordinal) {
    return areNullable || field(ordinal).nullable();
  }

  /** Returns a builder of shapes for these columns. */
  public RowShapeBuilder shapeBuilder() {
    return new RowShapeBuilder(this);
  }
}
