// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.List;

/** Where a column is in a batch. */
final class Place {

  /** Position of the column among the vectors, then of a field in each struct. */
  final int[] position;

  final Type type;
  final boolean isNullable;

  private Place(int[] position, Type type, boolean isNullable) {
    this.position = position;
    this.type = type;
    this.isNullable = isNullable;
  }

  /** Finds a column; {@code path} may lead into structs. */
  static Place of(String path, Schema schema) {
    Field whole = schema.field(path);
    int top = schema.fields().stream().map(Field::name).toList().indexOf(path);
    if (top >= 0) {
      return new Place(new int[] {top}, whole.type(), whole.nullable());
    }
    List<String> names = Schema.namesOf(path);
    int[] position = new int[names.size()];
    position[0] = schema.ordinal(names.get(0));
    Field field = schema.fields().get(position[0]);
    boolean isNullable = field.nullable();
    for (int i = 1; i < position.length; i++) {
      if (field.type().isRepeated()) {
        throw new InvalidArgumentException(
            "Cannot aggregate column " + path + ": it is inside of a list or map");
      }
      List<Field> children = field.type().children();
      position[i] = children.stream().map(Field::name).toList().indexOf(names.get(i));
      if (position[i] < 0) {
        throw InvalidArgumentException.unknownColumn(path, schema.paths());
      }
      field = children.get(position[i]);
      isNullable |= field.nullable();
    }
    return new Place(position, field.type(), isNullable);
  }
}
