// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.append;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * How the fields of a column of an input become those of a column of a table: by name, in any
 * order. Immutable.
 *
 * @param type of the column of the table; null for a column that is not written, and for the
 *     columns of a table
 * @param positions by field of the input: the position of the same field in the table; {@link
 *     #DISCARDED} if it is not written
 * @param children by field of the input: how what is nested in it is mapped
 * @param isSame whether values are written as they are
 */
record ColumnMapping(
    Type type, List<Integer> positions, List<ColumnMapping> children, boolean isSame) {

  private static final ColumnMapping OF_NOTHING =
      new ColumnMapping(null, List.of(), List.of(), false);

  /** The position of a field of the input that is not written. */
  static final int DISCARDED = -1;

  /** Maps the columns of an input that fits ({@link AppendCheck}). */
  static ColumnMapping of(Schema input, Schema table) {
    return byName(null, input.fields(), table.fields());
  }

  private static ColumnMapping of(Type input, Type type) {
    return switch (type.nesting()) {
      case NONE -> new ColumnMapping(type, List.of(), List.of(), input.equals(type));
      case STRUCT -> byName(type, input.children(), type.children());
      case LIST, MAP -> {
        // Elements, keys and values, whatever their names are.
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < type.children().size(); i++) {
          positions.add(i);
        }
        yield of(type, positions, input.children(), type.children());
      }
    };
  }

  private static ColumnMapping byName(Type type, List<Field> inputs, List<Field> fields) {
    return of(
        type,
        inputs.stream().map(input -> position(fields, input.name())).toList(),
        inputs,
        fields);
  }

  private static ColumnMapping of(
      Type type, List<Integer> positions, List<Field> inputs, List<Field> fields) {
    List<ColumnMapping> children = new ArrayList<>();
    boolean isSame = inputs.size() == fields.size();
    for (int i = 0; i < inputs.size(); i++) {
      int position = positions.get(i);
      ColumnMapping child =
          position == DISCARDED
              ? OF_NOTHING
              : of(inputs.get(i).type(), fields.get(position).type());
      children.add(child);
      isSame &= position == i && child.isSame();
    }
    return new ColumnMapping(type, positions, children, isSame);
  }

  /** Returns the position of a field, or -1. */
  static int position(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    return DISCARDED;
  }
}
