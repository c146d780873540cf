// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.VariantType;

/** Data frames of random rows. Their session needs {@code spark.sql.datetime.java8API.enabled}. */
final class RandomFrames {

  private static final DataType[] TYPES = {
    DataTypes.BooleanType,
    DataTypes.ByteType,
    DataTypes.ShortType,
    DataTypes.IntegerType,
    DataTypes.LongType,
    DataTypes.FloatType,
    DataTypes.DoubleType,
    DataTypes.createDecimalType(7, 2),
    DataTypes.createDecimalType(18, 5),
    DataTypes.createDecimalType(38, 10),
    DataTypes.StringType,
    StringType.apply("UTF8_LCASE"),
    StringType.apply("UNICODE_CI"),
    DataTypes.BinaryType,
    DataTypes.DateType,
    DataTypes.TimestampType,
    DataTypes.TimestampNTZType,
    DataTypes.createYearMonthIntervalType(),
    DataTypes.createDayTimeIntervalType(),
    DataTypes.VariantType,
    new TimeType(6)
  };

  private RandomFrames() {}

  /** Returns nullable columns of all types, {@code f0} and so on. */
  static StructType schema(int columns, Random random) {
    StructField[] fields = new StructField[columns];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = DataTypes.createStructField("f" + i, type(random, 2), true);
    }
    return new StructType(fields);
  }

  /** Returns random rows. */
  static Dataset<Row> of(
      SparkSession session, StructType schema, int rows, int partitions, Random random) {
    StructType generated = (StructType) generated(schema);
    RandomFrameValues values = new RandomFrameValues(random);
    List<Row> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      all.add(values.row(generated));
    }
    return session
        .createDataFrame(all, generated)
        .repartition(partitions)
        .select(
            Stream.of(schema.fields())
                .map(field -> functions.col(field.name()).cast(field.dataType()))
                .toArray(Column[]::new));
  }

  /** Returns Spark's binary form of all rows, in its order. */
  static List<String> binary(Dataset<Row> frame) {
    UnsafeProjection projection = UnsafeProjection.create(frame.schema());
    List<String> rows = new ArrayList<>();
    for (InternalRow row : frame.queryExecution().executedPlan().executeCollect()) {
      rows.add(HexFormat.of().formatHex(projection.apply(row).getBytes()));
    }
    rows.sort(null);
    return rows;
  }

  /** A type whose values are generated, and then cast to the given one. */
  private static DataType generated(DataType type) {
    if (type instanceof StructType struct) {
      return new StructType(
          Stream.of(struct.fields())
              .map(
                  field ->
                      DataTypes.createStructField(field.name(), generated(field.dataType()), true))
              .toArray(StructField[]::new));
    } else if (type instanceof ArrayType array) {
      return DataTypes.createArrayType(generated(array.elementType()), array.containsNull());
    } else if (type instanceof MapType map) {
      return DataTypes.createMapType(map.keyType(), generated(map.valueType()), true);
    }
    return type instanceof StringType || type instanceof VariantType ? DataTypes.StringType : type;
  }

  private static DataType type(Random random, int depth) {
    int choice = depth == 0 ? 3 : random.nextInt(10);
    return switch (choice) {
      case 0 -> {
        StructField[] fields = new StructField[1 + random.nextInt(3)];
        for (int i = 0; i < fields.length; i++) {
          fields[i] = DataTypes.createStructField("g" + i, type(random, depth - 1), true);
        }
        yield new StructType(fields);
      }
      case 1 -> DataTypes.createArrayType(type(random, depth - 1), random.nextBoolean());
      case 2 -> DataTypes.createMapType(DataTypes.LongType, type(random, depth - 1), true);
      default -> TYPES[random.nextInt(TYPES.length)];
    };
  }
}
