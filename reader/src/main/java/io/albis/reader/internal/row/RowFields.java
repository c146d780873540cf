// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.format.schema.Field;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.Arrays;
import java.util.List;

/** The columns of a row by ordinal: the fields of a projected schema, or of a struct in it. */
public final class RowFields {

  /** Means that {@code getBytes} does not read a column. */
  static final int NO_BYTES = -1;

  /** Means that values have a slot. */
  static final int VARIABLE = -2;

  private final List<Field> fields;

  /** Of the fields: an array, since lists of few elements have another class than long ones. */
  private final Type[] types;

  private final int[] bytesWidths;

  private final String prefix;

  /** Whether these are the fields of a struct that is null in some rows, and they with it. */
  private final boolean areNullable;

  private RowFields(List<Field> fields, String prefix, boolean areNullable) {
    this.fields = fields;
    this.types = fields.stream().map(Field::type).toArray(Type[]::new);
    this.bytesWidths = Arrays.stream(types).mapToInt(RowFields::bytesWidth).toArray();
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
    return types.length;
  }

  /** Returns the field of an ordinal, which a user may have passed. */
  Field field(int ordinal) {
    requireValid(ordinal);
    return fields.get(ordinal);
  }

  /** Returns the type of an ordinal, which a user may have passed. */
  Type type(int ordinal) {
    requireValid(ordinal);
    return types[ordinal];
  }

  /**
   * Returns the bytes of a value that {@code getBytes} reads, {@link #VARIABLE} or {@link
   * #NO_BYTES}.
   */
  int bytesWidth(int ordinal) {
    requireValid(ordinal);
    return bytesWidths[ordinal];
  }

  private static int bytesWidth(Type type) {
    if (type.isVariableLength()) {
      return VARIABLE;
    }
    return type.kind() == TypeKind.FIXED_BINARY || type.physicalType() == PhysicalType.DECIMAL128
        ? type.fixedWidth()
        : NO_BYTES;
  }

  private void requireValid(int ordinal) {
    if (ordinal < 0 || ordinal >= types.length) {
      throw new IndexOutOfBoundsException(
          "Invalid ordinal: " + ordinal + " (expected 0 to " + (types.length - 1) + ")");
    }
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
