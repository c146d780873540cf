// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import io.albis.convert.internal.batch.BatchColumnValues;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes keys of rows. Keys compare by unsigned bytes as rows do by SPEC.md, section 15: zeros are
 * equal whatever their sign, NaN equal each other and are greater than all other numbers. No key is
 * the start of a longer one.
 */
final class KeyBuilder {

  private static final byte NULL_FIRST = 0;
  private static final byte VALUE = 1;
  private static final byte NULL_LAST = 2;

  /** Bytes of the widest decimals. */
  private static final int WIDE = 16;

  /** Of every NaN: greater than the bits of infinity. */
  private static final long NAN = 0x7ff8_0000_0000_0000L;

  /** One column or partition value. */
  private static final class Part {

    /** From the column to the leaf. */
    private final BatchColumnValues[] values;

    /** Null for a column by which rows are sorted. */
    private final BoundTransform transform;

    private final Type type;
    private final boolean descending;
    private final byte ofNull;
    private final RowBytes scratch = new RowBytes();

    Part(BatchColumnValues[] values, BoundTransform transform, SortColumn column) {
      this.values = values;
      this.transform = transform;
      this.type = transform == null ? leaf().type() : transform.result();
      this.descending = column.descending();
      this.ofNull = column.nullsLast() ? NULL_LAST : NULL_FIRST;
      if (ValueOrder.of(type) == ValueOrder.NONE) {
        throw new InvalidArgumentException(
            "Cannot sort by " + column.path() + ": values of type " + type + " have no order");
      }
    }

    private BatchColumnValues leaf() {
      return values[values.length - 1];
    }

    private boolean isNullAt(int row) {
      for (BatchColumnValues value : values) {
        if (value.isNullAt(row)) {
          return true;
        }
      }
      return false;
    }

    void appendTo(RowBytes key, int row) {
      if (isNullAt(row)) {
        key.putByte(ofNull);
        return;
      }
      key.putByte(VALUE);
      int start = key.length();
      if (transform == null) {
        appendLeaf(key, row);
      } else if (transform.isOfLong()) {
        key.putBigEndian(transform.ofLong(leaf().number(row)) ^ Long.MIN_VALUE);
      } else {
        appendPlain(key, transform.apply(leaf().plain(row)));
      }
      if (descending) {
        key.invertFrom(start);
      }
    }

    private void appendLeaf(RowBytes key, int row) {
      switch (ValueOrder.of(type)) {
        case LONG -> key.putBigEndian(leaf().number(row) ^ Long.MIN_VALUE);
        case INT128 -> {
          key.putBigEndian(leaf().high(row) ^ Long.MIN_VALUE);
          key.putBigEndian(leaf().low(row));
        }
        case DOUBLE -> appendDouble(key, floating(row));
        case BYTES -> {
          scratch.clear();
          RowRecorder.appendBytes(leaf(), row, scratch);
          appendBytes(key, scratch.array(), scratch.length());
        }
        case NONE -> throw new IllegalStateException("Values have no order: " + type);
      }
    }

    /** Appends the result of a transform. */
    private void appendPlain(RowBytes key, byte[] plain) {
      if (type.kind() == TypeKind.DECIMAL) {
        appendDecimal(key, plain);
        return;
      }
      switch (ValueOrder.of(type)) {
        case LONG -> key.putBigEndian(PlainEncoding.toLong(type, plain) ^ Long.MIN_VALUE);
        case DOUBLE -> appendDouble(key, PlainEncoding.toDouble(type, plain));
        case BYTES -> appendBytes(key, plain, plain.length);
        case INT128, NONE -> throw new IllegalStateException("Values have no order: " + type);
      }
    }

    /** Appends a decimal, which may be longer than others of its type if it was truncated. */
    private static void appendDecimal(RowBytes key, byte[] plain) {
      byte sign = (byte) (plain[plain.length - 1] >> (Byte.SIZE - 1));
      for (int i = WIDE - 1; i >= 0; i--) {
        int digits = i < plain.length ? plain[i] : sign;
        key.putByte(i == WIDE - 1 ? digits ^ Byte.MIN_VALUE : digits);
      }
    }

    private double floating(int row) {
      return leaf().type().physicalType() == PhysicalType.FLOAT
          ? Float.intBitsToFloat((int) leaf().number(row))
          : Double.longBitsToDouble(leaf().number(row));
    }

    private static void appendDouble(RowBytes key, double value) {
      long bits = Double.isNaN(value) ? NAN : Double.doubleToRawLongBits(value == 0 ? 0.0 : value);
      key.putBigEndian(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
    }

    /** Appends bytes so that their end compares less than any byte. */
    private void appendBytes(RowBytes key, byte[] bytes, int length) {
      if (!type.isVariableLength()) {
        key.put(bytes, 0, length);
        return;
      }
      int from = 0;
      for (int i = 0; i < length; i++) {
        if (bytes[i] == 0) {
          key.put(bytes, from, i + 1 - from);
          key.putByte(0xff);
          from = i + 1;
        }
      }
      key.put(bytes, from, length - from);
      key.putByte(0);
      key.putByte(0);
    }
  }

  private final List<Part> parts = new ArrayList<>();

  /**
   * Creates a builder.
   *
   * @param columns of the schema
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws InvalidArgumentException if values have no order, or cannot be transformed
   */
  KeyBuilder(
      Schema schema,
      List<Partitioning> partitioning,
      List<SortColumn> sortColumns,
      List<BatchColumnValues> columns) {
    for (Partitioning partition : partitioning) {
      BatchColumnValues[] values = values(schema, partition.path(), columns);
      Type source = values[values.length - 1].type();
      parts.add(
          new Part(
              values,
              new BoundTransform(partition.transform(), source),
              SortColumn.ascending(partition.path())));
    }
    for (SortColumn column : sortColumns) {
      parts.add(new Part(values(schema, column.path(), columns), null, column));
    }
  }

  /** Returns the fields to follow from a column to a leaf. */
  private static BatchColumnValues[] values(
      Schema schema, String path, List<BatchColumnValues> columns) {
    schema.field(path);
    boolean isExact = schema.fields().stream().anyMatch(field -> field.name().equals(path));
    List<String> names = isExact ? List.of(path) : Schema.namesOf(path);
    BatchColumnValues[] values = new BatchColumnValues[names.size()];
    List<Field> fields = schema.fields();
    List<BatchColumnValues> level = columns;
    for (int i = 0; i < values.length; i++) {
      int position = fields.stream().map(Field::name).toList().indexOf(names.get(i));
      values[i] = level.get(position);
      level = values[i].children();
      fields = fields.get(position).type().children();
    }
    return values;
  }

  /** Makes the key of a row of the batch that the columns have. */
  void build(RowBytes key, int row) {
    key.clear();
    for (Part part : parts) {
      part.appendTo(key, row);
    }
  }
}
