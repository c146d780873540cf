// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.parquet.ListRules;
import io.albis.convert.internal.parquet.SparkSchema;
import io.albis.convert.internal.value.Int96;
import io.albis.convert.internal.value.SparkTypeNames;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Maps Parquet types to Albis types. Properties that Albis types do not have are kept in field
 * metadata.
 */
public final class ParquetTypes {

  /** Spark's type of groups whose bytes are JSON and more. */
  private static final String VARIANT = "variant";

  private final Type int96;

  private ParquetTypes(Type int96) {
    this.int96 = int96;
  }

  /**
   * Returns the Albis schema of a file.
   *
   * @param int96 the type of timestamps stored as INT96, of which Spark says nothing
   * @param spark what Spark says of the columns
   * @throws UnsupportedTypeException if Albis has no type for a column
   */
  public static Schema schema(MessageType message, Type int96, SparkSchema spark) {
    return Schema.of(new ParquetTypes(int96).fields(message, "", spark));
  }

  /**
   * Returns the type of a primitive of which Spark says nothing; empty if Albis has none.
   *
   * @param unit of timestamps stored as INT96
   */
  static Optional<Type> typeOf(PrimitiveType type, TimeUnit unit) {
    try {
      ParquetTypes types = new ParquetTypes(Int96.INSTANT.type(unit));
      return Optional.of(types.primitive(type, type.getName(), SparkSchema.of(null)));
    } catch (UnsupportedTypeException e) {
      return Optional.empty();
    }
  }

  private List<Field> fields(GroupType group, String prefix, SparkSchema spark) {
    List<Field> fields = new ArrayList<>();
    for (org.apache.parquet.schema.Type child : group.getFields()) {
      fields.add(field(child, prefix + child.getName(), spark.field(child.getName())));
    }
    return fields;
  }

  private Field field(org.apache.parquet.schema.Type type, String path, SparkSchema spark) {
    if (type.isRepetition(Repetition.REPEATED)) {
      // The id of the column, not of the element, which has none in this form.
      Field element =
          SourceMetadata.withoutIds(typed("element", type, path, false, spark.element()));
      return SourceMetadata.withParquetId(
          Field.required(type.getName(), Type.list(element)), type.getId());
    }
    return typed(type.getName(), type, path, type.isRepetition(Repetition.OPTIONAL), spark);
  }

  private Field typed(
      String name,
      org.apache.parquet.schema.Type type,
      String path,
      boolean isNullable,
      SparkSchema spark) {
    Type converted =
        type.isPrimitive()
            ? primitive(type.asPrimitiveType(), path, spark)
            : group(type.asGroupType(), path, spark);
    Field field = isNullable ? Field.nullable(name, converted) : Field.required(name, converted);
    Field described =
        type.isPrimitive()
            ? field.withMetadata(ParquetPrimitives.metadata(type.asPrimitiveType(), converted))
            : field;
    return SourceMetadata.withParquetId(described, type.getId());
  }

  private Type group(GroupType group, String path, SparkSchema spark) {
    if (spark.name().equals(VARIANT)) {
      throw unsupported(path, "Spark's variant");
    }
    LogicalTypeAnnotation logical = group.getLogicalTypeAnnotation();
    if (logical instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation) {
      return list(group, path, spark.element());
    }
    if (logical instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
        || logical instanceof LogicalTypeAnnotation.MapKeyValueTypeAnnotation) {
      org.apache.parquet.schema.Type repeated = requireRepeated(group, path, "map");
      if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 2) {
        throw unsupported(path, "a map without values");
      }
      GroupType entry = repeated.asGroupType();
      Field key = typed("key", entry.getType(0), path + ".key", false, spark.key());
      Field value = field(entry.getType(1), path + ".value", spark.value()).withName("value");
      return Type.map(key, value);
    }
    if (logical != null) {
      throw unsupported(path, "the logical type " + logical);
    }
    List<Field> fields = fields(group, path + ".", spark);
    if (fields.isEmpty()) {
      throw unsupported(path, "a group without fields");
    }
    return Type.struct(fields);
  }

  private Type list(GroupType group, String path, SparkSchema spark) {
    org.apache.parquet.schema.Type repeated = requireRepeated(group, path, "list");
    if (ListRules.isElement(group)) {
      return Type.list(typed("element", repeated, path + ".element", false, spark));
    }
    org.apache.parquet.schema.Type element = repeated.asGroupType().getType(0);
    return Type.list(field(element, path + ".element", spark).withName("element"));
  }

  private static org.apache.parquet.schema.Type requireRepeated(
      GroupType group, String path, String what) {
    if (group.getFieldCount() != 1 || !group.getType(0).isRepetition(Repetition.REPEATED)) {
      throw unsupported(path, "a " + what + " that has no repeated field, or other fields");
    }
    return group.getType(0);
  }

  private static UnsupportedTypeException unsupported(String path, String what) {
    return new UnsupportedTypeException(
        "convert", path, "Albis has no type for " + what + "; exclude the column with --columns");
  }

  private Type primitive(PrimitiveType type, String path, SparkSchema spark) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    if (logical instanceof DecimalLogicalTypeAnnotation decimal) {
      if (decimal.getPrecision() > Type.MAX_PRECISION || decimal.getScale() < 0) {
        throw unsupported(path, logical.toString());
      }
      return Type.decimal(decimal.getPrecision(), decimal.getScale());
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> Type.bool();
      case INT32 -> int32(logical, path, spark.name());
      case INT64 -> int64(logical, path, spark.name());
      case INT96 -> int96(spark.name());
      case FLOAT -> Type.float32();
      case DOUBLE -> Type.float64();
      case BINARY -> binary(logical);
      case FIXED_LEN_BYTE_ARRAY -> fixed(type, logical, path);
    };
  }

  private Type int96(String spark) {
    return switch (spark) {
      case SparkTypeNames.TIMESTAMP -> Type.timestampWithZone(int96.unit());
      case SparkTypeNames.TIMESTAMP_NTZ -> Type.timestamp(int96.unit());
      default -> int96;
    };
  }

  private static Type int32(LogicalTypeAnnotation logical, String path, String spark) {
    if (logical instanceof IntLogicalTypeAnnotation integer) {
      int bits = integer.isSigned() ? integer.getBitWidth() : integer.getBitWidth() * 2;
      return switch (bits) {
        case 8 -> Type.int8();
        case 16 -> Type.int16();
        case 32 -> Type.int32();
        default -> Type.int64();
      };
    }
    if (logical instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation) {
      return Type.date();
    }
    if (logical instanceof TimeLogicalTypeAnnotation) {
      return Type.time(TimeUnit.MILLIS);
    }
    if (logical == null && SparkTypeNames.isYearMonthInterval(spark)) {
      return Type.yearMonthInterval();
    }
    if (logical == null || logical instanceof LogicalTypeAnnotation.UnknownLogicalTypeAnnotation) {
      return Type.int32();
    }
    throw unsupported(path, logical.toString());
  }

  private static Type int64(LogicalTypeAnnotation logical, String path, String spark) {
    if (logical instanceof IntLogicalTypeAnnotation integer) {
      return integer.isSigned() ? Type.int64() : Type.decimal(20, 0);
    }
    if (logical instanceof TimeLogicalTypeAnnotation time) {
      return Type.time(unit(time.getUnit()));
    }
    if (logical instanceof TimestampLogicalTypeAnnotation timestamp) {
      return timestamp.isAdjustedToUTC()
          ? Type.timestampWithZone(unit(timestamp.getUnit()))
          : Type.timestamp(unit(timestamp.getUnit()));
    }
    if (logical == null) {
      return SparkTypeNames.isDayTimeInterval(spark) ? Type.dayTimeInterval() : Type.int64();
    }
    throw unsupported(path, logical.toString());
  }

  private static TimeUnit unit(LogicalTypeAnnotation.TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> TimeUnit.MILLIS;
      case MICROS -> TimeUnit.MICROS;
      case NANOS -> TimeUnit.NANOS;
    };
  }

  /** Text becomes a string; other byte arrays, such as BSON or geometries, stay binary. */
  private static Type binary(LogicalTypeAnnotation logical) {
    if (logical instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation
        || logical instanceof LogicalTypeAnnotation.EnumLogicalTypeAnnotation
        || logical instanceof LogicalTypeAnnotation.JsonLogicalTypeAnnotation) {
      return Type.string();
    }
    return Type.binary();
  }

  private static Type fixed(PrimitiveType type, LogicalTypeAnnotation logical, String path) {
    if (logical instanceof LogicalTypeAnnotation.UUIDLogicalTypeAnnotation) {
      return Type.uuid();
    }
    if (logical instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation) {
      return Type.float32();
    }
    if (type.getTypeLength() > Type.MAX_FIXED_BINARY_LENGTH || type.getTypeLength() < 1) {
      throw unsupported(path, "fixed_len_byte_array(" + type.getTypeLength() + ")");
    }
    return Type.fixedBinary(type.getTypeLength());
  }
}
