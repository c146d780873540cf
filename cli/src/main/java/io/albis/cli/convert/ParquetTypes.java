// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.convert.parquet.ListRules;
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

  private final TimeUnit int96;

  ParquetTypes(TimeUnit int96) {
    this.int96 = int96;
  }

  /**
   * Returns the Albis schema of a file.
   *
   * @param int96 the unit of timestamps stored as INT96
   * @throws UnsupportedTypeException if Albis has no type for a column
   */
  public static Schema schema(MessageType message, TimeUnit int96) {
    return new ParquetTypes(int96).schema(message);
  }

  private Schema schema(MessageType message) {
    List<Field> fields = new ArrayList<>();
    for (org.apache.parquet.schema.Type type : message.getFields()) {
      fields.add(field(type, type.getName()));
    }
    return Schema.of(fields);
  }

  private Field field(org.apache.parquet.schema.Type type, String path) {
    if (type.isRepetition(Repetition.REPEATED)) {
      // The id of the column, not of the element, which has none in this form.
      Field element = SourceMetadata.withoutIds(typed("element", type, path, false));
      return SourceMetadata.withParquetId(
          Field.required(type.getName(), Type.list(element)), type.getId());
    }
    return typed(type.getName(), type, path, type.isRepetition(Repetition.OPTIONAL));
  }

  private Field typed(
      String name, org.apache.parquet.schema.Type type, String path, boolean isNullable) {
    Type converted =
        type.isPrimitive()
            ? primitive(type.asPrimitiveType(), path)
            : group(type.asGroupType(), path);
    Field field = isNullable ? Field.nullable(name, converted) : Field.required(name, converted);
    Field described =
        type.isPrimitive()
            ? field.withMetadata(ParquetPrimitives.metadata(type.asPrimitiveType(), converted))
            : field;
    return SourceMetadata.withParquetId(described, type.getId());
  }

  /** Returns the type of a primitive; empty if Albis has none. */
  Optional<Type> typeOf(PrimitiveType type) {
    try {
      return Optional.of(primitive(type, type.getName()));
    } catch (UnsupportedTypeException e) {
      return Optional.empty();
    }
  }

  private Type group(GroupType group, String path) {
    LogicalTypeAnnotation logical = group.getLogicalTypeAnnotation();
    if (logical instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation) {
      return list(group, path);
    }
    if (logical instanceof LogicalTypeAnnotation.MapLogicalTypeAnnotation
        || logical instanceof LogicalTypeAnnotation.MapKeyValueTypeAnnotation) {
      org.apache.parquet.schema.Type repeated = requireRepeated(group, path, "map");
      if (repeated.isPrimitive() || repeated.asGroupType().getFieldCount() != 2) {
        throw unsupported(path, "a map without values");
      }
      GroupType entry = repeated.asGroupType();
      Field key = typed("key", entry.getType(0), path + ".key", false);
      Field value = field(entry.getType(1), path + ".value").withName("value");
      return Type.map(key, value);
    }
    if (logical != null) {
      throw unsupported(path, "the logical type " + logical);
    }
    List<Field> fields = new ArrayList<>();
    for (org.apache.parquet.schema.Type child : group.getFields()) {
      fields.add(field(child, path + "." + child.getName()));
    }
    if (fields.isEmpty()) {
      throw unsupported(path, "a group without fields");
    }
    return Type.struct(fields);
  }

  private Type list(GroupType group, String path) {
    org.apache.parquet.schema.Type repeated = requireRepeated(group, path, "list");
    if (ListRules.isElement(group)) {
      return Type.list(typed("element", repeated, path + ".element", false));
    }
    org.apache.parquet.schema.Type element = repeated.asGroupType().getType(0);
    return Type.list(field(element, path + ".element").withName("element"));
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

  private Type primitive(PrimitiveType type, String path) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    if (logical instanceof DecimalLogicalTypeAnnotation decimal) {
      if (decimal.getPrecision() > Type.MAX_PRECISION || decimal.getScale() < 0) {
        throw unsupported(path, logical.toString());
      }
      return Type.decimal(decimal.getPrecision(), decimal.getScale());
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> Type.bool();
      case INT32 -> int32(logical, path);
      case INT64 -> int64(logical, path);
      case INT96 -> Type.timestamp(int96);
      case FLOAT -> Type.float32();
      case DOUBLE -> Type.float64();
      case BINARY -> binary(logical);
      case FIXED_LEN_BYTE_ARRAY -> fixed(type, logical, path);
    };
  }

  private static Type int32(LogicalTypeAnnotation logical, String path) {
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
    if (logical == null || logical instanceof LogicalTypeAnnotation.UnknownLogicalTypeAnnotation) {
      return Type.int32();
    }
    throw unsupported(path, logical.toString());
  }

  private static Type int64(LogicalTypeAnnotation logical, String path) {
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
      return Type.int64();
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
