// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.arrow;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.util.List;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Converts Arrow types to Albis types. */
public final class ArrowTypes {

  /** Name of the extension type. */
  private static final String UUID = "arrow.uuid";

  /** The largest precision of decimals in Albis. */
  private static final int MAX_PRECISION = 38;

  /** Digits of an unsigned integer of 64 bits. */
  private static final int UINT64_DIGITS = 20;

  private ArrowTypes() {}

  /** Converts a schema. The dictionaries are those of its dictionary-encoded fields. */
  public static Schema schema(
      org.apache.arrow.vector.types.pojo.Schema arrow, DictionaryProvider dictionaries) {
    return Schema.of(
        arrow.getFields().stream()
            .map(field -> field(field, field.getName(), "", dictionaries))
            .toList());
  }

  private static Field field(
      org.apache.arrow.vector.types.pojo.Field arrow,
      String name,
      String prefix,
      DictionaryProvider dictionaries) {
    Type type = type(arrow, prefix + name, dictionaries);
    return arrow.isNullable() ? Field.nullable(name, type) : Field.required(name, type);
  }

  /**
   * The dictionary of an encoded field.
   *
   * @throws InvalidArgumentException if there is none
   */
  static Dictionary dictionary(
      org.apache.arrow.vector.types.pojo.Field field,
      String path,
      DictionaryProvider dictionaries) {
    Dictionary dictionary = dictionaries.lookup(field.getDictionary().getId());
    if (dictionary == null) {
      throw new InvalidArgumentException(
          "Cannot write column "
              + path
              + ": it is dictionary-encoded, and its dictionary "
              + field.getDictionary().getId()
              + " is missing");
    }
    return dictionary;
  }

  private static Type type(
      org.apache.arrow.vector.types.pojo.Field field,
      String path,
      DictionaryProvider dictionaries) {
    if (field.getDictionary() != null) {
      Dictionary dictionary = dictionary(field, path, dictionaries);
      // The name of an extension is with the field, not with its dictionary.
      return extended(field, type(dictionary.getVector().getField(), path, dictionaries));
    }
    List<org.apache.arrow.vector.types.pojo.Field> children = field.getChildren();
    ArrowType type = field.getType();
    if (type instanceof ArrowType.ExtensionType extension) {
      if (UUID.equals(extension.extensionName())) {
        return Type.uuid();
      }
      type = extension.storageType();
    }
    if (type instanceof ArrowType.Struct) {
      return Type.struct(
          children.stream()
              .map(child -> field(child, child.getName(), path + ".", dictionaries))
              .toList());
    }
    if (type instanceof ArrowType.List
        || type instanceof ArrowType.LargeList
        || type instanceof ArrowType.FixedSizeList) {
      return Type.list(field(children.get(0), "element", path + ".", dictionaries));
    }
    if (type instanceof ArrowType.Map) {
      List<org.apache.arrow.vector.types.pojo.Field> pair = children.get(0).getChildren();
      Field key = field(pair.get(0), "key", path + ".", dictionaries);
      return Type.map(
          Field.required("key", key.type()), field(pair.get(1), "value", path + ".", dictionaries));
    }
    return extended(field, primitive(type, path));
  }

  /** The type that metadata says the values have, of those that Albis knows. */
  private static Type extended(org.apache.arrow.vector.types.pojo.Field field, Type storage) {
    boolean isUuid = UUID.equals(field.getMetadata().get("ARROW:extension:name"));
    return isUuid && storage.equals(Type.fixedBinary(16)) ? Type.uuid() : storage;
  }

  /**
   * Checks that an Arrow column has the type of the table's column.
   *
   * @throws InvalidArgumentException if the types differ
   * @throws InvalidArgumentException if Albis does not support the Arrow type
   */
  public static void requireSame(
      Field expected,
      org.apache.arrow.vector.types.pojo.Field arrow,
      DictionaryProvider dictionaries) {
    Type found = type(arrow, arrow.getName(), dictionaries);
    if (!isSame(expected.type(), found)) {
      throw new InvalidArgumentException(
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
    if (type instanceof ArrowType.Null) {
      return Type.int32();
    } else if (type instanceof ArrowType.Bool) {
      return Type.bool();
    } else if (type instanceof ArrowType.Int integer) {
      return integer(integer);
    } else if (type instanceof ArrowType.FloatingPoint floating) {
      return floating.getPrecision() == FloatingPointPrecision.DOUBLE
          ? Type.float64()
          : Type.float32();
    } else if (type instanceof ArrowType.Decimal decimal
        && decimal.getBitWidth() >= 128
        && decimal.getPrecision() <= MAX_PRECISION
        && decimal.getScale() >= 0) {
      return Type.decimal(decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof ArrowType.Utf8
        || type instanceof ArrowType.LargeUtf8
        || type instanceof ArrowType.Utf8View) {
      return Type.string();
    } else if (type instanceof ArrowType.Binary
        || type instanceof ArrowType.LargeBinary
        || type instanceof ArrowType.BinaryView) {
      return Type.binary();
    } else if (type instanceof ArrowType.FixedSizeBinary fixed) {
      return Type.fixedBinary(fixed.getByteWidth());
    }
    return temporal(type, path);
  }

  /** Unsigned integers become the next larger type. */
  private static Type integer(ArrowType.Int integer) {
    int bits = integer.getIsSigned() ? integer.getBitWidth() : 2 * integer.getBitWidth();
    return switch (bits) {
      case 8 -> Type.int8();
      case 16 -> Type.int16();
      case 32 -> Type.int32();
      case 64 -> Type.int64();
      default -> Type.decimal(UINT64_DIGITS, 0);
    };
  }

  private static Type temporal(ArrowType type, String path) {
    if (type instanceof ArrowType.Date) {
      return Type.date();
    } else if (type instanceof ArrowType.Time time) {
      return Type.time(unit(time.getUnit()));
    } else if (type instanceof ArrowType.Timestamp timestamp) {
      TimeUnit unit = unit(timestamp.getUnit());
      return timestamp.getTimezone() == null ? Type.timestamp(unit) : Type.timestampWithZone(unit);
    } else if (type instanceof ArrowType.Interval interval
        && interval.getUnit() == IntervalUnit.YEAR_MONTH) {
      return Type.yearMonthInterval();
    } else if (type instanceof ArrowType.Duration) {
      return Type.dayTimeInterval();
    }
    throw unsupported(type, path);
  }

  /** Seconds become milliseconds. */
  private static TimeUnit unit(org.apache.arrow.vector.types.TimeUnit unit) {
    return switch (unit) {
      case SECOND, MILLISECOND -> TimeUnit.MILLIS;
      case MICROSECOND -> TimeUnit.MICROS;
      case NANOSECOND -> TimeUnit.NANOS;
    };
  }

  private static InvalidArgumentException unsupported(ArrowType type, String path) {
    return new InvalidArgumentException(
        "Cannot write column " + path + ": Albis does not support Arrow type " + type);
  }
}
