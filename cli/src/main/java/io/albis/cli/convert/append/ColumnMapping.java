// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.append;

import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * How fields of an input become those of a table: by name, in any order. Immutable.
 *
 * @param fields fields of the table: all columns, or those of a struct; of a list its element, of a
 *     map key and value
 * @param positions by field of the input: the position of the same field in the table; {@link
 *     #DISCARDED} if it is not written
 * @param children by field of the input: how what is nested in it is mapped
 * @param missing positions of fields of the table that the input does not have
 * @param isSame whether only the order of the fields differs, and nothing below them but fields
 *     that are not written
 */
record ColumnMapping(
    List<Field> fields,
    List<Integer> positions,
    List<ColumnMapping> children,
    List<Integer> missing,
    boolean isSame) {

  private static final ColumnMapping OF_NOTHING =
      new ColumnMapping(List.of(), List.of(), List.of(), List.of(), true);

  /** The position of a field of the input that is not written. */
  static final int DISCARDED = -1;

  /** Maps the columns of an input that fits ({@link AppendCheck}). */
  static ColumnMapping of(Schema input, Schema table) {
    return byName(input.fields(), table.fields());
  }

  private static ColumnMapping byName(List<Field> inputs, List<Field> fields) {
    List<Integer> positions = new ArrayList<>();
    List<ColumnMapping> children = new ArrayList<>();
    boolean isSame = true;
    for (Field input : inputs) {
      int position = position(fields, input.name());
      positions.add(position);
      if (position == DISCARDED) {
        children.add(OF_NOTHING);
        continue;
      }
      Field field = fields.get(position);
      ColumnMapping nested = nested(input.type(), field.type());
      children.add(nested);
      isSame &= isSame(input, field) && nested.isInOrder();
    }
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      if (!positions.contains(i)) {
        missing.add(i);
      }
    }
    return new ColumnMapping(fields, positions, children, missing, isSame);
  }

  private static ColumnMapping nested(Type input, Type type) {
    return switch (type.nesting()) {
      case NONE -> OF_NOTHING;
      case STRUCT -> byName(input.children(), type.children());
      case LIST, MAP -> byPosition(input.children(), type.children());
    };
  }

  /** Elements, keys and values, whatever their names are. */
  private static ColumnMapping byPosition(List<Field> inputs, List<Field> fields) {
    List<Integer> positions = new ArrayList<>();
    List<ColumnMapping> children = new ArrayList<>();
    boolean isSame = true;
    for (int i = 0; i < fields.size(); i++) {
      positions.add(i);
      ColumnMapping nested = nested(inputs.get(i).type(), fields.get(i).type());
      children.add(nested);
      isSame &= isSame(inputs.get(i), fields.get(i)) && nested.isInOrder();
    }
    return new ColumnMapping(fields, positions, children, List.of(), isSame);
  }

  /** Whether values of a field are written in the same way, apart from what is nested in it. */
  private static boolean isSame(Field input, Field field) {
    return (field.nullable() || !input.nullable())
        && (field.type().nesting() != Nesting.NONE || field.type().equals(input.type()));
  }

  private boolean isInOrder() {
    int next = 0;
    for (int position : positions) {
      if (position != DISCARDED && position != next++) {
        return false;
      }
    }
    return isSame && missing.isEmpty();
  }

  /** Returns whether a field in any depth is not written. */
  boolean discardsFields() {
    return positions.contains(DISCARDED)
        || children.stream().anyMatch(ColumnMapping::discardsFields);
  }

  /** Returns the position of a field, or -1. */
  static int position(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
