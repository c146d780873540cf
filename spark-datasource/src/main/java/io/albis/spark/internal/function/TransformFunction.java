// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.function;

import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Transform;
import io.albis.format.schema.TransformKind;
import io.albis.format.schema.Type;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;

/** A partition transform of values of one type. Not thread-safe, as Spark copies it for tasks. */
final class TransformFunction implements ScalarFunction<Integer> {

  private static final long serialVersionUID = 1L;

  private final String name;
  private final TransformKind kind;
  private final DataType column;

  /** For the number of buckets seen last. */
  private transient BoundTransform bound;

  private transient int buckets;

  TransformFunction(String name, TransformKind kind, DataType column) {
    this.name = name;
    this.kind = kind;
    this.column = column;
  }

  /** Returns whether values of a type can be transformed. */
  static boolean accepts(TransformKind kind, DataType column) {
    Type type = type(column);
    return type != null && transform(kind, 1).accepts(type);
  }

  private static Transform transform(TransformKind kind, int count) {
    return new Transform(kind, kind == TransformKind.BUCKET ? count : 0);
  }

  /** Returns the type of the values in a table; null if there is none. */
  private static Type type(DataType column) {
    if (column.equals(DataTypes.ByteType)
        || column.equals(DataTypes.ShortType)
        || column.equals(DataTypes.IntegerType)) {
      return Type.int32();
    }
    if (column.equals(DataTypes.LongType)) {
      return Type.int64();
    }
    if (column.equals(DataTypes.DateType)) {
      return Type.date();
    }
    if (column.equals(DataTypes.TimestampType)) {
      return Type.timestampWithZone(TimeUnit.MICROS);
    }
    if (column.equals(DataTypes.TimestampNTZType)) {
      return Type.timestamp(TimeUnit.MICROS);
    }
    if (column.equals(DataTypes.StringType)) {
      return Type.string();
    }
    if (column instanceof BinaryType) {
      return Type.binary();
    }
    return column instanceof DecimalType decimal
        ? Type.decimal(decimal.precision(), decimal.scale())
        : null;
  }

  @Override
  public DataType[] inputTypes() {
    return kind == TransformKind.BUCKET
        ? new DataType[] {DataTypes.IntegerType, column}
        : new DataType[] {column};
  }

  @Override
  public DataType resultType() {
    return kind == TransformKind.DAY ? DataTypes.DateType : DataTypes.IntegerType;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String canonicalName() {
    return "albis." + name + "(" + column.catalogString() + ")";
  }

  /** By name and type of the column: Spark compares the partitions that two scans report. */
  @Override
  public boolean equals(Object object) {
    return object instanceof TransformFunction other
        && name.equals(other.name)
        && column.equals(other.column);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + column.hashCode();
  }

  @Override
  public Integer produceResult(InternalRow input) {
    int ordinal = kind == TransformKind.BUCKET ? 1 : 0;
    if (input.isNullAt(ordinal)) {
      return null;
    }
    BoundTransform transform = bind(ordinal == 0 ? 0 : input.getInt(0));
    Type type = transform.source();
    return switch (type.physicalType()) {
      case INT64 -> (int) transform.ofLong(input.getLong(ordinal));
      case DECIMAL32, DECIMAL64 -> (int) transform.ofLong(unscaled(input, ordinal));
      case INT32 -> (int) transform.ofLong(smallValue(input, ordinal));
      case STRING, BINARY -> {
        byte[] bytes =
            column instanceof BinaryType
                ? input.getBinary(ordinal)
                : input.getUTF8String(ordinal).getBytes();
        yield transform.bucketOfBytes(bytes, 0, bytes.length);
      }
      case DECIMAL128 -> wideDecimal(transform, input, ordinal);
      case BOOLEAN, INT8, INT16, FLOAT, DOUBLE, FIXED_BINARY, UUID, STRUCT, LIST, MAP ->
          throw new IllegalStateException("Not transformed: " + type);
    };
  }

  private long unscaled(InternalRow input, int ordinal) {
    DecimalType decimal = (DecimalType) column;
    return input.getDecimal(ordinal, decimal.precision(), decimal.scale()).toUnscaledLong();
  }

  private long smallValue(InternalRow input, int ordinal) {
    if (column.equals(DataTypes.ByteType)) {
      return input.getByte(ordinal);
    }
    return column.equals(DataTypes.ShortType) ? input.getShort(ordinal) : input.getInt(ordinal);
  }

  private int wideDecimal(BoundTransform transform, InternalRow input, int ordinal) {
    Type type = transform.source();
    byte[] plain =
        PlainEncoding.ofDecimal(
            type,
            input
                .getDecimal(ordinal, type.precision(), type.scale())
                .toJavaBigDecimal()
                .unscaledValue());
    return (int) PlainEncoding.toLong(transform.result(), transform.apply(plain));
  }

  private BoundTransform bind(int count) {
    if (bound == null || count != buckets) {
      if (kind == TransformKind.BUCKET && count < 1) {
        throw new IllegalArgumentException(
            "Invalid number of buckets: " + count + " (expected at least 1)");
      }
      bound = new BoundTransform(transform(kind, count), type(column));
      buckets = count;
    }
    return bound;
  }
}
