// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import io.albis.format.schema.Field;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;

/** Creates Spark's vectors of the reader's. */
public final class SparkVectors {

  private static final SparkVector[] NONE = {};

  private SparkVectors() {}

  /**
   * Returns a vector of Spark's that reads a vector of the reader: a column of a batch with all
   * that is nested in it. It has all rows, whether selected or not, and is valid as long as the
   * source.
   *
   * @param type what {@code SparkTypes} returns for the field of the vector
   */
  public static org.apache.spark.sql.vectorized.ColumnVector of(
      ColumnVector source, DataType type) {
    SparkVector vector = create(source.type(), type);
    vector.source(source);
    return vector;
  }

  /** Whether a vector of Spark's reads one of the reader's. */
  public static boolean isOfReader(org.apache.spark.sql.vectorized.ColumnVector vector) {
    return vector instanceof SparkVector;
  }

  /** The vector of the reader that one of Spark's reads; it has all rows. */
  public static ColumnVector source(org.apache.spark.sql.vectorized.ColumnVector vector) {
    return ((SparkVector) vector).source();
  }

  /** The element at which a list begins, or the entry of a map, of a vector of the reader's. */
  public static int elementStart(org.apache.spark.sql.vectorized.ColumnVector vector, int row) {
    return ((SparkVector) vector).elementStart(row);
  }

  /** The number of elements of a list, or of entries of a map, of a vector of the reader's. */
  public static int elementCount(org.apache.spark.sql.vectorized.ColumnVector vector, int row) {
    return ((SparkVector) vector).elementCount(row);
  }

  /** Whether each of a range of rows is null, of a vector of the reader's. */
  public static boolean[] nulls(
      org.apache.spark.sql.vectorized.ColumnVector vector, int row, int count) {
    return ((SparkVector) vector).nulls(row, count);
  }

  /** Unscaled decimals of up to 9 digits, of a vector of the reader's; any where a row is null. */
  public static int[] unscaledInts(
      org.apache.spark.sql.vectorized.ColumnVector vector, int row, int count) {
    return ((SparkVector) vector).unscaledInts(row, count);
  }

  /** Unscaled decimals of 10 to 18 digits, of a vector of the reader's; any where a row is null. */
  public static long[] unscaledLongs(
      org.apache.spark.sql.vectorized.ColumnVector vector, int row, int count) {
    return ((SparkVector) vector).unscaledLongs(row, count);
  }

  /** Returns a vector without a source. */
  static SparkVector create(Type stored, DataType type) {
    if (type instanceof VariantType) {
      boolean isMetadataFirst = stored.children().get(0).name().equals("metadata");
      ValueConversion order =
          isMetadataFirst ? ValueConversion.VARIANT_METADATA_FIRST : ValueConversion.NONE;
      DataType binary = DataTypes.BinaryType;
      SparkVector[] parts = new SparkVector[2];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = create(stored.children().get(order.child(i)).type(), binary);
      }
      return new SparkVector(type, order, parts);
    }
    return new SparkVector(type, conversion(stored, type), children(stored, type));
  }

  private static SparkVector[] children(Type stored, DataType type) {
    if (type instanceof StructType struct) {
      SparkVector[] fields = new SparkVector[struct.length()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = create(child(stored, i), struct.fields()[i].dataType());
      }
      return fields;
    }
    if (type instanceof ArrayType array) {
      return new SparkVector[] {create(child(stored, 0), array.elementType())};
    }
    if (type instanceof MapType map) {
      return new SparkVector[] {
        create(child(stored, 0), map.keyType()), create(child(stored, 1), map.valueType())
      };
    }
    return NONE;
  }

  private static Type child(Type type, int ordinal) {
    Field child = type.children().get(ordinal);
    return child.type();
  }

  private static ValueConversion conversion(Type stored, DataType type) {
    if (stored.unit() != null && !(type instanceof LongType)) {
      return ofTime(stored.unit(), stored.kind() == TypeKind.TIME);
    }
    return stored.kind() == TypeKind.UUID ? ValueConversion.UUID_TO_TEXT : ValueConversion.NONE;
  }

  private static ValueConversion ofTime(TimeUnit unit, boolean isTimeOfDay) {
    return switch (unit) {
      case MILLIS ->
          isTimeOfDay ? ValueConversion.MILLIS_TO_NANOS : ValueConversion.MILLIS_TO_MICROS;
      case MICROS -> isTimeOfDay ? ValueConversion.MICROS_TO_NANOS : ValueConversion.NONE;
      case NANOS ->
          isTimeOfDay ? ValueConversion.NANOS_TO_WHOLE_MICROS : ValueConversion.NANOS_TO_MICROS;
    };
  }
}
