// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.append;

import io.albis.convert.internal.batch.ColumnValues;
import io.albis.format.schema.Type;
import io.albis.writer.BatchColumn;
import java.util.ArrayList;
import java.util.List;

/** Sets a column of a table from one of an input that differs in its type or in its fields. */
final class MappedColumn {

  private final ColumnMapping mapping;
  private final BatchColumn target;

  /** By child of the input; null if it is not written. */
  private final List<MappedColumn> children = new ArrayList<>();

  MappedColumn(ColumnMapping mapping, BatchColumn target) {
    this.mapping = mapping;
    this.target = target;
    for (int i = 0; i < mapping.positions().size(); i++) {
      int position = mapping.positions().get(i);
      children.add(
          position == ColumnMapping.DISCARDED
              ? null
              : new MappedColumn(mapping.children().get(i), target.child(position)));
    }
  }

  /** Sets the elements of the next batch. */
  void set(ColumnValues input, int count) {
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

  private void setChildren(ColumnValues input, int count) {
    for (int i = 0; i < children.size(); i++) {
      if (children.get(i) != null) {
        children.get(i).set(input.child(i), count);
      }
    }
  }

  private void setValues(ColumnValues input, int count) {
    Type type = mapping.type();
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

  private static long[] numbers(ColumnValues input, int count) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = input.number(i);
    }
    return numbers;
  }
}
