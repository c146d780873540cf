// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.Field;
import io.albis.format.schema.PhysicalType;
import io.albis.format.schema.Type;
import io.albis.spark.internal.vector.SparkVectors;
import io.albis.spark.internal.write.BytesColumn;
import java.util.List;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Adds rows of vectors to a column with its children: a range of values at once where the vector
 * can, which those of Spark and Albis do, otherwise value by value. Not thread-safe.
 */
final class VectorInput {

  private final PhysicalType type;
  private final DataType sparkType;
  private final ColumnBuilder target;
  private final VectorInput[] children;

  /** For strings and binaries; null for other types. */
  private final BytesColumn bytes;

  // Of lists and maps that can be added: the number of the first element, and offsets from there.
  private int firstElement;
  private int[] offsets;

  VectorInput(Type type, DataType sparkType, ColumnBuilder target) {
    this.type = type.physicalType();
    boolean isBytes = this.type == PhysicalType.STRING || this.type == PhysicalType.BINARY;
    this.bytes = isBytes ? new BytesColumn() : null;
    this.sparkType = sparkType;
    this.target = target;
    DataType[] sparkTypes = CacheSchema.children(sparkType);
    this.children = new VectorInput[sparkTypes.length];
    List<Field> fields = type.children();
    for (int i = 0; i < children.length; i++) {
      children[i] =
          new VectorInput(fields.get(i).type(), sparkTypes[i], (ColumnBuilder) target.child(i));
    }
  }

  /** Whether vectors of a type can be added, if all their values are where they should be. */
  static boolean supports(DataType type) {
    for (DataType child : CacheSchema.children(type)) {
      if (!supports(child)) {
        return false;
      }
    }
    return !(type instanceof VariantType);
  }

  /** Whether the elements of all lists and maps follow each other, so that they can be added. */
  boolean canAdd(ColumnVector source, int from, int count) {
    return switch (type) {
      case STRUCT -> canAddChildren(source, from, count);
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
        yield canAddChildren(source, firstElement, offsets[count]);
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

  private boolean canAddChildren(ColumnVector source, int from, int count) {
    for (int i = 0; i < children.length; i++) {
      if (!children[i].canAdd(source.getChild(i), from, count)) {
        return false;
      }
    }
    return true;
  }

  /** Adds rows for which {@link #canAdd} has just returned true. */
  void add(ColumnVector source, int from, int count) {
    set(source, from, count);
    target.append(0, count);
  }

  private void set(ColumnVector source, int from, int count) {
    boolean[] nulls = source.hasNull() ? nulls(source, from, count) : null;
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
      case DECIMAL32 -> target.setInts(range.decimals32((DecimalType) sparkType));
      case DECIMAL64 -> target.setLongs(range.decimals64((DecimalType) sparkType));
      case DECIMAL128 -> target.setFixedBytes(range.decimals128((DecimalType) sparkType));
      case STRING -> setStrings(source, from, count, nulls);
      case BINARY -> setBinaries(source, from, count, nulls);
      case STRUCT -> setChildren(source, from, count);
      case LIST, MAP -> {
        target.setOffsets(offsets);
        setChildren(source, firstElement, offsets[count]);
      }
      case FIXED_BINARY, UUID -> throw new IllegalStateException("Cannot cache vectors of " + type);
    }
  }

  private static boolean[] nulls(ColumnVector source, int from, int count) {
    boolean[] nulls = new boolean[count];
    for (int i = 0; i < count; i++) {
      nulls[i] = source.isNullAt(from + i);
    }
    return nulls;
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
