// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.schema.ValueOrder;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.reader.internal.type.PlainValues;
import java.util.BitSet;

/**
 * Statistics computed from the values themselves, to compare with stored statistics. Bounds are in
 * the forms of {@link PlainValues}.
 */
public final class ObservedStatistics {

  private final Type type;
  public long nulls;
  public long nans;
  public long valueBytes;

  /** The bounds; null if there are no values. */
  public Object min;

  public Object max;

  public ObservedStatistics(Type type) {
    this.type = type;
  }

  /** Adds a vector in the stored type. */
  public void add(ColumnVector vector) {
    for (int row = 0; row < vector.rowCount(); row++) {
      nulls += vector.isNullAt(row) ? 1 : 0;
    }
    valueBytes += valueBytes(vector, new BitSet());
    switch (ValueOrder.of(type)) {
      case NONE -> {}
      case DOUBLE -> addFloating(vector);
      case BYTES -> addBytes(vector);
      case INT128 -> addWide(vector);
      case LONG -> addLongs(vector);
    }
  }

  /**
   * Natural width of all values.
   *
   * @param absent rows in which an enclosing struct is null: they store no value
   */
  private static long valueBytes(ColumnVector vector, BitSet absent) {
    Type type = vector.type();
    if (type.kind() == TypeKind.STRUCT) {
      BitSet below = (BitSet) absent.clone();
      for (int row = 0; row < vector.rowCount(); row++) {
        below.set(row, absent.get(row) || vector.isNullAt(row));
      }
      return vector.children().stream().mapToLong(child -> valueBytes(child, below)).sum();
    }
    if (type.isNested()) {
      BitSet none = new BitSet();
      return vector.children().stream().mapToLong(child -> valueBytes(child, none)).sum();
    }
    long bytes = 0;
    BytesView view = new BytesView();
    for (int row = 0; row < vector.rowCount(); row++) {
      if (!absent.get(row) && !vector.isNullAt(row)) {
        bytes += type.isVariableLength() ? vector.getBytes(row, view).length() : type.fixedWidth();
      }
    }
    return bytes;
  }

  private void addLongs(ColumnVector vector) {
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    boolean any = false;
    for (int row = 0; row < vector.rowCount(); row++) {
      if (!vector.isNullAt(row)) {
        long value = longAt(vector, row);
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
        any = true;
      }
    }
    if (any) {
      bound(least);
      bound(greatest);
    }
  }

  private long longAt(ColumnVector vector, int row) {
    return switch (type.physicalType()) {
      case BOOLEAN -> vector.getBoolean(row) ? 1 : 0;
      case INT8 -> vector.getByte(row);
      case INT16 -> vector.getShort(row);
      case INT32 -> vector.getInt(row);
      case INT64 -> vector.getLong(row);
      case DECIMAL32, DECIMAL64 -> vector.getUnscaledLong(row);
      case DECIMAL128, FLOAT, DOUBLE, STRING, BINARY, FIXED_BINARY, UUID, STRUCT, LIST, MAP ->
          throw new IllegalArgumentException("Not an integer: " + type);
    };
  }

  private void addFloating(ColumnVector vector) {
    boolean isFloat = type.kind() == TypeKind.FLOAT;
    for (int row = 0; row < vector.rowCount(); row++) {
      if (!vector.isNullAt(row)) {
        double value = isFloat ? vector.getFloat(row) : vector.getDouble(row);
        if (Double.isNaN(value)) {
          nans++;
        } else {
          bound(PlainValues.canonical(value));
        }
      }
    }
  }

  private void addWide(ColumnVector vector) {
    for (int row = 0; row < vector.rowCount(); row++) {
      if (!vector.isNullAt(row)) {
        bound(vector.getDecimal(row).unscaledValue());
      }
    }
  }

  private void addBytes(ColumnVector vector) {
    BytesView view = new BytesView();
    boolean isUuid = type.kind() == TypeKind.UUID;
    for (int row = 0; row < vector.rowCount(); row++) {
      if (!vector.isNullAt(row)) {
        bound(
            isUuid
                ? PlainValues.bytes(vector.getUuid(row))
                : vector.getBytes(row, view).toByteArray());
      }
    }
  }

  private void bound(Object value) {
    min = min == null || PlainValues.compare(value, min) < 0 ? value : min;
    max = max == null || PlainValues.compare(value, max) > 0 ? value : max;
  }

  /** Merges the statistics of other values of the same type. */
  public void merge(ObservedStatistics other) {
    nulls += other.nulls;
    nans += other.nans;
    valueBytes += other.valueBytes;
    if (other.min != null) {
      bound(other.min);
      bound(other.max);
    }
  }
}
