// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.append;

import io.albis.convert.internal.batch.BatchColumnValues;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Type;
import io.albis.writer.BatchColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Sets a column of a table from one of an input, which fits it ({@link AppendCheck}). Fields of
 * structs are found by name, in any order; those that the table does not have are not written.
 */
final class MappedColumn {

  private final Type type;
  private final BatchColumn target;

  /** By child of the input; null if it is not written. */
  private final List<MappedColumn> children = new ArrayList<>();

  private final boolean isSame;

  /**
   * Maps a column.
   *
   * @param type of the column of the table
   */
  MappedColumn(Type input, Type type, BatchColumn target) {
    this.type = type;
    this.target = target;
    List<Field> fields = type.children();
    boolean isStruct = type.nesting() == Nesting.STRUCT;
    boolean areSame = input.children().size() == fields.size();
    for (int i = 0; i < input.children().size(); i++) {
      Field child = input.children().get(i);
      // Elements, keys and values have the same position, whatever their names are.
      int position = isStruct ? position(fields, child.name()) : i;
      MappedColumn mapped =
          position < 0
              ? null
              : new MappedColumn(child.type(), fields.get(position).type(), target.child(position));
      children.add(mapped);
      areSame &= position == i && mapped.isSame;
    }
    this.isSame = type.nesting() == Nesting.NONE ? input.equals(type) : areSame;
  }

  /** Returns the position of a field, or -1. */
  static int position(List<Field> fields, String name) {
    return fields.stream().map(Field::name).toList().indexOf(name);
  }

  /** Returns whether values are written as they are. */
  boolean isSame() {
    return isSame;
  }

  /** Returns the column of the table. */
  BatchColumn target() {
    return target;
  }

  /** Sets the elements of the next batch. */
  void set(BatchColumnValues input, int count) {
    input.copyNulls(target);
    if (!input.hasValues()) {
      return;
    }
    switch (input.type().nesting()) {
      case NONE -> setValues(input, count);
      case STRUCT -> setChildren(input, count);
      case LIST, MAP -> {
        input.copyValues(target);
        setChildren(input, count == 0 ? 0 : input.end(count - 1));
      }
    }
  }

  private void setChildren(BatchColumnValues input, int count) {
    for (int i = 0; i < children.size(); i++) {
      if (children.get(i) != null) {
        children.get(i).set(input.child(i), count);
      }
    }
  }

  private void setValues(BatchColumnValues input, int count) {
    if (input.type().physicalType() == type.physicalType()) {
      input.copyValues(target);
      return;
    }
    switch (type.physicalType()) {
      case INT16 -> {
        short[] wider = new short[count];
        for (int i = 0; i < count; i++) {
          wider[i] = (short) input.number(i);
        }
        target.setShorts(wider);
      }
      case INT32 -> {
        int[] wider = new int[count];
        for (int i = 0; i < count; i++) {
          wider[i] = (int) input.number(i);
        }
        target.setInts(wider);
      }
      case INT64 -> target.setLongs(numbers(input, count));
      case DOUBLE -> {
        double[] wider = new double[count];
        for (int i = 0; i < count; i++) {
          wider[i] = Float.intBitsToFloat((int) input.number(i));
        }
        target.setDoubles(wider);
      }
      case DECIMAL64, DECIMAL128 -> target.setUnscaledDecimals(numbers(input, count));
      case BOOLEAN, INT8, FLOAT, DECIMAL32, STRING, BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Cannot widen " + input.type() + " to " + type);
    }
  }

  private static long[] numbers(BatchColumnValues input, int count) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = input.number(i);
    }
    return numbers;
  }
}
