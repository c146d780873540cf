// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.type;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.spark.internal.compat.TimeOfDay;
import java.util.List;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Converts the schema of a table to Spark's types. Names, nullability, descriptions and metadata
 * are kept.
 *
 * <p>A type that Spark lacks becomes one that represents every value: {@code uuid} a string, {@code
 * fixed_binary} and WKB {@code binary}, milliseconds microseconds. Where there is none, the schema
 * is refused: nanoseconds (see {@link NanosecondMode}), shredded variants, unknown collations.
 *
 * <p>{@code char} and {@code varchar} become {@code string}, with the type in the metadata of the
 * top-level column, as in all of Spark's relations.
 */
public final class SparkTypes {

  private SparkTypes() {}

  /**
   * Returns the columns of a table, with {@link NanosecondMode#REFUSE}.
   *
   * @throws IllegalArgumentException if Spark cannot read a column; the message contains its path
   */
  public static StructType toSpark(Schema schema) {
    return toSpark(schema, NanosecondMode.REFUSE);
  }

  /**
   * Returns the columns of a table.
   *
   * @throws IllegalArgumentException if Spark cannot read a column; the message contains its path
   */
  public static StructType toSpark(Schema schema, NanosecondMode nanoseconds) {
    return ColumnDefaults.toSpark(
        CharVarcharUtils.replaceCharVarcharWithStringInSchema(
            new Conversion(nanoseconds).struct("", schema.fields())),
        schema);
  }

  /**
   * Returns the type of a field, with {@link NanosecondMode#REFUSE}.
   *
   * @throws IllegalArgumentException if Spark cannot read it; the message contains its path
   */
  public static DataType toSpark(Field field) {
    return toSpark(field, NanosecondMode.REFUSE);
  }

  /**
   * Returns the type of a field.
   *
   * @throws IllegalArgumentException if Spark cannot read it; the message contains its path
   */
  public static DataType toSpark(Field field, NanosecondMode nanoseconds) {
    return CharVarcharUtils.replaceCharVarcharWithString(
        new Conversion(nanoseconds).type("", field));
  }

  /** A conversion, in which {@code char} and {@code varchar} are still types of their own. */
  private record Conversion(NanosecondMode nanoseconds) {

    StructType struct(String prefix, List<Field> fields) {
      StructField[] columns = new StructField[fields.size()];
      for (int i = 0; i < columns.length; i++) {
        Field field = fields.get(i);
        StructField column =
            new StructField(field.name(), type(prefix, field), field.nullable(), Metadata.empty());
        columns[i] = FieldMetadata.add(column, field);
      }
      return new StructType(columns);
    }

    DataType type(String prefix, Field field) {
      String path = prefix + Field.quote(field.name());
      Type type = field.type();
      List<Field> children = type.children();
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
        case TIME -> isLong(path, type) ? DataTypes.LongType : time(path, type);
        case TIMESTAMP -> isLong(path, type) ? DataTypes.LongType : timestamp(type);
        case STRING -> string(path, field);
        case UUID -> DataTypes.StringType;
        case BINARY, FIXED_BINARY -> DataTypes.BinaryType;
        case YEAR_MONTH_INTERVAL -> DataTypes.createYearMonthIntervalType();
        case DAY_TIME_INTERVAL -> DataTypes.createDayTimeIntervalType();
        case STRUCT -> isVariant(field) ? variant(path, type) : struct(path + ".", children);
        case LIST ->
            DataTypes.createArrayType(
                type(path + ".", children.get(0)), children.get(0).nullable());
        case MAP ->
            DataTypes.createMapType(
                type(path + ".", children.get(0)),
                type(path + ".", children.get(1)),
                children.get(1).nullable());
      };
    }

    /** Whether a time or timestamp is read as a number of nanoseconds. */
    private boolean isLong(String path, Type type) {
      if (type.unit() != TimeUnit.NANOS) {
        return false;
      }
      return switch (nanoseconds) {
        case REFUSE ->
            throw refuse(
                path,
                "its type is "
                    + type
                    + ", and Spark's types are exact to 1 microsecond (the option nanoseconds"
                    + " reads it: truncate, or long)");
        case TRUNCATE -> false;
        case AS_LONG -> true;
      };
    }
  }

  private static DataType time(String path, Type type) {
    return TimeOfDay.type()
        .orElseThrow(
            () -> refuse(path, "its type is " + type + ", which Spark has since version 4.1"));
  }

  private static DataType timestamp(Type type) {
    return type.withZone() ? DataTypes.TimestampType : DataTypes.TimestampNTZType;
  }

  private static DataType string(String path, Field field) {
    Extension extension = field.extension().orElse(null);
    if (extension == null) {
      return DataTypes.StringType;
    }
    return switch (extension.name()) {
      case "char" ->
          length(extension) > 0
              ? DataTypes.createCharType(length(extension))
              : DataTypes.StringType;
      case "varchar" ->
          length(extension) > 0
              ? DataTypes.createVarcharType(length(extension))
              : DataTypes.StringType;
      case "collation" -> collated(path, extension.parameters().getOrDefault("name", ""));
      default -> DataTypes.StringType;
    };
  }

  /** Returns the length of a char or varchar, 0 if it is not one: then it is read as a string. */
  private static int length(Extension extension) {
    String length = extension.parameters().getOrDefault("length", "");
    return length.matches("[1-9][0-9]{0,8}") ? Integer.parseInt(length) : 0;
  }

  private static DataType collated(String path, String collation) {
    try {
      return StringType.apply(collation);
    } catch (Exception e) {
      // Spark throws its checked exception for an unknown name, undeclared.
      IllegalArgumentException refusal =
          refuse(path, "its collation " + collation + " is not one of Spark's");
      refusal.initCause(e);
      throw refusal;
    }
  }

  /** Whether Spark reads a struct as a variant. */
  public static boolean isVariant(Field field) {
    return field.type().kind() == TypeKind.STRUCT
        && field.extension().filter(extension -> extension.name().equals("variant")).isPresent();
  }

  private static DataType variant(String path, Type type) {
    for (Field child : type.children()) {
      boolean isPart = child.name().equals("metadata") || child.name().equals("value");
      if (!isPart || child.type().kind() != TypeKind.BINARY) {
        throw refuse(
            path,
            "it is a variant with the field "
                + child
                + " (expected only the binary fields metadata and value: shredded variants are"
                + " not supported)");
      }
    }
    if (type.children().size() != 2) {
      throw refuse(path, "it is a variant without the binary fields metadata and value");
    }
    return DataTypes.VariantType;
  }

  private static IllegalArgumentException refuse(String path, String reason) {
    return new IllegalArgumentException("Cannot read column " + path + " in Spark: " + reason);
  }
}
