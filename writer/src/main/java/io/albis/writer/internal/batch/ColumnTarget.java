// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.batch;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.nested.NestedColumn;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.rowgroup.RowGroupBuilder;
import java.util.List;

/** Where the values of a field that is in no list or map are written. */
abstract class ColumnTarget {

  private final Field field;
  private final ColumnInput input;

  private ColumnTarget(Field field, ColumnInput input) {
    this.field = field;
    this.input = input;
  }

  static ColumnTarget of(Field field, ColumnInput input, WritePlan plan, RowGroupBuilder builder) {
    int leaf = plan.leafIndex(field.id());
    if (field.type().nesting() == Nesting.STRUCT) {
      return new Struct(field, input, leaf, plan, builder);
    }
    NestedColumn nested = builder.nested(leaf);
    return nested != null
        ? new Nested(field, input, nested)
        : new Flat(field, input, leaf, builder);
  }

  /**
   * Writes values to rows from the current one on.
   *
   * @param mask address of a byte for each row, 0 where an enclosing struct is null; 0 if there is
   *     none
   * @throws InvalidArgumentException if a value is invalid; then nothing is left in nested columns
   */
  abstract void put(int from, int count, long mask);

  /** Removes the last rows of lists and maps. */
  abstract void removeNested(int count);

  final ColumnInput input() {
    return input;
  }

  /** Checks that a required field has values, except where an enclosing struct is null. */
  final void requireValues(long flags, int from, int count, long mask) {
    if (field.nullable()) {
      return;
    }
    for (int r = 0; r < count; r++) {
      if (Memory.getByte(flags + r) == 0 && (mask == 0 || Memory.getByte(mask + r) != 0)) {
        throw new InvalidArgumentException(
            "Cannot end batch: column "
                + input.path()
                + " of type "
                + field.type()
                + " has no value in row "
                + (from + r)
                + " of the batch (expected one, it is required)");
      }
    }
  }

  /** A leaf other than lists and maps. */
  private static final class Flat extends ColumnTarget {
    private final int leaf;
    private final RowGroupBuilder builder;
    private final FlatRows rows;

    Flat(Field field, ColumnInput input, int leaf, RowGroupBuilder builder) {
      super(field, input);
      this.leaf = leaf;
      this.builder = builder;
      this.rows = builder.flat();
    }

    @Override
    void put(int from, int count, long mask) {
      long flags = rows.flag(leaf);
      input().putFlags(from, count, flags, rows.hasDefault(leaf), mask);
      requireValues(flags, from, count, mask);
      if (!input().hasValues()) {
        if (rows.hasDefault(leaf)) {
          rows.putDefault(leaf, count);
        }
      } else if (rows.leaf(leaf).isVariable()) {
        rows.putVariable(leaf, input(), from, count);
      } else {
        int step = rows.leaf(leaf).step();
        input().putValues(from, count, rows.slot(leaf), step, flags, builder.rows());
      }
    }

    @Override
    void removeNested(int count) {}
  }

  /** A list or map. */
  private static final class Nested extends ColumnTarget {
    private final NestedColumn column;

    Nested(Field field, ColumnInput input, NestedColumn column) {
      super(field, input);
      this.column = column;
    }

    @Override
    void put(int from, int count, long mask) {
      column.appendRows(input(), from, count, mask);
    }

    @Override
    void removeNested(int count) {
      column.removeLast(count);
    }
  }

  /** A struct: a presence leaf if it can be null, and its fields. */
  private static final class Struct extends ColumnTarget {

    /** -1 if there is none. */
    private final int presence;

    private final FlatRows rows;
    private final List<ColumnTarget> fields;

    Struct(Field field, ColumnInput input, int presence, WritePlan plan, RowGroupBuilder builder) {
      super(field, input);
      this.presence = presence;
      this.rows = builder.flat();
      List<Field> children = field.type().children();
      this.fields =
          java.util.stream.IntStream.range(0, children.size())
              .mapToObj(i -> of(children.get(i), input.child(i), plan, builder))
              .toList();
    }

    @Override
    void put(int from, int count, long mask) {
      long present = mask;
      if (presence >= 0) {
        present = rows.flag(presence);
        input().putFlags(from, count, present, false, mask);
        requireValues(present, from, count, mask);
      } else if (input().hasNulls(from, count, mask)) {
        throw new InvalidArgumentException(
            "Cannot end batch: struct " + input().path() + " has nulls (it is required)");
      }
      int filled = 0;
      try {
        for (; filled < fields.size(); filled++) {
          fields.get(filled).put(from, count, present);
        }
      } catch (RuntimeException | Error e) {
        for (int i = 0; i < filled; i++) {
          fields.get(i).removeNested(count);
        }
        throw e;
      }
    }

    @Override
    void removeNested(int count) {
      fields.forEach(child -> child.removeNested(count));
    }
  }
}
