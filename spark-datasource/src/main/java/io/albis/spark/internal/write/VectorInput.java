// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.spark.internal.type.ElementTypes;
import io.albis.spark.internal.vector.SparkVectors;
import io.albis.writer.BatchColumn;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Passes rows of vectors on to a column with its children: a range of values at once where the
 * vector can, which those of Spark and Albis do, otherwise value by value. Not thread-safe.
 */
public final class VectorInput {

  /** Types whose values Spark has in another form. */
  private static final Set<TypeKind> CONVERTED =
      EnumSet.of(TypeKind.TIME, TypeKind.FIXED_BINARY, TypeKind.UUID);

  private final PhysicalType type;
  private final DataType sparkType;
  private final BatchColumn target;
  private final VectorInput[] children;

  /** For strings and binaries; null for other types. */
  private final BytesColumn bytes;

  // Of lists and maps that can be passed on: the number of the first element, and offsets from
  // there.
  private int firstElement;
  private int[] offsets;

  /**
   * Creates an input.
   *
   * @param type of the column
   * @param sparkType of the vectors, which have the same values
   */
  public VectorInput(Type type, DataType sparkType, BatchColumn target) {
    this.type = type.physicalType();
    boolean isBytes = this.type == PhysicalType.STRING || this.type == PhysicalType.BINARY;
    this.bytes = isBytes ? new BytesColumn() : null;
    this.sparkType = sparkType;
    this.target = target;
    DataType[] sparkTypes = ElementTypes.of(sparkType);
    this.children = new VectorInput[sparkTypes.length];
    List<Field> fields = type.children();
    for (int i = 0; i < children.length; i++) {
      children[i] = new VectorInput(fields.get(i).type(), sparkTypes[i], target.child(i));
    }
  }

  /** Whether vectors of a type can be passed on, if all their values are where they should be. */
  public static boolean supports(DataType type) {
    for (DataType child : ElementTypes.of(type)) {
      if (!supports(child)) {
        return false;
      }
    }
    return !(type instanceof VariantType);
  }

  /** Whether vectors of a type have the values of a column in the form of the format. */
  static boolean supports(Type stored, DataType type) {
    if (stored.nesting() == Nesting.NONE) {
      boolean isTimestamp = stored.kind() == TypeKind.TIMESTAMP;
      return !CONVERTED.contains(stored.kind())
          && !(isTimestamp && stored.unit() != TimeUnit.MICROS);
    }
    DataType[] children = ElementTypes.of(type);
    boolean isSupported = children.length == stored.children().size();
    for (int i = 0; isSupported && i < children.length; i++) {
      isSupported = supports(stored.children().get(i).type(), children[i]);
    }
    return isSupported;
  }

  /**
   * Whether the elements of all lists and maps follow each other, so that they can be passed on.
   */
  public boolean canSet(ColumnVector source, int from, int count) {
    return switch (type) {
      case STRUCT -> canSetChildren(source, from, count);
      case LIST, MAP -> {
        if (!(source instanceof WritableColumnVector) && !SparkVectors.isOfReader(source)) {
          yield false;
        }
        firstElement = 0;
        offsets = new int[count + 1];
        for (int i = 0; i < count; i++) {
          int elements = elementCount(source, from + i);
          if (elements > 0) {
            int start = elementStart(source, from + i);
            if (offsets[i] == 0) {
              firstElement = start;
            } else if (start != firstElement + offsets[i]) {
              yield false;
            }
          }
          offsets[i + 1] = offsets[i] + elements;
        }
        yield canSetChildren(source, firstElement, offsets[count]);
      }
      case BOOLEAN,
          INT8,
          INT16,
          INT32,
          INT64,
          DECIMAL32,
          DECIMAL64,
          DECIMAL128,
          FLOAT,
          DOUBLE,
          STRING,
          BINARY,
          FIXED_BINARY,
          UUID ->
          true;
    };
  }

  private boolean canSetChildren(ColumnVector source, int from, int count) {
    for (int i = 0; i < children.length; i++) {
      if (!children[i].canSet(source.getChild(i), from, count)) {
        return false;
      }
    }
    return true;
  }

  /** Sets rows for which {@link #canSet} has just returned true. The column reads them later. */
  public void set(ColumnVector source, int from, int count) {
    boolean[] nulls = source.hasNull() ? VectorRange.nulls(source, from, count) : null;
    if (nulls != null) {
      target.setNulls(nulls);
    }
    VectorRange range = new VectorRange(source, from, count, nulls);
    switch (type) {
      case BOOLEAN -> target.setBooleans(range.booleans());
      case INT8 -> target.setBytes(range.bytes());
      case INT16 -> target.setShorts(range.shorts());
      case INT32 -> target.setInts(range.ints());
      case INT64 -> target.setLongs(range.longs());
      case FLOAT -> target.setFloats(range.floats());
      case DOUBLE -> target.setDoubles(range.doubles());
      case DECIMAL32 -> target.setUnscaledDecimals(range.decimals32((DecimalType) sparkType));
      case DECIMAL64 -> target.setUnscaledDecimals(range.decimals64((DecimalType) sparkType));
      case DECIMAL128 -> target.setFixedBytes(range.decimals128((DecimalType) sparkType));
      case STRING -> setStrings(source, from, count, nulls);
      case BINARY -> setBinaries(source, from, count, nulls);
      case STRUCT -> setChildren(source, from, count);
      case LIST, MAP -> {
        target.setOffsets(offsets);
        setChildren(source, firstElement, offsets[count]);
      }
      case FIXED_BINARY, UUID -> throw new IllegalStateException("Cannot take vectors of " + type);
    }
  }

  private void setStrings(ColumnVector source, int from, int count, boolean[] nulls) {
    bytes.clear();
    for (int i = 0; i < count; i++) {
      if (nulls != null && nulls[i]) {
        bytes.addEmpty();
      } else {
        UTF8String value = source.getUTF8String(from + i);
        bytes.add(value.getBaseObject(), value.getBaseOffset(), value.numBytes(), false);
      }
    }
    bytes.setTo(target);
  }

  private void setBinaries(ColumnVector source, int from, int count, boolean[] nulls) {
    bytes.clear();
    for (int i = 0; i < count; i++) {
      if (nulls != null && nulls[i]) {
        bytes.addEmpty();
      } else {
        byte[] value = source.getBinary(from + i);
        bytes.add(value, Platform.BYTE_ARRAY_OFFSET, value.length, false);
      }
    }
    bytes.setTo(target);
  }

  private void setChildren(ColumnVector source, int from, int count) {
    for (int i = 0; i < children.length; i++) {
      children[i].set(source.getChild(i), from, count);
    }
  }

  private static int elementCount(ColumnVector source, int row) {
    if (source.isNullAt(row)) {
      return 0;
    }
    return source instanceof WritableColumnVector writable
        ? writable.getArrayLength(row)
        : SparkVectors.elementCount(source, row);
  }

  private static int elementStart(ColumnVector source, int row) {
    return source instanceof WritableColumnVector writable
        ? writable.getArrayOffset(row)
        : SparkVectors.elementStart(source, row);
  }
}
