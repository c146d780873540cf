// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.arrow;

import io.albis.format.error.InvalidSchemaException;
import io.albis.format.error.TypeMismatchException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.List;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Converts Arrow types to Albis types. */
final class ArrowTypes {

  private ArrowTypes() {}

  static Schema schema(org.apache.arrow.vector.types.pojo.Schema arrow) {
    return Schema.of(
        arrow.getFields().stream().map(field -> field(field, field.getName(), "")).toList());
  }

  private static Field field(
      org.apache.arrow.vector.types.pojo.Field arrow, String name, String prefix) {
    Type type = type(arrow, prefix + name);
    return arrow.isNullable() ? Field.nullable(name, type) : Field.required(name, type);
  }

  private static Type type(org.apache.arrow.vector.types.pojo.Field field, String path) {
    if (field.getDictionary() != null) {
      throw new InvalidSchemaException(
          "Cannot write column "
              + path
              + ": it is dictionary-encoded; decode it first with Arrow's DictionaryEncoder");
    }
    List<org.apache.arrow.vector.types.pojo.Field> children = field.getChildren();
    ArrowType type = field.getType();
    if (type instanceof ArrowType.Struct) {
      return Type.struct(
          children.stream().map(child -> field(child, child.getName(), path + ".")).toList());
    }
    if (type instanceof ArrowType.List) {
      return Type.list(field(children.get(0), "element", path + "."));
    }
    if (type instanceof ArrowType.Map) {
      List<org.apache.arrow.vector.types.pojo.Field> pair = children.get(0).getChildren();
      Field key = field(pair.get(0), "key", path + ".");
      return Type.map(Field.required("key", key.type()), field(pair.get(1), "value", path + "."));
    }
    if ("arrow.uuid".equals(field.getMetadata().get("ARROW:extension:name"))) {
      return Type.uuid();
    }
    return primitive(type, path);
  }

  /**
   * Checks that an Arrow column has the type of the table's column.
   *
   * @throws TypeMismatchException if the types differ
   * @throws InvalidSchemaException if Albis does not support the Arrow type
   */
  static void requireSame(Field expected, org.apache.arrow.vector.types.pojo.Field arrow) {
    Type found = type(arrow, arrow.getName());
    if (!isSame(expected.type(), found)) {
      throw new TypeMismatchException(
          "Cannot write batch: its column "
              + expected.name()
              + " has type "
              + found
              + " (expected "
              + expected.type()
              + ")");
    }
  }

  /** Whether two types are equal, except for field names and nullability. */
  private static boolean isSame(Type expected, Type found) {
    if (expected.isNested() && expected.kind() == found.kind()) {
      List<Field> fields = expected.children();
      boolean isSame = fields.size() == found.children().size();
      for (int i = 0; isSame && i < fields.size(); i++) {
        isSame = isSame(fields.get(i).type(), found.children().get(i).type());
      }
      return isSame;
    }
    // Some producers omit the extension type of uuids.
    boolean isUuid = expected.equals(Type.uuid()) && found.equals(Type.fixedBinary(16));
    return isUuid || expected.equals(found);
  }

  private static Type primitive(ArrowType type, String path) {
    if (type instanceof ArrowType.Bool) {
      return Type.bool();
    } else if (type instanceof ArrowType.Int integer && integer.getIsSigned()) {
      return switch (integer.getBitWidth()) {
        case 8 -> Type.int8();
        case 16 -> Type.int16();
        case 32 -> Type.int32();
        default -> Type.int64();
      };
    } else if (type instanceof ArrowType.FloatingPoint floating) {
      if (floating.getPrecision() == FloatingPointPrecision.SINGLE) {
        return Type.float32();
      } else if (floating.getPrecision() == FloatingPointPrecision.DOUBLE) {
        return Type.float64();
      }
    } else if (type instanceof ArrowType.Decimal decimal
        && decimal.getBitWidth() == 128
        && decimal.getScale() >= 0) {
      return Type.decimal(decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof ArrowType.Utf8) {
      return Type.string();
    } else if (type instanceof ArrowType.Binary) {
      return Type.binary();
    } else if (type instanceof ArrowType.FixedSizeBinary fixed) {
      return Type.fixedBinary(fixed.getByteWidth());
    } else {
      return temporal(type, path);
    }
    throw unsupported(type, path);
  }

  private static Type temporal(ArrowType type, String path) {
    if (type instanceof ArrowType.Date date && date.getUnit() == DateUnit.DAY) {
      return Type.date();
    } else if (type instanceof ArrowType.Time time) {
      return Type.time(unit(time.getUnit(), type, path));
    } else if (type instanceof ArrowType.Timestamp timestamp) {
      TimeUnit unit = unit(timestamp.getUnit(), type, path);
      return timestamp.getTimezone() == null ? Type.timestamp(unit) : Type.timestampWithZone(unit);
    } else if (type instanceof ArrowType.Interval interval
        && interval.getUnit() == IntervalUnit.YEAR_MONTH) {
      return Type.yearMonthInterval();
    } else if (type instanceof ArrowType.Duration duration
        && duration.getUnit() == org.apache.arrow.vector.types.TimeUnit.MICROSECOND) {
      return Type.dayTimeInterval();
    }
    throw unsupported(type, path);
  }

  private static TimeUnit unit(
      org.apache.arrow.vector.types.TimeUnit unit, ArrowType type, String path) {
    return switch (unit) {
      case MILLISECOND -> TimeUnit.MILLIS;
      case MICROSECOND -> TimeUnit.MICROS;
      case NANOSECOND -> TimeUnit.NANOS;
      case SECOND -> throw unsupported(type, path);
    };
  }

  private static InvalidSchemaException unsupported(ArrowType type, String path) {
    return new InvalidSchemaException(
        "Cannot write column " + path + ": Albis does not support Arrow type " + type);
  }
}
