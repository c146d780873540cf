// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.type;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.spark.internal.compat.TimeOfDay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.catalyst.util.CollationFactory;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.VarcharType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/**
 * Converts Spark's types to a schema that stores their values, and that {@link SparkTypes} converts
 * back. Names, nullability and descriptions are kept. The fields have no ids.
 */
public final class AlbisTypes {

  private AlbisTypes() {}

  /**
   * Returns the schema that stores rows of a Spark type.
   *
   * @throws IllegalArgumentException if a type cannot be stored; the message contains the path
   */
  public static Schema toAlbis(StructType columns) {
    return Schema.of(fields("", CharVarcharUtils.getRawSchema(columns)));
  }

  private static List<Field> fields(String prefix, StructType struct) {
    List<Field> fields = new ArrayList<>();
    for (StructField column : struct.fields()) {
      Field field = field(prefix, column.name(), column.dataType(), column.nullable());
      fields.add(
          column.getComment().isDefined() ? field.withDoc(column.getComment().get()) : field);
    }
    return fields;
  }

  private static Field field(String prefix, String name, DataType type, boolean nullable) {
    String path = prefix + Field.quote(name);
    try {
      Type stored = type(path, type);
      Field field = nullable ? Field.nullable(name, stored) : Field.required(name, stored);
      Extension extension = extension(path, type);
      return extension == null ? field : field.withExtension(extension);
    } catch (InvalidArgumentException e) {
      throw new IllegalArgumentException(
          "Cannot store column " + path + " in Albis: " + e.getMessage(), e);
    }
  }

  private static Type type(String path, DataType type) {
    String below = path + ".";
    if (type instanceof StructType struct) {
      return Type.struct(fields(below, struct));
    }
    if (type instanceof ArrayType array) {
      return Type.list(field(below, "element", array.elementType(), array.containsNull()));
    }
    if (type instanceof MapType map) {
      return Type.map(
          field(below, "key", map.keyType(), false),
          field(below, "value", map.valueType(), map.valueContainsNull()));
    }
    if (type instanceof DecimalType decimal) {
      return Type.decimal(decimal.precision(), decimal.scale());
    }
    if (TimeOfDay.isTypeOf(type)) {
      return Type.time(TimeUnit.MICROS);
    }
    if (type instanceof VariantType) {
      return Type.struct(
          Field.required("metadata", Type.binary()), Field.required("value", Type.binary()));
    }
    return plain(path, type);
  }

  private static Type plain(String path, DataType type) {
    if (type instanceof BooleanType) {
      return Type.bool();
    } else if (type instanceof ByteType) {
      return Type.int8();
    } else if (type instanceof ShortType) {
      return Type.int16();
    } else if (type instanceof IntegerType) {
      return Type.int32();
    } else if (type instanceof LongType) {
      return Type.int64();
    } else if (type instanceof FloatType) {
      return Type.float32();
    } else if (type instanceof DoubleType) {
      return Type.float64();
    } else if (type instanceof DateType) {
      return Type.date();
    } else if (type instanceof TimestampType) {
      return Type.timestampWithZone(TimeUnit.MICROS);
    } else if (type instanceof TimestampNTZType) {
      return Type.timestamp(TimeUnit.MICROS);
    } else if (type instanceof StringType) {
      return Type.string();
    } else if (type instanceof BinaryType) {
      return Type.binary();
    } else if (type instanceof YearMonthIntervalType) {
      return Type.yearMonthInterval();
    } else if (type instanceof DayTimeIntervalType) {
      return Type.dayTimeInterval();
    }
    throw refuse(path, "its type " + type.sql() + " has no counterpart");
  }

  /** Returns the extension of a field of this type, or null. */
  private static Extension extension(String path, DataType type) {
    if (type instanceof VariantType) {
      return Extension.of("variant");
    }
    if (!(type instanceof StringType string)) {
      return null;
    }
    boolean isCollated = string.collationId() != CollationFactory.UTF8_BINARY_COLLATION_ID;
    int length =
        type instanceof CharType fixed
            ? fixed.length()
            : type instanceof VarcharType varying ? varying.length() : 0;
    if (isCollated && length > 0) {
      throw refuse(path, "its type " + type.sql() + " has a length and a collation");
    }
    if (isCollated) {
      CollationFactory.Collation collation = CollationFactory.fetchCollation(string.collationId());
      return new Extension(
          "collation", Map.of("name", collation.collationName, "version", collation.version));
    }
    return length == 0
        ? null
        : new Extension(
            type instanceof CharType ? "char" : "varchar",
            Map.of("length", Integer.toString(length)));
  }

  private static IllegalArgumentException refuse(String path, String reason) {
    return new IllegalArgumentException("Cannot store column " + path + " in Albis: " + reason);
  }
}
