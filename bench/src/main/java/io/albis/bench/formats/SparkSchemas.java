// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Converts Albis schemas to Spark schemas. */
final class SparkSchemas {

  private SparkSchemas() {}

  /** Returns the Spark schema; timestamps in nanoseconds become integers. */
  static StructType of(Schema schema) {
    return struct(schema.fields());
  }

  private static StructType struct(List<Field> fields) {
    StructType struct = new StructType();
    for (Field field : fields) {
      struct = struct.add(field.name(), type(field.type()), field.nullable());
    }
    return struct;
  }

  private static DataType type(Type type) {
    return switch (type.kind()) {
      case BOOLEAN -> DataTypes.BooleanType;
      case INT8 -> DataTypes.ByteType;
      case INT16 -> DataTypes.ShortType;
      case INT32 -> DataTypes.IntegerType;
      case INT64 -> DataTypes.LongType;
      case FLOAT -> DataTypes.FloatType;
      case DOUBLE -> DataTypes.DoubleType;
      case DECIMAL -> DataTypes.createDecimalType(type.precision(), type.scale());
      case DATE -> DataTypes.DateType;
      case TIMESTAMP -> {
        if (type.unit() == TimeUnit.NANOS) {
          yield DataTypes.LongType;
        }
        yield type.withZone() ? DataTypes.TimestampType : DataTypes.TimestampNTZType;
      }
      case STRING -> DataTypes.StringType;
      case BINARY -> DataTypes.BinaryType;
      case STRUCT -> struct(type.children());
      case LIST -> {
        Field element = type.children().get(0);
        yield new ArrayType(type(element.type()), element.nullable());
      }
      case TIME, FIXED_BINARY, UUID, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, MAP ->
          throw new IllegalStateException("Not supported by Spark: " + type);
    };
  }
}
