// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Converts Albis schemas to Spark schemas. */
final class SparkStructs {

  private SparkStructs() {}

  /** Returns the Spark schema. */
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
    return switch (ValueKind.of(type)) {
      case BOOLEAN -> DataTypes.BooleanType;
      case INT -> DataTypes.IntegerType;
      case LONG -> DataTypes.LongType;
      case DOUBLE -> DataTypes.DoubleType;
      case DECIMAL -> DataTypes.createDecimalType(type.precision(), type.scale());
      case DATE -> DataTypes.DateType;
      case TIMESTAMP -> DataTypes.TimestampNTZType;
      case TEXT -> DataTypes.StringType;
      case STRUCT -> struct(type.children());
      case LIST -> {
        Field element = type.children().get(0);
        yield new ArrayType(type(element.type()), element.nullable());
      }
    };
  }
}
